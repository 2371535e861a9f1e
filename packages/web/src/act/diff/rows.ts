// A diff as rows of a table: one column, or the old beside the new. The part of a line that changed is marked.
import type { DiffLine, Hunk } from "./diff-lines.ts"

/** Where the changed part of a line begins and ends. */
export interface Mark {
  readonly from: number
  readonly to: number
}

export interface Cell {
  readonly line: DiffLine
  readonly mark?: Mark
}

export type SideRow =
  | { readonly kind: "gap" }
  | { readonly kind: "pair"; readonly left: Cell | undefined; readonly right: Cell | undefined }
export type UnifiedRow = { readonly kind: "gap" } | ({ readonly kind: "line" } & Cell)

export function sideRows(hunks: readonly Hunk[]): readonly SideRow[] {
  return withGaps(hunks, (hunk) => pairs(hunk))
}

export function unifiedRows(hunks: readonly Hunk[]): readonly UnifiedRow[] {
  return withGaps(hunks, (hunk) => {
    const rows: UnifiedRow[] = []
    let added: Cell[] = []
    const flush = () => {
      rows.push(...added.map((cell) => ({ kind: "line", ...cell }) as const))
      added = []
    }
    for (const { left, right } of pairs(hunk)) {
      if (left?.line.kind === "same") {
        flush()
        rows.push({ kind: "line", ...left })
        continue
      }
      // A row without an old line ends the removed ones before it.
      if (left !== undefined) rows.push({ kind: "line", ...left })
      if (right !== undefined) added.push(right)
    }
    flush()
    return rows
  })
}

function withGaps<R extends { readonly kind: string }>(
  hunks: readonly Hunk[],
  rowsOf: (hunk: Hunk) => readonly R[],
): readonly (R | { readonly kind: "gap" })[] {
  return hunks.flatMap((hunk, place) => [...(place === 0 ? [] : [{ kind: "gap" } as const]), ...rowsOf(hunk)])
}

interface Pair {
  readonly kind: "pair"
  readonly left: Cell | undefined
  readonly right: Cell | undefined
}

/** The first removed line of a run stands beside the first added one, and so on. */
function pairs({ lines }: Hunk): readonly Pair[] {
  const rows: Pair[] = []
  let [removed, added]: [DiffLine[], DiffLine[]] = [[], []]
  const flush = () => {
    for (let place = 0; place < Math.max(removed.length, added.length); place++)
      rows.push(paired(removed[place], added[place]))
    ;[removed, added] = [[], []]
  }
  for (const line of lines) {
    if (line.kind === "removed") {
      // Lines that are removed after others were added begin another run.
      if (added.length > 0) flush()
      removed.push(line)
    } else if (line.kind === "added") added.push(line)
    else {
      flush()
      rows.push({ kind: "pair", left: { line }, right: { line } })
    }
  }
  flush()
  return rows
}

function paired(left: DiffLine | undefined, right: DiffLine | undefined): Pair {
  if (left === undefined || right === undefined)
    return { kind: "pair", left: left && { line: left }, right: right && { line: right } }
  const marks = changedParts(left.text, right.text)
  if (marks === undefined) return { kind: "pair", left: { line: left }, right: { line: right } }
  return { kind: "pair", left: { line: left, mark: marks[0] }, right: { line: right, mark: marks[1] } }
}

/** What differs between two lines that have something in common; undefined if that would say nothing. */
export function changedParts(a: string, b: string): readonly [Mark, Mark] | undefined {
  const least = Math.min(a.length, b.length)
  let start = 0
  while (start < least && a[start] === b[start]) start++
  let end = 0
  while (end < least - start && a.at(-1 - end) === b.at(-1 - end)) end++
  if ((start + end) * 3 < Math.max(a.length, b.length)) return undefined
  return [
    { from: start, to: a.length - end },
    { from: start, to: b.length - end },
  ]
}
