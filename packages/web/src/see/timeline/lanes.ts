// Where spans stand: lanes from top to bottom, with as many rows as things went on at once, and sub-agents below their parent.
import { LANES, type LaneName, type Span } from "./span.ts"

export interface Lane {
  readonly name: LaneName
  readonly rows: readonly (readonly Span[])[]
}

/** The lanes of one session, and of the sessions that it delegated to. */
export interface Group {
  readonly session: string
  /** What the sub-agent was asked to do; empty for the session itself. */
  readonly title: string
  /** 0 is the session itself. */
  readonly depth: number
  readonly lanes: readonly Lane[]
}

/** More at once share rows, so that a burst does not push everything else out of sight. */
const MOST_ROWS = 8

/** Empty lanes are left out. */
export function lanesOf(spans: readonly Span[]): readonly Lane[] {
  return LANES.flatMap((name) => {
    const own = spans.filter(({ lane }) => lane === name)
    return own.length === 0 ? [] : [{ name, rows: rowsOf(own) }]
  })
}

/** Each span stands in the first row that is free by then. */
export function rowsOf(spans: readonly Span[], most = MOST_ROWS): readonly (readonly Span[])[] {
  const rows: Span[][] = []
  const ends: number[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const row = freeRow(ends, span, most)
    const list = rows[row] ?? []
    rows[row] = list
    list.push(span)
    ends[row] = Math.max(ends[row] ?? 0, span.to)
  }
  return rows
}

function freeRow(ends: readonly number[], { from }: Span, most: number): number {
  const free = ends.findIndex((end) => end <= from)
  if (free !== -1) return free
  return ends.length < most ? ends.length : ends.indexOf(Math.min(...ends))
}

/** All spans in the order in which a person goes through them: by time. */
export function inOrder(groups: readonly Group[]): readonly Span[] {
  return groups
    .flatMap(({ lanes }) => lanes.flatMap(({ rows }) => rows.flat()))
    .sort((a, b) => a.from - b.from || a.to - b.to)
}

/** What goes on at one moment. */
export function spansAt(spans: readonly Span[], at: number): readonly Span[] {
  return spans.filter(({ from, to }) => from <= at && at <= to && from !== to)
}
