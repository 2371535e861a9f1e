// The icons of the panel's tabs.
import type { LucideIcon } from "lucide-react"
import { ChartGantt, CircleHelp, Coins, FileDiff, Gauge, ListChecks, ScrollText } from "lucide-react"
import type { TabName } from "./tab-choice.ts"

export const TAB_ICONS: Readonly<Record<TabName, LucideIcon>> = {
  context: Gauge,
  tasks: ListChecks,
  timeline: ChartGantt,
  files: FileDiff,
  effects: CircleHelp,
  facts: ScrollText,
  cost: Coins,
}
