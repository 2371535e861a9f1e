// How full the context is, and of what.
import type { Budget } from "../../data/view/session-view.ts"

/** From the stable to the growing, then what is reserved, then what is free. */
export const PARTS = ["system", "tools", "history", "output", "safety", "free"] as const
export type PartName = (typeof PARTS)[number]

export interface BudgetPart {
  readonly name: PartName
  readonly tokens: number
  /** Of the window, from 0 to 1; all of them together are 1, also when the request does not fit. */
  readonly share: number
}

export type Level = "ok" | "warn" | "bad"

const LEVELS: readonly (readonly [from: number, level: Level])[] = [
  [0.85, "bad"],
  [0.6, "warn"],
  [0, "ok"],
]

/** Of the window, what is taken or reserved; above 1 when the request does not fit. */
export function fullness({ window, remaining }: Budget): number {
  return window <= 0 ? 1 : Math.max(0, (window - remaining) / window)
}

export function levelOf(share: number): Level {
  return LEVELS.find(([from]) => share >= from)?.[1] ?? "ok"
}

export function partsOf(budget: Budget): readonly BudgetPart[] {
  const { remaining, ...rest } = budget
  const tokens = { ...rest, free: Math.max(0, remaining) }
  const sum = PARTS.reduce((total, name) => total + tokens[name], 0)
  return PARTS.map((name) => ({ name, tokens: tokens[name], share: sum === 0 ? 0 : tokens[name] / sum }))
}
