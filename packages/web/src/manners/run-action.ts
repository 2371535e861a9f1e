// What each action of the table of keys does. The palette runs the same ones.

import { navigate } from "wouter/use-browser-location"
import { focusFirstRequest } from "../act/request/focus-request.ts"
import { grouped } from "../app/groups.ts"
import { PATHS } from "../app/paths.ts"
import { SEARCH_BOX } from "../app/search.tsx"
import { foldSidebar, openDrawer, shell } from "../app/shell.ts"
import { serverNow } from "../data/clock.ts"
import { sessionList } from "../data/session-list.ts"
import { t } from "../i18n/words.ts"
import { tell } from "../ui/toasts.tsx"
import type { Action } from "./keys.ts"
import { neighbour } from "./neighbour.ts"
import { overlay } from "./overlay.ts"
import { turnTheme } from "./theme.ts"

const ACTIONS: Readonly<Record<Action, () => void>> = {
  palette: () => overlay.set("palette"),
  sheet: () => overlay.set("sheet"),
  newSession: () => {
    navigate(PATHS.home)
    whenThere(composer, (box) => box.focus())
  },
  composer: () => {
    if (composer() === undefined) navigate(PATHS.home)
    whenThere(composer, (box) => box.focus())
  },
  firstRequest: () => {
    if (focusFirstRequest()) return
    navigate(PATHS.inbox)
    whenThere(() => inSight("[data-request]"), focusFirstRequest)
  },
  inbox: () => navigate(PATHS.inbox),
  search: () => {
    showSidebar()
    whenThere(
      () => inSight(`#${SEARCH_BOX}`),
      (box) => box.focus(),
    )
  },
  nextSession: () => step(1),
  previousSession: () => step(-1),
  // A page with such a panel marks its button.
  sidePanel: () => inSight('[aria-keyshortcuts~="p"]')?.click(),
  sidebar: () => {
    if (isSmall()) openDrawer(!shell.get().isDrawerOpen)
    else foldSidebar(!shell.get().isFolded)
  },
  theme: () => tell(t(`manners.theme_${turnTheme()}`)),
  settings: () => navigate(PATHS.settings()),
}

export function runAction(action: Action): void {
  ACTIONS[action]()
}

function composer(): HTMLElement | undefined {
  return inSight("#composer")
}

/** In the order of the sidebar. A session puts the focus into its message field, where the next key would be a letter. */
function step(by: 1 | -1): void {
  const groups = grouped(sessionList.get().sessions, serverNow())
  const paths = groups.flatMap(({ sessions }) => sessions.map(({ id }) => PATHS.session(id)))
  const next = neighbour(paths, location.pathname, by)
  if (next === undefined) return
  navigate(next)
  whenThere(composer, () => document.getElementById("page")?.focus())
}

function showSidebar(): void {
  if (isSmall()) openDrawer(true)
  else foldSidebar(false)
}

/** Narrower than `md`: the sidebar is a drawer. */
function isSmall(): boolean {
  return !matchMedia("(min-width: 48rem)").matches
}

/** The first that matches and is not hidden. */
function inSight(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find((each) => each.checkVisibility())
}

const FRAMES = 90

/** A page that was just opened needs a few frames until it has what is looked for. */
function whenThere(find: () => HTMLElement | undefined, then: (found: HTMLElement) => void, left = FRAMES): void {
  requestAnimationFrame(() => {
    const found = find()
    if (found !== undefined) then(found)
    else if (left > 0) whenThere(find, then, left - 1)
  })
}
