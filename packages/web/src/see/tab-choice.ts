// Which tab of the panel is open: chosen in the panel, or by what leads there, and remembered by this browser.
import { Observable } from "../data/observable.ts"
import { readStored, writeStored } from "../data/storage.ts"

export const TABS = ["context", "tasks", "timeline", "files", "effects", "facts", "cost"] as const
export type TabName = (typeof TABS)[number]

const STORED = "pawl.panel.tab"

export const openTab = new Observable<TabName>(remembered())

function remembered(): TabName {
  const stored = readStored(STORED)
  return TABS.find((name) => name === stored) ?? "timeline"
}

export function chooseTab(tab: TabName): void {
  writeStored(STORED, tab)
  openTab.set(tab)
}

/** Where an arrow leads; undefined for a key that does not move. */
export function tabAfter(tab: TabName, key: string, isRightToLeft: boolean): TabName | undefined {
  const step = { ArrowRight: isRightToLeft ? -1 : 1, ArrowLeft: isRightToLeft ? 1 : -1 }[key]
  if (step !== undefined) return TABS.at((TABS.indexOf(tab) + step) % TABS.length)
  return { Home: TABS[0], End: TABS.at(-1) }[key]
}
