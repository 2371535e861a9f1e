// What keys do on a timeline: go from span to span, move, zoom.
import { LANES, type Span } from "./span.ts"

export type Step =
  | { readonly kind: "zoom"; readonly isIn: boolean }
  | { readonly kind: "fit" }
  /** By a share of what is shown. */
  | { readonly kind: "pan"; readonly by: number }
  | { readonly kind: "select"; readonly to: (spans: readonly Span[], now: Span | undefined) => Span | undefined }

const STEPS: Readonly<Record<string, Step>> = {
  "+": { kind: "zoom", isIn: true },
  "=": { kind: "zoom", isIn: true },
  "-": { kind: "zoom", isIn: false },
  "0": { kind: "fit" },
  ArrowRight: { kind: "select", to: (spans, now) => neighbour(spans, now, 1) },
  ArrowLeft: { kind: "select", to: (spans, now) => neighbour(spans, now, -1) },
  ArrowDown: { kind: "select", to: (spans, now) => inOtherLane(spans, now, 1) },
  ArrowUp: { kind: "select", to: (spans, now) => inOtherLane(spans, now, -1) },
  Home: { kind: "select", to: (spans) => spans[0] },
  End: { kind: "select", to: (spans) => spans.at(-1) },
}

const SHIFTED: Readonly<Record<string, Step>> = {
  ...STEPS,
  ArrowRight: { kind: "pan", by: 0.2 },
  ArrowLeft: { kind: "pan", by: -0.2 },
}

/** Undefined for a key that means nothing here. */
export function stepOf(key: string, isShifted: boolean): Step | undefined {
  return (isShifted ? SHIFTED : STEPS)[key]
}

function neighbour(spans: readonly Span[], now: Span | undefined, by: 1 | -1): Span | undefined {
  if (now === undefined) return spans[0]
  return spans[spans.findIndex(({ id }) => id === now.id) + by] ?? now
}

/** The nearest in time of the lane above or below. */
function inOtherLane(spans: readonly Span[], now: Span | undefined, by: 1 | -1): Span | undefined {
  if (now === undefined) return spans[0]
  const lanes = lanesIn(spans)
  const lane = lanes[lanes.indexOf(laneOf(now)) + by]
  const others = spans.filter((span) => laneOf(span) === lane)
  return others.reduce<Span | undefined>(
    (best, span) => (best === undefined || apart(span, now) < apart(best, now) ? span : best),
    undefined,
  )
}

/** From top to bottom: sessions in the order in which they begin, and the lanes of each. */
function lanesIn(spans: readonly Span[]): readonly string[] {
  const sessions = [...new Set(spans.map(({ session }) => session))]
  const used = new Set(spans.map(laneOf))
  return sessions.flatMap((session) => LANES.map((lane) => `${session} ${lane}`)).filter((lane) => used.has(lane))
}

function laneOf({ session, lane }: Span): string {
  return `${session} ${lane}`
}

function apart(a: Span, b: Span): number {
  return Math.max(0, a.from - b.to, b.from - a.to) * 1e6 + Math.abs(a.from - b.from)
}
