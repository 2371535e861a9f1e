// What of a row is drawn: nothing outside of what is shown, and one bar where many would cover each other.
import type { Span } from "./span.ts"
import type { Period } from "./viewport.ts"

export interface Bar {
  readonly span: Span
  /** In pixels from the start of the row. */
  readonly start: number
  readonly width: number
  /** Until the next bar of the row, or its end. */
  readonly room: number
}

/** So that a moment can be seen and hit. */
export const LEAST_WIDTH = 5

/** A bar of which fewer pixels would be seen is not drawn. */
const LEAST_SEEN = 3

/** What went wrong is never hidden by what went well. */
export function isWrong({ state }: Span): boolean {
  return state === "failed" || state === "unknown"
}

/** `keep`: drawn in any case, because it is selected. */
export function barsOf(row: readonly Span[], shown: Period, width: number, keep: string | undefined): readonly Bar[] {
  const scale = width / (shown.to - shown.from)
  const bars: Omit<Bar, "room">[] = []
  let covered = Number.NEGATIVE_INFINITY
  let isWrongShown = false
  for (const span of row) {
    if (span.to < shown.from || span.from > shown.to) continue
    const bar = barOf(span, shown, scale, width)
    const end = bar.start + bar.width
    const isNews = isWrong(span) && !isWrongShown
    if (end < covered + LEAST_SEEN && span.id !== keep && !isNews) continue
    bars.push(bar)
    if (end >= covered + LEAST_SEEN) isWrongShown = false
    isWrongShown ||= isWrong(span)
    covered = Math.max(covered, end)
  }
  return bars.map((bar, place) => ({ ...bar, room: (bars[place + 1]?.start ?? width) - bar.start - bar.width }))
}

function barOf(span: Span, shown: Period, scale: number, width: number): Omit<Bar, "room"> {
  // Far outside is not drawn: browsers are inexact with bars of a million pixels.
  const start = Math.max((span.from - shown.from) * scale, -8)
  const end = Math.min((span.to - shown.from) * scale, width + 8)
  return { span, start, width: Math.max(end - start, LEAST_WIDTH) }
}
