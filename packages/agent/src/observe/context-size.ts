// The sizes of requests over time, in a list of limited length.

/** The size of a request at one time. */
export interface ContextPoint {
  /** When, in milliseconds since 1970. */
  readonly at: number
  /** Tokens of the request. */
  readonly tokens: number
  /** Tokens of the window that it had to fit. */
  readonly window: number
}

const MAX_POINTS = 120

/** Inserts by time, whichever session comes first. */
export function withPoint(points: readonly ContextPoint[], point: ContextPoint): readonly ContextPoint[] {
  const place = points.findLastIndex(({ at }) => at <= point.at) + 1
  return thinned(points.toSpliced(place, 0, point))
}

/** With too many points, the larger of each two neighbours stays. */
function thinned(points: readonly ContextPoint[]): readonly ContextPoint[] {
  if (points.length <= MAX_POINTS) return points
  return points.flatMap((point, index) => {
    const next = points[index + 1]
    if (index % 2 === 1) return []
    return [next !== undefined && next.tokens > point.tokens ? next : point]
  })
}
