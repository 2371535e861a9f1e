// Turns a part of a Word document into the text that a person would see: paragraphs, lists, tables, notes. Deleted,
// moved and hidden text is left out, and so are fallbacks for other programs.
import { type Piece, xmlPieces } from "./xml-pieces.ts"

/** Yields piece by piece, so that the caller can stop when it has enough. */
export function* wordText(xml: string): Generator<string, void, void> {
  const prefix = prefixIn(xml)
  const reading = { text: "", cells: 0, skipped: "", isHidden: false, isText: false, isRun: false }
  for (const piece of xmlPieces(xml)) {
    if (piece.kind === "text") {
      if (reading.isText && !reading.isHidden && reading.skipped === "") reading.text += piece.text
      continue
    }
    if (reading.skipped !== "") {
      if (piece.kind === "close" && piece.name === reading.skipped) reading.skipped = ""
      continue
    }
    const name = localName(piece.name, prefix)
    if (piece.kind === "open") {
      if (SKIPPED.has(name) && !piece.isEmpty) reading.skipped = piece.name
      else opened(name, piece, reading)
    }
    if (piece.kind === "close" || piece.isEmpty) closed(name, reading)
    if (reading.text.length >= A_PIECE && (name === "p" || name === "tc" || name === "tr")) {
      yield reading.text
      reading.text = ""
    }
  }
  if (reading.text !== "") yield reading.text
}

const A_PIECE = 4096

interface TextSoFar {
  text: string
  /** How many nested table cells are open. */
  cells: number
  /** The element whose content is being skipped. */
  skipped: string
  isHidden: boolean
  isText: boolean
  isRun: boolean
}

/** Deleted text, moved text, and fallbacks for older programs. Names outside Word's namespace are written in full. */
const SKIPPED = new Set(["del", "moveFrom", "mc:Fallback"])

const MARKS: Readonly<Record<string, string>> = { tab: "\t", br: "\n", cr: "\n", noBreakHyphen: "-" }

function opened(name: string, { attributes }: Extract<Piece, { kind: "open" }>, reading: TextSoFar): void {
  if (name === "t" || name === "m:t") reading.isText = true
  else if (name === "r") [reading.isRun, reading.isHidden] = [true, false]
  else if (name === "vanish") reading.isHidden = reading.isRun && !/val\s*=\s*["'](?:0|false|off)["']/.test(attributes)
  else if (name === "tc") reading.cells++
  else if (name === "numPr") reading.text += "- "
  // Counts only inside a run; a tab in a paragraph's settings defines a tab stop.
  else if (name in MARKS && reading.isRun && !reading.isHidden) reading.text += MARKS[name]
  else if (/^(?:footnote|endnote)(?:Reference)?$/.test(name)) reading.text += noteMark(attributes)
}

function closed(name: string, reading: TextSoFar): void {
  if (name === "t" || name === "m:t") reading.isText = false
  else if (name === "r") [reading.isRun, reading.isHidden] = [false, false]
  else if (name === "p") reading.text += reading.cells > 0 ? " " : "\n"
  else if (name === "tr") reading.text = `${reading.text.replace(/[ |]+$/, "")}\n`
  else if (name === "tc") {
    reading.cells = Math.max(0, reading.cells - 1)
    reading.text = `${reading.text.trimEnd()} | `
  }
}

/** Notes with a type draw the line above the notes, and have no text. */
function noteMark(attributes: string): string {
  const [, id] = /\bid\s*=\s*["'](\d{1,6})["']/.exec(attributes) ?? []
  return id === undefined || /\btype\s*=/.test(attributes) ? "" : `[${id}] `
}

/** The namespace prefix of Word's elements: mostly "w", but a document may choose another. */
function prefixIn(xml: string): string {
  const [, , prefix] =
    /\sxmlns(:([\w.-]+))?\s*=\s*["'][^"']*wordprocessingml[^"']*main["']/.exec(xml.slice(0, 20_000)) ?? []
  return prefix ?? "w"
}

function localName(name: string, prefix: string): string {
  return name.startsWith(`${prefix}:`) ? name.slice(prefix.length + 1) : name
}
