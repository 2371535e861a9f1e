// Keeps long pasted texts out of the line editor, which draws letter by letter and would take minutes for a megabyte. A
// sign stands for each text in the line, and is replaced by it when the line is sent.
import { fromLine } from "./paste.ts"

/** Characters; longer texts are replaced by a sign. */
const LONG = 1000

export class Pastes {
  readonly #bySign = new Map<string, string>()

  /** The sign for the line; undefined if the text is short enough. */
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

  /** The line with the pasted texts in place of their signs. */
  textOf(line: string): string {
    // Split at the signs first, so that pasted texts stay unchanged.
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
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a pasted Ctrl-C must not end the REPL.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")
  )
}
