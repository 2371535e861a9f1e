// Which part of the time is shown, and how it moves. Times are milliseconds since 1970.

export interface Period {
  readonly from: number
  readonly to: number
}

/** Less than this is never shown. */
export const SHORTEST_MS = 20

export function lengthOf({ from, to }: Period): number {
  return to - from
}

/** A little air at the end, and never nothing. */
export function boundsOf(spans: readonly Period[]): Period {
  if (spans.length === 0) return { from: 0, to: SHORTEST_MS }
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  for (const span of spans) {
    from = Math.min(from, span.from)
    to = Math.max(to, span.to)
  }
  return { from, to: from + Math.max(SHORTEST_MS, (to - from) * 1.02) }
}

/** `factor` above 1 shows less time; what is at `anchor` stays where it is. */
export function zoomed(shown: Period, bounds: Period, factor: number, anchor = (shown.from + shown.to) / 2): Period {
  const length = Math.min(Math.max(lengthOf(shown) / factor, SHORTEST_MS), lengthOf(bounds))
  const share = (anchor - shown.from) / lengthOf(shown)
  return within({ from: anchor - share * length, to: anchor + (1 - share) * length }, bounds)
}

export function panned(shown: Period, bounds: Period, byMs: number): Period {
  return within({ from: shown.from + byMs, to: shown.to + byMs }, bounds)
}

/** Moved as little as needed so that the span can be seen. */
export function showing(shown: Period, bounds: Period, { from, to }: Period): Period {
  const air = lengthOf(shown) * 0.05
  if (from < shown.from || lengthOf(shown) < to - from) return panned(shown, bounds, from - air - shown.from)
  if (to > shown.to) return panned(shown, bounds, to + air - shown.to)
  return shown
}

function within({ from, to }: Period, bounds: Period): Period {
  const length = Math.min(to - from, lengthOf(bounds))
  const start = Math.min(Math.max(from, bounds.from), bounds.to - length)
  return { from: start, to: start + length }
}

const STEPS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat(
  [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200, 86400].map((seconds) => seconds * 1000),
)

/** Marks of the axis: round times since `zero`, no more than there is room for. */
export function ticksOf(shown: Period, zero: number, most: number): readonly number[] {
  const wanted = lengthOf(shown) / Math.max(1, most)
  const day = 86_400_000
  const step = STEPS_MS.find((each) => each >= wanted) ?? Math.ceil(wanted / day) * day
  const first = Math.ceil((shown.from - zero) / step)
  const last = Math.floor((shown.to - zero) / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => zero + (first + index) * step)
}
