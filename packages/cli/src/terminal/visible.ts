// Text written so that every character of it can be seen. Nothing is dropped: whoever decodes it has the very same text.
// It is how a person is shown what they are asked to allow.

/**
 * No mark on the screen, or one that passes for another: controls, line breaks, zero width, direction, odd spaces. Some scripts have
 * signs that are blank, and no property tells which: all of those scripts.
 */
const BLANK = String.raw`\p{sc=Braille}\p{sc=Egyptian_Hieroglyphs}\p{sc=Khitan_Small_Script}\u{1d100}-\u{1d1ff}`
/**
 * Written from right to left: a terminal turns around what stands between two of them, signs of the shell too. The parts of
 * Unicode that are set aside for such letters, those to come included.
 */
const RIGHT_TO_LEFT = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`
const UNSEEN = String.raw`(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{Me}${BLANK}${RIGHT_TO_LEFT}]`
/** A mark that sits on something else than a letter, or on too many others, changes what stands around it. */
const STRAY_MARK = String.raw`(?<![\p{L}\p{M}])\p{M}|(?<=\p{M}{3})\p{M}`
/** Many spaces push the rest of a line to where it looks like another one. */
const MANY_SPACES = "(?<= {8}) "
/** Says that something is left out: only Pawl may say so. */
const DOTS = "\u2026"

const TO_ESCAPE = new RegExp(String.raw`${UNSEEN}|${STRAY_MARK}|${MANY_SPACES}|${DOTS}|\\`, "gu")
const TO_ESCAPE_IN_VALUE = new RegExp(`${UNSEEN}|${STRAY_MARK}|${MANY_SPACES}|${DOTS}`, "gu")
const TO_ESCAPE_IN_JSON = new RegExp(String.raw`(?![\n\r\t])(?:${UNSEEN}|${STRAY_MARK})`, "gu")

const SHORT: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }

/** On one line. A backslash begins an escape, so a literal one is doubled. */
export function escaped(text: string): string {
  return text.replace(TO_ESCAPE, inShort)
}

function inShort(found: string): string {
  return SHORT[found] ?? units(found)
}

/** What `escaped` was given. */
export function unescaped(text: string): string {
  const long = Object.fromEntries(Object.entries(SHORT).map(([from, to]) => [to, from]))
  return text.replace(/\\u([0-9a-f]{4})|\\./g, (found, hex?: string) =>
    hex === undefined ? (long[found] ?? found) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** A value as JSON on one line: its own escapes do for what cannot be seen, too, and `JSON.parse` is the way back. */
export function visibleValue(value: unknown): string {
  return JSON.stringify(value).replace(TO_ESCAPE_IN_VALUE, units)
}

/** JSON that was written elsewhere, on one line or many: the same value, with nothing in it that a terminal obeys. */
export function visibleJson(json: string): string {
  return json.replace(TO_ESCAPE_IN_JSON, units)
}

/** How a text becomes one that can be seen: as `escaped`, as `visibleValue` writes JSON, or not at all, for it is one. */
export type Writing = "text" | "json" | "visible"

/** What stands between two places of it, as it is written in the whole: that depends on what stands before. */
export function writtenPart(raw: string, writing: Writing, from = 0, to = raw.length): string {
  if (writing === "visible") return raw.slice(from, to)
  const start = Math.max(0, from - LOOKS_BACK)
  const skipped = from - start
  const [pattern, write] = writing === "text" ? [TO_ESCAPE, inShort] : [TO_ESCAPE_IN_VALUE, units]
  const part = raw.slice(start, to)
  return part.replace(pattern, (found, at: number) => (at < skipped ? found : write(found))).slice(skipped)
}

/** More than any pattern above looks at before the place where it matches. */
const LOOKS_BACK = 16

/**
 * How many columns it takes at most. Which characters a terminal draws twice as wide differs, and who counts one too few
 * leaves the end of a row to be wrapped: all that is not ASCII counts twice.
 */
export function columnsOf(visible: string): number {
  let columns = 0
  for (const character of visible) columns += character === "\t" ? 8 : character < "\u0080" ? 1 : 2
  return columns
}

/**
 * Rows of a long text: no row of it is wrapped by the terminal, so each can be told from what Pawl says. Together they are
 * the text; `atSpaces` keeps words together where it can.
 */
export function rowsOf(visible: string, width: number, how?: { readonly atSpaces?: boolean }): readonly string[] {
  return [...rowsIn([visible], width, how)]
}

/** One by one, of a text that comes in whole pieces: whoever tells very many can do something else in between. */
export function* rowsIn(visible: Iterable<string>, width: number, { atSpaces = false } = {}): Generator<string> {
  let row = ""
  let taken = 0
  for (const part of visible) {
    for (const piece of piecesOf(part)) {
      const columns = columnsOf(piece)
      if (row !== "" && taken + columns > width) {
        const space = atSpaces ? row.lastIndexOf(" ") + 1 : 0
        const end = space > row.length / 2 ? space : row.length
        yield row.slice(0, end)
        row = row.slice(end)
        taken = columnsOf(row)
      }
      row += piece
      taken += columns
    }
  }
  yield row
}

/** An escape is never cut in two, nor is a character. */
export function piecesOf(visible: string): readonly string[] {
  return visible.match(/\\u[0-9a-f]{4}|\\.|./gsu) ?? []
}

function units(text: string): string {
  let written = ""
  for (let at = 0; at < text.length; at++) written += `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`
  return written
}
