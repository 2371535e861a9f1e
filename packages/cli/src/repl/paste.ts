// Filters keys before the line editor gets them. A pasted text becomes one line there: a sign stands for each line break,
// and is turned back into a line break when the line is sent.
import { plain } from "../terminal/plain.ts"

/** Stands for a line break inside a line. */
export const BREAK = "\u23ce"
/** Stands for a tab, which the line editor would take for the Tab key. */
const TAB = "\u21e5"

const START = "\u001b[200~"
const END = "\u001b[201~"

/** `keep` may replace a long text by a sign. */
export function pasteFilter(keep: (pasted: string) => string | undefined = () => undefined): (keys: string) => string {
  let isPasting = false
  let pasted = ""
  let rest = ""
  const shown = (text: string) => keep(text) ?? toOneLine(text)
  return (keys) => {
    let left = rest + keys
    let out = ""
    rest = ""
    for (;;) {
      const mark = isPasting ? END : START
      const at = left.indexOf(mark)
      if (at < 0) break
      if (isPasting) out += shown(pasted + left.slice(0, at))
      else out += left.slice(0, at)
      pasted = ""
      isPasting = !isPasting
      left = left.slice(at + mark.length)
    }
    rest = isPasting ? beginningOf(END, left, 1) : beginningOf(START, left, 2)
    left = left.slice(0, left.length - rest.length)
    if (!isPasting) return out + left
    pasted += left
    return out
  }
}

export function fromLine(line: string): string {
  return line.replaceAll(BREAK, "\n").replaceAll(TAB, "\t")
}

export function toOneLine(text: string): string {
  const line = text
    .replace(/(\r\n|\r|\n)+$/, "")
    .replace(/\r\n|\r|\n/g, BREAK)
    .replaceAll("\t", TAB)
  // A pasted Ctrl-C must not end the REPL, and the line editor would draw other control characters.
  return plain(line)
}

/** A mark may arrive in two pieces. A lone Escape is a key and must not wait, except inside a paste. */
function beginningOf(mark: string, text: string, least: number): string {
  for (let length = Math.min(mark.length - 1, text.length); length >= least; length--) {
    if (mark.startsWith(text.slice(-length))) return text.slice(-length)
  }
  return ""
}
