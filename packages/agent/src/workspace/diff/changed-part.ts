// Finds the one part in which two texts differ, from both ends. The parts that are equal are not split into lines.

export const CONTEXT = 3

/** Whole lines; before and after them both texts are equal. */
export interface Change {
  readonly removed: string
  readonly added: string
  /** The lines next to the change; `before` counts all lines before it. */
  readonly lead: readonly string[]
  readonly trail: readonly string[]
  readonly before: number
}

export function changeIn(before: string, after: string): Change {
  const start = sameStart(before, after)
  const tail = sameEnd(before, after, start)
  const same = before.slice(0, start)
  return {
    removed: before.slice(start, before.length - tail),
    added: after.slice(start, after.length - tail),
    lead: linesOf(lastLines(same)),
    trail: linesOf(firstLines(before.slice(before.length - tail))),
    before: lineCount(same),
  }
}

/** The length of the equal beginning, up to the end of a line. */
function sameStart(before: string, after: string): number {
  const most = Math.min(before.length, after.length)
  let at = 0
  while (at < most && before.charCodeAt(at) === after.charCodeAt(at)) at++
  return at === 0 ? 0 : before.lastIndexOf("\n", at - 1) + 1
}

/** The length of the equal end, from the beginning of a line in both. */
function sameEnd(before: string, after: string, start: number): number {
  const most = Math.min(before.length, after.length) - start
  let length = 0
  while (length < most && before.charCodeAt(before.length - 1 - length) === after.charCodeAt(after.length - 1 - length))
    length++
  const begins = (text: string) => length + start === text.length || text[text.length - 1 - length] === "\n"
  if (begins(before) && begins(after)) return length
  const next = before.indexOf("\n", before.length - length)
  return next < 0 ? 0 : before.length - next - 1
}

export function lineCount(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === 10) count++
  return count
}

function lastLines(text: string): string {
  let start = text.length
  for (let count = 0; count < CONTEXT && start > 0; count++)
    start = start < 2 ? 0 : text.lastIndexOf("\n", start - 2) + 1
  return text.slice(start)
}

function firstLines(text: string): string {
  let end = 0
  for (let count = 0; count < CONTEXT && end < text.length; count++) end = text.indexOf("\n", end) + 1 || text.length
  return text.slice(0, end)
}

export function linesOf(value: string): readonly string[] {
  if (value === "") return []
  const lines = value.split("\n")
  if (lines.at(-1) === "") return lines.slice(0, -1)
  return [...lines.slice(0, -1), `${lines.at(-1)}${NO_NEWLINE}`]
}

export const NO_NEWLINE = "\n\\ No newline at end of file"
