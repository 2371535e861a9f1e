// What the palette offers besides sessions: pages and actions that the person may use.
import {
  Home,
  Inbox,
  Keyboard,
  Languages,
  type LucideIcon,
  Moon,
  PanelLeft,
  PanelRight,
  Search,
  Settings,
  Sun,
  SunMoon,
} from "lucide-react"
import { navigate } from "wouter/use-browser-location"
import { PATHS } from "../app/paths.ts"
import { chooseLanguage, LANGUAGES, type Language, t } from "../i18n/words.ts"
import { pagesFor } from "../settings/pages.ts"
import { attempt } from "../ui/toasts.tsx"
import { type Action, type KeyRow, keyOf } from "./keys.ts"
import { runAction } from "./run-action.ts"
import { THEMES, theme } from "./theme.ts"

/** In this order. */
export const PALETTE_GROUPS = ["go", "sessions", "do", "settings"] as const
export type PaletteGroup = (typeof PALETTE_GROUPS)[number]

export interface PaletteItem {
  readonly id: string
  readonly group: PaletteGroup
  readonly label: string
  readonly words?: string
  readonly icon?: LucideIcon
  readonly key?: KeyRow
  readonly onChoose: () => void
}

const GO: readonly (readonly [Action, LucideIcon])[] = [
  ["newSession", Home],
  ["inbox", Inbox],
  ["search", Search],
]
const DO: readonly (readonly [Action, LucideIcon])[] = [
  ["sheet", Keyboard],
  ["sidebar", PanelLeft],
  ["sidePanel", PanelRight],
]
const THEME_ICONS = { system: SunMoon, light: Sun, dark: Moon } as const

export function paletteItems(role: "viewer" | "user" | "admin"): readonly PaletteItem[] {
  return [
    ...GO.map(actionItem("go")),
    ...pageItems(role),
    ...DO.map(actionItem("do")),
    ...themeItems(),
    ...languageItems(),
  ]
}

const actionItem =
  (group: PaletteItem["group"]) =>
  ([action, icon]: readonly [Action, LucideIcon]): PaletteItem => ({
    id: action,
    group,
    icon,
    label: t(`manners.do_${action}`),
    key: keyOf(action),
    onChoose: () => runAction(action),
  })

function pageItems(role: "viewer" | "user" | "admin"): readonly PaletteItem[] {
  return pagesFor(role).map(({ id, icon = Settings }) => ({
    id: `page-${id}`,
    group: "settings",
    icon,
    label: t(`manners.page_${id}`),
    words: t("app.settings"),
    onChoose: () => navigate(PATHS.settings(id)),
  }))
}

function themeItems(): readonly PaletteItem[] {
  return THEMES.map((each) => ({
    id: `theme-${each}`,
    group: "do",
    icon: THEME_ICONS[each],
    label: t(`manners.theme_${each}`),
    onChoose: () => theme.choose(each),
  }))
}

/** Also found by the name that the language has in itself, whatever language is shown. */
function languageItems(): readonly PaletteItem[] {
  return (Object.entries(LANGUAGES) as [Language, string][]).map(([language, name]) => ({
    id: `language-${language}`,
    group: "do",
    icon: Languages,
    label: `${t("manners.language")}: ${name}`,
    words: "language sprache",
    onChoose: () => attempt(() => chooseLanguage(language)),
  }))
}
