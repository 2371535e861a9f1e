// Compares two texts line by line. Linear memory is not needed: what is too large is shown as all removed, then all added.
import type { DiffLine, Hunk } from "./diff-lines.ts"

const CONTEXT = 3
const MAX_CELLS = 4_000_000

/** Hunks with three lines around each change; none when the texts are equal. */
export function compare(before: string, after: string): readonly Hunk[] {
  if (before === after) return []
  return hunksOf(diffLines(linesOf(before), linesOf(after)))
}

function linesOf(text: string): readonly string[] {
  if (text === "") return []
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n")
}

function diffLines(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const same = (line: number): DiffLine => ({
    kind: "same",
    text: a[line] ?? "",
    before: line + 1,
    after: line + 1 + (line < start ? 0 : b.length - a.length),
  })
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => same(from + place))
  return [
    ...range(0, start),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end), start),
    ...range(a.length - end, a.length),
  ]
}

/** The longest common part by dynamic programming; `from` is how many lines stand before both. */
function middle(a: readonly string[], b: readonly string[], from: number): readonly DiffLine[] {
  const removed = (place: number): DiffLine => ({ kind: "removed", text: a[place] ?? "", before: from + place + 1 })
  const added = (place: number): DiffLine => ({ kind: "added", text: b[place] ?? "", after: from + place + 1 })
  if (a.length * b.length > MAX_CELLS) return [...a.map((_, place) => removed(place)), ...b.map((_, at) => added(at))]
  const width = b.length + 1
  const best = bestLengths(a, b)
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    const isSame = i < a.length && j < b.length && a[i] === b[j]
    if (isSame) {
      lines.push({ kind: "same", text: a[i] ?? "", before: from + i + 1, after: from + j + 1 })
      i++
      j++
    } else if (j >= b.length || (i < a.length && (best[(i + 1) * width + j] ?? 0) >= (best[i * width + j + 1] ?? 0)))
      lines.push(removed(i++))
    else lines.push(added(j++))
  }
  return lines
}

/** For each pair of places, how many lines the rests have in common. */
function bestLengths(a: readonly string[], b: readonly string[]): Uint32Array {
  const width = b.length + 1
  const best = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      best[i * width + j] =
        a[i] === b[j]
          ? (best[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(best[(i + 1) * width + j] ?? 0, best[i * width + j + 1] ?? 0)
  return best
}

function hunksOf(lines: readonly DiffLine[]): readonly Hunk[] {
  const hunks: { from: number; to: number }[] = []
  for (const [place, { kind }] of lines.entries()) {
    if (kind === "same") continue
    const last = hunks.at(-1)
    if (last !== undefined && place - last.to <= CONTEXT * 2) last.to = place + 1
    else hunks.push({ from: place, to: place + 1 })
  }
  return hunks.map(({ from, to }) => ({ lines: lines.slice(Math.max(0, from - CONTEXT), to + CONTEXT) }))
}
