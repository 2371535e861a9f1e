// Long texts that are shown in part. What is left out is never even looked at, for it may be megabytes, and while it is
// made visible nothing else is done.
import { piecesOf, type Writing, writtenPart } from "./terminal/visible.ts"

export interface Folded {
  readonly text: string
  readonly isFolded: boolean
}

export interface FoldHow {
  /** How it becomes visible; it is so already unless this says otherwise. */
  readonly as?: Writing
  readonly hint?: string
}

/** Of a long text its beginning and its end, both visible, and how many of its characters lie between. */
export function folded(raw: string, most: number, { as = "visible", hint = "" }: FoldHow = {}): Folded {
  const whole = raw.length > most ? undefined : writtenPart(raw, as)
  if (whole !== undefined && whole.length <= most) return { text: whole, isFolded: false }
  const head = headEnd(raw, as, Math.floor((most * 2) / 3))
  const tail = tailStart(raw, as, Math.floor(most / 3))
  const mark = ` \u2026 ${(tail - head).toLocaleString("en")} more characters${hint} \u2026 `
  return { text: writtenPart(raw, as, 0, head) + mark + writtenPart(raw, as, tail), isFolded: true }
}

/** All of it, visible, in parts: each is made when it is asked for. */
export function* writtenParts(raw: string, as: Writing): Generator<string> {
  for (let from = 0; from < raw.length; ) {
    const to = boundaryFrom(raw, as, from, from + PART)
    yield writtenPart(raw, as, from, to)
    from = to
  }
}

const PART = 16_384

/** No character is written in less than it has. */
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

/** What is not to be cut in two. In JSON and in what is visible already that may be an escape. */
function charactersOf(raw: string, as: Writing): readonly string[] {
  return as === "text" ? [...raw] : piecesOf(raw)
}

/** The first place at or after `wanted` between two characters. `known`: one that lies before. */
function boundaryFrom(raw: string, as: Writing, known: number, wanted: number): number {
  if (wanted >= raw.length) return raw.length
  let at = Math.max(known, wanted - MAX_PIECE_CHARS)
  // Of many backslashes every second one begins an escape.
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
