// Finds the matching lines of a text and formats them with the lines around them, like grep. Pure.

export interface MatchOptions {
  readonly matches: (line: string) => boolean
  readonly context: number
  readonly maxMatches: number
}

export interface Matched {
  /** "12:a match", "13-its context", "--" between passages. */
  readonly lines: readonly string[]
  readonly count: number
}

/** Longer lines are searched and shown only up to these lengths. */
const MAX_LINE_CHARS = 4000
const SHOWN_CHARS = 300

export function matchLines(content: string, { matches, context, maxMatches }: MatchOptions): Matched {
  const lines = content.split("\n")
  const hits: number[] = []
  for (const [index, line] of lines.entries()) {
    if (hits.length === maxMatches) break
    if (matches(clean(line))) hits.push(index)
  }
  const shown: string[] = []
  let next = 0
  for (const [place, hit] of hits.entries()) {
    const from = Math.max(next, hit - context)
    if (shown.length > 0 && from > next) shown.push("--")
    const to = Math.min(lines.length, hit + context + 1, hits[place + 1] ?? Number.POSITIVE_INFINITY)
    for (let index = from; index < to; index++) {
      // The empty text after the last newline is not a line.
      if (index === lines.length - 1 && lines[index] === "" && index !== hit) break
      shown.push(`${index + 1}${index === hit ? ":" : "-"}${clean(lines[index] ?? "").slice(0, SHOWN_CHARS)}`)
    }
    next = Math.max(next, to)
  }
  return { lines: shown, count: hits.length }
}

function clean(line: string): string {
  const end = line.endsWith("\r") ? line.length - 1 : line.length
  return line.slice(0, Math.min(end, MAX_LINE_CHARS))
}
