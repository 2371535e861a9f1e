// Many durations in little room: how often each size came, by steps of four percent. Percentiles of it are off by two
// percent at most, and spreads of any number of sessions add up.

/** Many durations in little room. */
export interface Spread {
  /** How many there are. */
  readonly count: number
  /** Their sum. */
  readonly total: number
  /** The longest. */
  readonly most: number
  /** How many fell into each step. */
  readonly steps: Readonly<Record<number, number>>
}

export const noSpread: Spread = { count: 0, total: 0, most: 0, steps: {} }

const GROWTH = Math.log(1.04)

export function addTo(spread: Spread, value: number): Spread {
  // Under a millisecond nobody tells the difference.
  const step = value < 1 ? 0 : Math.ceil(Math.log(value) / GROWTH) + 1
  return {
    count: spread.count + 1,
    total: spread.total + value,
    most: Math.max(spread.most, value),
    steps: { ...spread.steps, [step]: (spread.steps[step] ?? 0) + 1 },
  }
}

/** The value that this share of all does not exceed; 0 when there is none. */
export function percentile({ count, most, steps }: Spread, share: number): number {
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
