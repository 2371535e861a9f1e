// Cuts a text into passages of about 40 lines that overlap a little, so that what belongs together is found together.
// Pure.

export interface Passage {
  /** Line numbers from 1, both included. */
  readonly first: number
  readonly last: number
  /** Characters of the text, the end excluded. */
  readonly start: number
  readonly end: number
}

const LINES = 40
const OVERLAP = 8
const MAX_CHARS = 4000
const MAX_OVERLAP_CHARS = 600

export function splitPassages(text: string): readonly Passage[] {
  const lines = linesOf(text)
  const passages: Passage[] = []
  for (let from = 0; from < lines.length; ) {
    const to = endOf(lines, from)
    const passage = span(lines, from, to)
    if (/\S/.test(text.slice(passage.start, passage.end))) passages.push(passage)
    if (to === lines.length) break
    from = overlapping(lines, from, to)
  }
  return passages
}

interface Line {
  readonly number: number
  readonly start: number
  readonly end: number
}

/** A line without its break; one that is too long for a passage is split. */
function linesOf(text: string): readonly Line[] {
  const lines: Line[] = []
  for (let start = 0, number = 1; start < text.length; number++) {
    const found = text.indexOf("\n", start)
    const end = found === -1 ? text.length : found
    let from = start
    while (end - from > MAX_CHARS) {
      const to = pieceEnd(text, from)
      lines.push({ number, start: from, end: to })
      from = to
    }
    lines.push({ number, start: from, end })
    start = end + 1
  }
  return lines
}

/** After a space if one is near: a word that is cut is not found. Never within a surrogate pair. */
function pieceEnd(text: string, from: number): number {
  const furthest = from + MAX_CHARS
  const space = text.lastIndexOf(" ", furthest - 1)
  if (space > furthest - NEAR_CHARS) return space + 1
  const last = text.charCodeAt(furthest - 1)
  return last >= 0xd800 && last <= 0xdbff ? furthest - 1 : furthest
}

const NEAR_CHARS = 200

/** At least one line, at most LINES lines and MAX_CHARS characters. */
function endOf(lines: readonly Line[], from: number): number {
  const start = lines[from]?.start ?? 0
  let to = from + 1
  while (to < lines.length && to - from < LINES && (lines[to]?.end ?? 0) - start <= MAX_CHARS) to++
  return to
}

/** Where the next passage begins: a few lines back, but always after the beginning of this one. */
function overlapping(lines: readonly Line[], from: number, to: number): number {
  const end = lines[to - 1]?.end ?? 0
  let next = to
  while (next > from + 1 && to - next < OVERLAP && end - (lines[next - 1]?.start ?? 0) <= MAX_OVERLAP_CHARS) next--
  return next
}

function span(lines: readonly Line[], from: number, to: number): Passage {
  const [first, last] = [lines[from], lines[to - 1]]
  return { first: first?.number ?? 1, last: last?.number ?? 1, start: first?.start ?? 0, end: last?.end ?? 0 }
}
