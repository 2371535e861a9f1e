// What was seen in an answer, put on the scales: a sum of weights, above zero for a nudge.
import { FEATURES } from "./features/all.ts"
import type { Feature } from "./features/feature.ts"
import type { Reading } from "./reading.ts"

export interface Weights {
  readonly base: number
  /** Added where no sign is seen. */
  readonly unsigned: number
  /** Added where more than one is. */
  readonly several: number
  readonly of: Readonly<Record<string, number>>
}

export interface Seen extends Feature {
  readonly name: string
  readonly evidence: string
}

const NAMED = Object.entries(FEATURES)

/** In the order of the features, which is the order of their say in naming the finding. */
export function seenIn(reading: Reading): readonly Seen[] {
  return NAMED.flatMap(([name, feature]) => {
    if (feature.byWords && reading.phrases.isEmpty) return []
    const evidence = feature.see(reading)
    return evidence === undefined ? [] : [{ ...feature, name, evidence }]
  })
}

export function scoreOf(seen: readonly Seen[], weights: Weights): number {
  const signs = seen.filter(({ role }) => role === "sign").length
  const start = weights.base + (signs === 0 ? weights.unsigned : 0) + (signs > 1 ? weights.several : 0)
  return seen.reduce((sum, { name }) => sum + (weights.of[name] ?? 0), start)
}
