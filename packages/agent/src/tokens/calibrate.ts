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
/** How far a report deviates even with the best weights, squared. */
const NOISE_SPREAD = 0.05 ** 2
/** Uncertainty added with each report, squared, so that a session can move from prose to tables. */
const DRIFT_SPREAD = 0.01 ** 2
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
  const shares = sharesOf(weights, counts, estimated)
  const pulls = pullsOf(shares, spread)
  const doubt = weighted(shares, pulls, 0)
  const off = Math.log(ratio)
  // A report that is far off counts as uncertain: it moves the weights less, and leaves more uncertainty.
  const gain = Math.min(1 / (doubt + NOISE_SPREAD), MAX_STEP / (doubt * Math.abs(off)))
  return moved(weights, { pulls, gain, off }, narrowed(spread, pulls, gain))
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

const SIZE = FEATURES.length

const FIRST_SPREAD: readonly number[] = FEATURES.flatMap((one) =>
  FEATURES.map((other) => {
    // The cost of images says nothing about words.
    const together = one === "fixed" || other === "fixed" ? 0 : TOGETHER ** 2
    return together + (one === other ? EACH ** 2 : 0)
  }),
)

/** The part that each feature has in the estimate. Written out, because names are read faster than keys. */
function sharesOf(weights: Weights, counts: Counts, estimated: number): readonly number[] {
  return [
    (weights.words * counts.words) / estimated,
    (weights.splits * counts.splits) / estimated,
    (weights.wide * counts.wide) / estimated,
    (weights.other * counts.other) / estimated,
    (weights.numbers * counts.numbers) / estimated,
    (weights.digits * counts.digits) / estimated,
    (weights.marks * counts.marks) / estimated,
    (weights.breaks * counts.breaks) / estimated,
    (weights.fixed * counts.fixed) / estimated,
  ]
}

function pullsOf(shares: readonly number[], spread: readonly number[]): readonly number[] {
  const pulls: number[] = []
  for (let row = 0; row < SIZE; row++) pulls.push(weighted(shares, spread, row * SIZE))
  return pulls
}

interface Correction {
  readonly pulls: readonly number[]
  readonly gain: number
  readonly off: number
}

function moved(weights: Weights, { pulls, gain, off }: Correction, spread: readonly number[]): Weights {
  const start = startingWeights(weights.family)
  const learnt = (weight: number, from: number, pull = 0) =>
    Math.max(from / BOUND, Math.min(from * BOUND, weight * Math.exp(pull * gain * off)))
  return {
    family: weights.family,
    words: learnt(weights.words, start.words, pulls[0]),
    splits: learnt(weights.splits, start.splits, pulls[1]),
    wide: learnt(weights.wide, start.wide, pulls[2]),
    other: learnt(weights.other, start.other, pulls[3]),
    numbers: learnt(weights.numbers, start.numbers, pulls[4]),
    digits: learnt(weights.digits, start.digits, pulls[5]),
    marks: learnt(weights.marks, start.marks, pulls[6]),
    breaks: learnt(weights.breaks, start.breaks, pulls[7]),
    fixed: learnt(weights.fixed, start.fixed, pulls[8]),
    spread,
  }
}

/**
 * How two features correlate is the same seen from either, so half of them are computed, and each is written to both places.
 * As little as possible is done for each: V8 takes longer to optimise a larger loop than a turn takes to run it.
 */
function narrowed(spread: readonly number[], pulls: readonly number[], gain: number): readonly number[] {
  const next = spread.slice()
  for (let row = 0; row < SIZE; row++) {
    const pull = pulls[row] as number
    const diagonal = row * SIZE + row
    let place = diagonal
    let mirror = diagonal
    for (let column = row; column < SIZE; column++) {
      const value = (spread[place] as number) - pull * (pulls[column] as number) * gain
      next[place] = value
      next[mirror] = value
      place++
      mirror += SIZE
    }
    next[diagonal] = (next[diagonal] as number) + DRIFT_SPREAD
  }
  return next
}

/** The sum of the values from `start` on, each times its share. */
function weighted(shares: readonly number[], values: readonly number[], start: number): number {
  let total = 0
  for (let at = 0; at < SIZE; at++) total += (shares[at] as number) * (values[start + at] as number)
  return total
}
