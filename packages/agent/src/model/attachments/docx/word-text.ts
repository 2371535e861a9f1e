// A part of a Word document as the text a reader sees: paragraphs, lists, tables, notes. What was deleted, moved away or hidden
// is none of it, and neither is what another program would show instead.
import { type Piece, xmlPieces } from "./xml-pieces.ts"

/** Piece by piece, so that whoever has enough can stop. */
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
  /** How many cells of tables we are in, one in another. */
  cells: number
  /** The element whose contents do not count. */
  skipped: string
  isHidden: boolean
  isText: boolean
  isRun: boolean
}

/** Deleted, moved away, or there for programs that do not know better; a name in full where it is not Word's. */
const SKIPPED = new Set(["del", "moveFrom", "mc:Fallback"])

const MARKS: Readonly<Record<string, string>> = { tab: "\t", br: "\n", cr: "\n", noBreakHyphen: "-" }

function opened(name: string, { attributes }: Extract<Piece, { kind: "open" }>, reading: TextSoFar): void {
  if (name === "t" || name === "m:t") reading.isText = true
  else if (name === "r") [reading.isRun, reading.isHidden] = [true, false]
  else if (name === "vanish") reading.isHidden = reading.isRun && !/val\s*=\s*["'](?:0|false|off)["']/.test(attributes)
  else if (name === "tc") reading.cells++
  else if (name === "numPr") reading.text += "- "
  // A tab of a run; those in a paragraph's settings are where tabs stop.
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

/** Those that draw a line above the notes have a type, and no words. */
function noteMark(attributes: string): string {
  const [, id] = /\bid\s*=\s*["'](\d{1,6})["']/.exec(attributes) ?? []
  return id === undefined || /\btype\s*=/.test(attributes) ? "" : `[${id}] `
}

/** Mostly "w"; what it is called is the document's own affair. */
function prefixIn(xml: string): string {
  const [, , prefix] =
    /\sxmlns(:([\w.-]+))?\s*=\s*["'][^"']*wordprocessingml[^"']*main["']/.exec(xml.slice(0, 20_000)) ?? []
  return prefix ?? "w"
}

function localName(name: string, prefix: string): string {
  return name.startsWith(`${prefix}:`) ? name.slice(prefix.length + 1) : name
}
