// Shortens long texts for the screen. The part that is left out is never processed: it may be megabytes, and escaping it
// would block the process.
import { piecesOf, type Writing, writtenPart } from "./terminal/visible.ts"

export interface Folded {
  readonly text: string
  readonly isFolded: boolean
}

export interface FoldHow {
  /** How the text has to be escaped. Default: it is escaped already. */
  readonly as?: Writing
  readonly hint?: string
}

/** The beginning and the end of a long text, escaped, with the number of characters between them. */
export function folded(raw: string, most: number, { as = "visible", hint = "" }: FoldHow = {}): Folded {
  const whole = raw.length > most ? undefined : writtenPart(raw, as)
  if (whole !== undefined && whole.length <= most) return { text: whole, isFolded: false }
  const head = headEnd(raw, as, Math.floor((most * 2) / 3))
  const tail = tailStart(raw, as, Math.floor(most / 3))
  const mark = ` \u2026 ${(tail - head).toLocaleString("en")} more characters${hint} \u2026 `
  return { text: writtenPart(raw, as, 0, head) + mark + writtenPart(raw, as, tail), isFolded: true }
}

/** The whole text, escaped, in parts; each part is made when it is requested. */
export function* writtenParts(raw: string, as: Writing): Generator<string> {
  for (let from = 0; from < raw.length; ) {
    const to = boundaryFrom(raw, as, from, from + PART)
    yield writtenPart(raw, as, from, to)
    from = to
  }
}

const PART = 16_384

/** Escaping never makes a character shorter, so looking at `most` characters is enough. */
function headEnd(raw: string, as: Writing, most: number): number {
  let end = 0
  let length = 0
  for (const piece of charactersOf(raw.slice(0, most + MAX_PIECE_CHARS), as)) {
    length += writtenPart(raw, as, end, end + piece.length).length
    if (length > most) break
    end += piece.length
  }
  return end
}

function tailStart(raw: string, as: Writing, most: number): number {
  let start = raw.length
  let length = 0
  const from = boundaryFrom(raw, as, 0, raw.length - most)
  for (const piece of charactersOf(raw.slice(from), as).toReversed()) {
    length += writtenPart(raw, as, start - piece.length, start).length
    if (length > most) break
    start -= piece.length
  }
  return start
}

/** Pieces that must not be split. In JSON and in escaped text that may be an escape sequence. */
function charactersOf(raw: string, as: Writing): readonly string[] {
  return as === "text" ? [...raw] : piecesOf(raw)
}

/** The first boundary between two characters at or after `wanted`. `known`: a boundary before it. */
function boundaryFrom(raw: string, as: Writing, known: number, wanted: number): number {
  if (wanted >= raw.length) return raw.length
  let at = Math.max(known, wanted - MAX_PIECE_CHARS)
  // In a run of backslashes every second one begins an escape sequence.
  if (as !== "text") {
    const last = at
    while (at > known && raw[at - 1] === "\\") at--
    at = last - ((last - at) % 2)
  }
  if (at > known && isPairAt(raw, at - 1)) at++
  const pieces = charactersOf(raw.slice(at, wanted + MAX_PIECE_CHARS), as)
  for (const piece of pieces) {
    if (at >= wanted) break
    at += piece.length
  }
  return Math.min(at, raw.length)
}

function isPairAt(raw: string, at: number): boolean {
  return (raw.codePointAt(at) ?? 0) > 0xffff
}

/** `\u` and four digits. */
const MAX_PIECE_CHARS = 6
