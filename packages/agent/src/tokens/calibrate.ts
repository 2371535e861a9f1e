// Corrects weights from one report of a provider. Used as a fold over the reports in a log: the weights are the only
// state.
//
// A Kalman filter estimates the logarithms of all weights together. Beside the weights it keeps how uncertain each one
// is and how their uncertainties correlate. So the first report moves all weights, and later ones only those that they
// can tell apart, although every request repeats most of the previous one.
import type { Counts } from "./counts.ts"
import { startingWeights, type Weights, weigh } from "./weights.ts"

/** Initial uncertainty: of all weights together, and of each alone. In logarithms: 0.3 is about a third. */
const TOGETHER = 0.3
const EACH = 0.15
/** How far a report deviates even with the best weights. */
const NOISE = 0.05
/** Uncertainty added with each report, so that a session can move from prose to tables. */
const DRIFT = 0.01
/** One report changes an estimate by at most a third. */
const MAX_STEP = Math.log(4 / 3)
/** How far a weight may move from its starting value, whatever a provider reports. */
const BOUND = 4

export function calibrate(weights: Weights, counts: Counts, reported: number): Weights {
  const estimated = weigh(counts, weights)
  const ratio = reported / estimated
  // Not the size of this request: nothing was reported, or only uncached tokens, or another request's usage.
  if (!(ratio >= 0.2 && ratio <= 5)) return weights
  const spread = weights.spread ?? FIRST_SPREAD
  const shares = FEATURES.map((feature) => (weights[feature] * counts[feature]) / estimated)
  const pulls = FEATURES.map((_, row) => weighted(shares, spread, row * FEATURES.length))
  const doubt = weighted(shares, pulls, 0)
  const off = Math.log(ratio)
  // A report that is far off counts as uncertain: it moves the weights less, and leaves more uncertainty.
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
    // The cost of images says nothing about words.
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
    const row = Math.floor(index / FEATURES.length)
    const column = index % FEATURES.length
    const known = (pulls[row] as number) * (pulls[column] as number) * gain
    return value - known + (row === column ? DRIFT ** 2 : 0)
  })
}

/** The sum of the values from `start` on, each times its share. */
function weighted(shares: readonly number[], values: readonly number[], start: number): number {
  let total = 0
  for (let at = 0; at < shares.length; at++) total += (shares[at] as number) * (values[start + at] as number)
  return total
}
