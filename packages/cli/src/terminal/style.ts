// Colours, used only if the stream is a terminal that supports them and NO_COLOR is unset.
import { type World, world } from "../world.ts"
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

/** Decided for each stream: one may be a terminal while the other goes to a file. */
export function styleFor(stream: { readonly isTTY?: boolean }): Style {
  const { NO_COLOR } = world().env
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

/** A terminal on which a line can be overwritten. */
export function isScreen(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && world().env.TERM !== "dumb"
}

// Pawl's colours carry a random number, so that untrusted text cannot contain one.
const OURS = `\u001b[${crypto.getRandomValues(new Uint32Array(4)).join(";")};`
const OURS_IN_TEXT = new RegExp(`${OURS.replace("[", "\\[")}(\\d+)m`)

/** Text for a terminal: Pawl's colours, and the rest without control sequences. */
export function painted(text: string): string {
  return text
    .split(OURS_IN_TEXT)
    .map((piece, index) => (index % 2 === 0 ? plain(piece) : `\u001b[${piece}m`))
    .join("")
}

const styles = new WeakMap<World, Style>()

/** Computed once: stdout does not change, and lists are long. */
function ofOutput(): Style {
  const here = world()
  const known = styles.get(here)
  if (known !== undefined) return known
  const style = styleFor({ isTTY: here.stdout.isTTY === true })
  styles.set(here, style)
  return style
}

export const bold: Paint = (text) => ofOutput().bold(text)
export const dim: Paint = (text) => ofOutput().dim(text)
export const red: Paint = (text) => ofOutput().red(text)
export const green: Paint = (text) => ofOutput().green(text)
export const yellow: Paint = (text) => ofOutput().yellow(text)
export const cyan: Paint = (text) => ofOutput().cyan(text)
