// A compact histogram of durations, in steps of four percent. Its percentiles are off by two percent at most, and
// histograms of any number of sessions can be added.

/** A compact histogram of durations. */
export interface Spread {
  /** How many there are. */
  readonly count: number
  /** Their sum. */
  readonly total: number
  /** The longest. */
  readonly most: number
  /** How many fall into each step. */
  readonly steps: Readonly<Record<number, number>>
}

export const noSpread: Spread = { count: 0, total: 0, most: 0, steps: {} }

const GROWTH = Math.log(1.04)

export function addTo(spread: Spread, value: number): Spread {
  // Durations under a millisecond are not distinguished.
  const step = value < 1 ? 0 : Math.ceil(Math.log(value) / GROWTH) + 1
  return {
    count: spread.count + 1,
    total: spread.total + value,
    most: Math.max(spread.most, value),
    steps: { ...spread.steps, [step]: (spread.steps[step] ?? 0) + 1 },
  }
}

/** The value that this share of all durations does not exceed; 0 if there are none. */
export function percentile(spread: Spread, share: number): number {
  const { count, most, steps } = spread
  let left = Math.ceil(count * share)
  for (const [step, many] of Object.entries(steps)) {
    left -= many
    if (left <= 0) return Math.min(most, middleOf(Number(step)))
  }
  return 0
}

function middleOf(step: number): number {
  return step === 0 ? 0 : Math.exp((step - 1.5) * GROWTH)
}
