// One report of a provider -> better weights. Used as a fold over the reports in a log: no state but the weights.
//
// The logarithms of the weights are estimated together, by a Kalman filter: beside each weight is kept how unsure it is and
// how its doubt hangs together with that of the others. So a first report moves all of them, and later ones only what they
// tell apart, although every request repeats most of the one before.
import type { Counts } from "./counts.ts"
import { startingWeights, type Weights, weigh } from "./weights.ts"

/** How unsure the weights are at first: all together, and each for itself. As logarithms: 0.3 is about a third. */
const TOGETHER = 0.3
const EACH = 0.15
/** How far a report is off even with the best weights. */
const NOISE = 0.05
/** What grows unsure again with each report, so that a session can move from prose to tables. */
const DRIFT = 0.01
/** One report changes an estimate by a third at most. */
const MAX_STEP = Math.log(4 / 3)
/** How far a weight may go from where it started, whatever a provider says. */
const BOUND = 4

export function calibrate(weights: Weights, counts: Counts, reported: number): Weights {
  const estimated = weigh(counts, weights)
  const ratio = reported / estimated
  // Not what this request weighs: nothing reported, only what was not cached, another request's usage.
  if (!(ratio >= 0.2 && ratio <= 5)) return weights
  const spread = weights.spread ?? FIRST_SPREAD
  const shares = FEATURES.map((feature) => (weights[feature] * counts[feature]) / estimated)
  const pulls = FEATURES.map((_, row) => sum(shares, (share, column) => share * at(spread, row, column)))
  const doubt = sum(shares, (share, row) => share * (pulls[row] as number))
  const off = Math.log(ratio)
  // A report that is far off counts as a vague one: it moves less, and leaves more doubt.
  const gain = Math.min(1 / (doubt + NOISE ** 2), MAX_STEP / (doubt * Math.abs(off)))
  return {
    ...moved(weights, (feature) => (pulls[feature] as number) * gain * off),
    family: weights.family,
    spread: narrowed(spread, pulls, gain),
  }
}

type Feature = keyof Counts

const FEATURES: readonly Feature[] = [
  "words",
  "splits",
  "wide",
  "other",
  "numbers",
  "digits",
  "marks",
  "breaks",
  "fixed",
]

const FIRST_SPREAD: readonly number[] = FEATURES.flatMap((one) =>
  FEATURES.map((other) => {
    // What images cost says nothing of words.
    const together = one === "fixed" || other === "fixed" ? 0 : TOGETHER ** 2
    return together + (one === other ? EACH ** 2 : 0)
  }),
)

function moved(weights: Weights, by: (feature: number) => number): Counts {
  const start = startingWeights(weights.family)
  const next: Record<Feature, number> = { ...weights }
  for (const [index, feature] of FEATURES.entries()) {
    const learnt = weights[feature] * Math.exp(by(index))
    next[feature] = Math.max(start[feature] / BOUND, Math.min(start[feature] * BOUND, learnt))
  }
  return next
}

function narrowed(spread: readonly number[], pulls: readonly number[], gain: number): readonly number[] {
  return spread.map((value, index) => {
    const [row, column] = [Math.floor(index / FEATURES.length), index % FEATURES.length]
    const known = (pulls[row] as number) * (pulls[column] as number) * gain
    return value - known + (row === column ? DRIFT ** 2 : 0)
  })
}

function at(spread: readonly number[], row: number, column: number): number {
  return spread[row * FEATURES.length + column] as number
}

function sum(values: readonly number[], of: (value: number, index: number) => number): number {
  return values.reduce((total, value, index) => total + of(value, index), 0)
}
