// Turns a part of a Word document into the text that a person would see: paragraphs, lists, tables, notes. Deleted,
// moved and hidden text is left out, and so are fallbacks for other programs.
import { type Piece, xmlPieces } from "./xml-pieces.ts"

/** Yields piece by piece, so that the caller can stop when it has enough. */
export function* wordText(xml: string): Generator<string, void, void> {
  const prefix = prefixIn(xml)
  const soFar = { text: "", cells: 0, skipped: "", isHidden: false, isText: false, isRun: false }
  for (const piece of xmlPieces(xml)) {
    if (piece.kind === "text") {
      if (soFar.isText && !soFar.isHidden && soFar.skipped === "") soFar.text += piece.text
      continue
    }
    if (soFar.skipped !== "") {
      if (piece.kind === "close" && piece.name === soFar.skipped) soFar.skipped = ""
      continue
    }
    const name = localName(piece.name, prefix)
    if (piece.kind === "open") {
      if (SKIPPED.has(name) && !piece.isEmpty) soFar.skipped = piece.name
      else opened(name, piece, soFar)
    }
    if (piece.kind === "close" || piece.isEmpty) closed(name, soFar)
    if (soFar.text.length >= A_PIECE && (name === "p" || name === "tc" || name === "tr")) {
      yield soFar.text
      soFar.text = ""
    }
  }
  if (soFar.text !== "") yield soFar.text
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

function opened(name: string, { attributes }: Extract<Piece, { kind: "open" }>, soFar: TextSoFar): void {
  if (name === "t" || name === "m:t") soFar.isText = true
  else if (name === "r") [soFar.isRun, soFar.isHidden] = [true, false]
  else if (name === "vanish") soFar.isHidden = soFar.isRun && !/val\s*=\s*["'](?:0|false|off)["']/.test(attributes)
  else if (name === "tc") soFar.cells++
  else if (name === "numPr") soFar.text += "- "
  // Counts only inside a run; a tab in a paragraph's settings defines a tab stop.
  else if (name in MARKS && soFar.isRun && !soFar.isHidden) soFar.text += MARKS[name]
  else if (/^(?:footnote|endnote)(?:Reference)?$/.test(name)) soFar.text += noteMark(attributes)
}

function closed(name: string, soFar: TextSoFar): void {
  if (name === "t" || name === "m:t") soFar.isText = false
  else if (name === "r") [soFar.isRun, soFar.isHidden] = [false, false]
  else if (name === "p") soFar.text += soFar.cells > 0 ? " " : "\n"
  else if (name === "tr") soFar.text = `${soFar.text.replace(/[ |]+$/, "")}\n`
  else if (name === "tc") {
    soFar.cells = Math.max(0, soFar.cells - 1)
    soFar.text = `${soFar.text.trimEnd()} | `
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
