// Logistic regression with L2, one weight at a time by Newton's method: small, and the same on every machine.

export interface Row {
  /** 1 where a feature is seen, else 0. */
  readonly seen: readonly number[]
  readonly isDue: boolean
}

export interface Line {
  readonly bias: number
  readonly weights: readonly number[]
}

const SWEEPS = 300
/** A step is held to this, so that a rare feature does not leap. */
const LONGEST = 2

export function fitLine(rows: readonly Row[], width: number, l2: number): Line {
  const points = rows.map((row) => ({ ...row, score: 0 }))
  const bias = { weight: 0, l2: 0, points }
  const features = Array.from({ length: width }, (_, at) => ({
    weight: 0,
    l2,
    points: points.filter(({ seen }) => seen[at] !== 0),
  }))
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let longest = 0
    for (const feature of [bias, ...features]) {
      let slope = -feature.l2 * feature.weight
      let bend = feature.l2 + 1e-9
      for (const { score, isDue } of feature.points) {
        const chance = 1 / (1 + Math.exp(-score))
        slope += (isDue ? 1 : 0) - chance
        bend += chance * (1 - chance)
      }
      const step = Math.max(-LONGEST, Math.min(LONGEST, slope / bend))
      feature.weight += step
      for (const point of feature.points) point.score += step
      longest = Math.max(longest, Math.abs(step))
    }
    if (longest < 1e-5) break
  }
  return { bias: bias.weight, weights: features.map(({ weight }) => weight) }
}
