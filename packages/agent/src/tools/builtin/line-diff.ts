// A unified diff of two texts for a person who decides about a change. Bounded: a preview need not be complete, only honest.

export interface DiffOptions {
  readonly maxLines?: number
}

const CONTEXT = 3
/** Above this many comparisons the changed middle is shown as all removed, all added. */
const MAX_CELLS = 1_000_000

interface Line {
  readonly sign: " " | "-" | "+"
  readonly text: string
}

/** Empty when nothing changed. */
export function lineDiff(before: string, after: string, { maxLines = 200 }: DiffOptions = {}): string {
  if (before === after) return ""
  const lines = compare(linesOf(before), linesOf(after))
  const shown = hunks(lines)
  if (shown.length <= maxLines) return shown.join("\n")
  return [...shown.slice(0, maxLines), `... ${shown.length - maxLines} more lines of changes`].join("\n")
}

function linesOf(value: string): readonly string[] {
  if (value === "") return []
  const lines = value.split("\n")
  if (lines.at(-1) === "") return lines.slice(0, -1)
  return [...lines.slice(0, -1), `${lines.at(-1)}${NO_NEWLINE}`]
}

const NO_NEWLINE = "\n\\ No newline at end of file"

function compare(before: readonly string[], after: readonly string[]): readonly Line[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let tail = 0
  const most = Math.min(before.length, after.length) - start
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  const same = (text: string): Line => ({ sign: " ", text })
  const removed = before.slice(start, before.length - tail)
  const added = after.slice(start, after.length - tail)
  return [
    ...before.slice(0, start).map(same),
    ...middle(removed, added),
    ...before.slice(before.length - tail).map(same),
  ]
}

function middle(before: readonly string[], after: readonly string[]): readonly Line[] {
  if (before.length * after.length > MAX_CELLS) {
    return [
      ...before.map((text) => ({ sign: "-", text }) as const),
      ...after.map((text) => ({ sign: "+", text }) as const),
    ]
  }
  const width = after.length + 1
  // Length of the longest common subsequence of what is left of both from here on.
  const left = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number) => left[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const isSame = before[row] === after[column]
      left[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: Line[] = []
  let row = 0
  let column = 0
  while (row < before.length || column < after.length) {
    if (row < before.length && column < after.length && before[row] === after[column]) {
      lines.push({ sign: " ", text: before[row++] ?? "" })
      column++
    } else if (column === after.length || (row < before.length && at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ sign: "-", text: before[row++] ?? "" })
    } else lines.push({ sign: "+", text: after[column++] ?? "" })
  }
  return lines
}

function hunks(lines: readonly Line[]): readonly string[] {
  const near = new Uint8Array(lines.length)
  for (const [index, { sign }] of lines.entries()) {
    if (sign !== " ") near.fill(1, Math.max(0, index - CONTEXT), index + CONTEXT + 1)
  }
  const shown: string[] = []
  const place = { before: 1, after: 1 }
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]
    if (line === undefined) break
    if (near[index] === 1 && near[index - 1] !== 1) shown.push(hunkHeader(lines, near, index, place))
    if (near[index] === 1) shown.push(`${line.sign}${line.text}`)
    if (line.sign !== "+") place.before++
    if (line.sign !== "-") place.after++
  }
  return shown
}

function hunkHeader(
  lines: readonly Line[],
  near: Uint8Array,
  start: number,
  place: { readonly before: number; readonly after: number },
): string {
  const after = near.indexOf(0, start)
  const hunk = lines.slice(start, after === -1 ? lines.length : after)
  const side = (line: number, sign: string) => {
    const count = hunk.filter((each) => each.sign !== sign).length
    return `${count === 0 ? line - 1 : line},${count}`
  }
  return `@@ -${side(place.before, "+")} +${side(place.after, "-")} @@`
}
