// Writes a change as hunks of a unified diff: by the longest common subsequence of its lines.
import { type Change, CONTEXT, linesOf } from "./changed-part.ts"

interface Line {
  readonly sign: " " | "-" | "+"
  readonly text: string
}

/** For changes with few lines: each line is compared with each. */
export function hunks({ removed, added, lead, trail, before }: Change): string {
  const same = (text: string): Line => ({ sign: " ", text })
  const lines = [...lead.map(same), ...compare(linesOf(removed), linesOf(added)), ...trail.map(same)]
  const near = new Uint8Array(lines.length)
  for (const [index, { sign }] of lines.entries()) {
    if (sign !== " ") near.fill(1, Math.max(0, index - CONTEXT), index + CONTEXT + 1)
  }
  const shown: string[] = []
  const place = { before: before - lead.length, after: before - lead.length }
  for (const [index, line] of lines.entries()) {
    if (near[index] === 1 && near[index - 1] !== 1) shown.push(hunkHeader(lines, near, index, place))
    if (near[index] === 1) shown.push(`${line.sign}${line.text}`)
    if (line.sign !== "+") place.before++
    if (line.sign !== "-") place.after++
  }
  return shown.join("\n")
}

function hunkHeader(
  lines: readonly Line[],
  near: Uint8Array,
  start: number,
  place: { readonly before: number; readonly after: number },
): string {
  const after = near.indexOf(0, start)
  const hunk = lines.slice(start, after === -1 ? lines.length : after)
  const count = (sign: string) => hunk.filter((each) => each.sign !== sign).length
  return `@@ -${side(place.before, count("+"))} +${side(place.after, count("-"))} @@`
}

/** One side of a hunk header: first line and line count. `from`: how many lines come before it. */
export function side(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`
}

function compare(before: readonly string[], after: readonly string[]): readonly Line[] {
  const numberOf = numbering()
  const [old, made] = [before.map(numberOf), after.map(numberOf)]
  const width = after.length + 1
  // The length of the longest common subsequence of the remaining lines, from here on.
  const left = new Uint32Array((before.length + 1) * width)
  const at = (row: number, column: number) => left[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const isSame = old[row] === made[column]
      left[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: Line[] = []
  let row = 0
  let column = 0
  while (row < before.length || column < after.length) {
    if (row < before.length && column < after.length && old[row] === made[column]) {
      lines.push({ sign: " ", text: before[row++] ?? "" })
      column++
    } else if (column === after.length || (row < before.length && at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ sign: "-", text: before[row++] ?? "" })
    } else lines.push({ sign: "+", text: after[column++] ?? "" })
  }
  return lines
}

/** Equal lines get the same number, so that a long line is compared once and not once for each other line. */
function numbering(): (line: string) => number {
  const numbers = new Map<string, number>()
  return (line) => {
    const number = numbers.get(line) ?? numbers.size
    numbers.set(line, number)
    return number
  }
}
