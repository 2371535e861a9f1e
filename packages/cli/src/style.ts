// Colours, when somebody is there to see them: the stream is a terminal that knows them, and NO_COLOR is unset.
import { plain } from "./plain.ts"

export type Paint = (text: string) => string

export interface Style {
  readonly bold: Paint
  readonly dim: Paint
  readonly red: Paint
  readonly green: Paint
  readonly yellow: Paint
  readonly cyan: Paint
}

/** Each stream for itself: one may be a terminal while the other goes to a file. */
export function styleFor(stream: { readonly isTTY?: boolean }): Style {
  const { NO_COLOR } = process.env
  const isColoured = isScreen(stream) && (NO_COLOR === undefined || NO_COLOR === "")
  const paint = (on: number, off: number): Paint =>
    isColoured ? (text) => `${OURS}${on}m${text}${OURS}${off}m` : (text) => text
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    red: paint(31, 39),
    green: paint(32, 39),
    yellow: paint(33, 39),
    cyan: paint(36, 39),
  }
}

/** A terminal on which a line can be written over. */
export function isScreen(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && process.env.TERM !== "dumb"
}

// A colour of ours carries a number that nobody else knows, so that a text of others cannot pass its own for one.
const OURS = `\u001b[${crypto.getRandomValues(new Uint32Array(4)).join(";")};`
const OURS_IN_TEXT = new RegExp(`${OURS.replace("[", "\\[")}(\\d+)m`)

/** What may be written to a terminal: our colours, and the rest without anything that a terminal obeys. */
export function painted(text: string): string {
  return text
    .split(OURS_IN_TEXT)
    .map((piece, index) => (index % 2 === 0 ? plain(piece) : `\u001b[${piece}m`))
    .join("")
}

export const { bold, dim, red, green, yellow, cyan } = styleFor({ isTTY: process.stdout.isTTY === true })
