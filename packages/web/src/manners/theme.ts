// The chosen theme. public/theme.js sets it before the first paint; this file changes it afterwards, in all tabs.
import { Stored } from "./stored.ts"

export const THEMES = ["system", "light", "dark"] as const
export type Theme = (typeof THEMES)[number]

export const theme = new Stored<Theme>("pawl.theme", THEMES, "system")

/** Shows the theme, now and whenever it changes. */
export function followTheme(): () => void {
  show()
  return theme.subscribe(show)
}

function show(): void {
  const chosen = theme.get()
  if (chosen === "system") delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}

/** From one theme to the next, in the order of the list. */
export function turnTheme(): Theme {
  const next = THEMES[(THEMES.indexOf(theme.get()) + 1) % THEMES.length] ?? "system"
  theme.choose(next)
  return next
}
