// Long pasted texts, kept aside: the line editor draws letter by letter, and would take minutes for a megabyte. A sign
// stands for each in the line, and becomes the text again when the line is sent.
import { fromLine } from "./paste.ts"

/** Longer ones are kept aside. */
const LONG = 1000

export class Pastes {
  readonly #bySign = new Map<string, string>()

  /** What to put into the line; undefined for a text that is short enough itself. */
  keep(pasted: string): string | undefined {
    if (pasted.length <= LONG) return undefined
    const text = cleaned(pasted)
    const lines = text.split("\n").length
    const size = `${lines.toLocaleString("en")} ${lines === 1 ? "line" : "lines"}, ${text.length.toLocaleString("en")} characters`
    const sign = `[paste ${this.#bySign.size + 1}: ${size}]`
    this.#bySign.set(sign, text)
    return sign
  }

  has(line: string): boolean {
    return SIGN.test(line) && [...this.#bySign.keys()].some((sign) => line.includes(sign))
  }

  /** The line as it was meant. */
  textOf(line: string): string {
    // Cut at the signs first: what was pasted is nobody's to change.
    return line
      .split(SIGN)
      .map((piece) => this.#bySign.get(piece) ?? fromLine(piece))
      .join("")
  }
}

const SIGN = /(\[paste \d+: [\d,]+ lines?, [\d,]+ characters\])/

function cleaned(text: string): string {
  return (
    text
      .replace(/(\r\n|\r|\n)+$/, "")
      .replace(/\r\n|\r/g, "\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a pasted Ctrl-C is no wish to leave.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")
  )
}
