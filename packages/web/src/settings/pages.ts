// The pages of the settings, in their order, and who may open each.
import {
  Activity,
  ChartColumn,
  KeyRound,
  Layers,
  type LucideIcon,
  Plug,
  ScrollText,
  Server,
  ShieldCheck,
  SlidersHorizontal,
  UserRound,
  Users,
  UsersRound,
} from "lucide-react"

export type Role = "viewer" | "user" | "admin"

export interface SettingsPageRow {
  readonly id: string
  readonly group: "you" | "admin"
  readonly icon: LucideIcon
}

export const SETTINGS_PAGES = [
  { id: "you", group: "you", icon: UserRound },
  { id: "tokens", group: "you", icon: KeyRound },
  { id: "grants", group: "you", icon: ShieldCheck },
  { id: "usage", group: "you", icon: ChartColumn },
  { id: "profiles", group: "you", icon: Layers },
  { id: "mcp", group: "you", icon: Server },
  { id: "plugins", group: "admin", icon: Plug },
  { id: "server", group: "admin", icon: SlidersHorizontal },
  { id: "users", group: "admin", icon: Users },
  { id: "groups", group: "admin", icon: UsersRound },
  { id: "audit", group: "admin", icon: ScrollText },
  { id: "health", group: "admin", icon: Activity },
] as const satisfies readonly SettingsPageRow[]

export type SettingsPageId = (typeof SETTINGS_PAGES)[number]["id"]

export function pagesFor(role: Role): readonly (typeof SETTINGS_PAGES)[number][] {
  return SETTINGS_PAGES.filter(({ group }) => group === "you" || role === "admin")
}
