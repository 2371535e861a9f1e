// Splits XML into tags and texts in one pass. Nothing in it can refer to anything, load anything or expand.
// Declarations (a DTD, custom entities) are refused, because no Word document has any.

export type Piece =
  | { readonly kind: "open"; readonly name: string; readonly attributes: string; readonly isEmpty: boolean }
  | { readonly kind: "close"; readonly name: string }
  | { readonly kind: "text"; readonly text: string }

/** The XML has a declaration, or nests too deeply. */
export class HostileXml extends Error {}

const MAX_DEPTH = 10_000

/** Stops at an incomplete tag, because its rest is unknown. */
export function* xmlPieces(xml: string): Generator<Piece, void, void> {
  let at = 0
  let depth = 0
  while (at < xml.length) {
    const next = xml.indexOf("<", at)
    const end = next < 0 ? xml.length : next
    if (end > at) yield { kind: "text", text: decoded(xml.slice(at, end)) }
    if (next < 0) return
    const aside = asideAt(xml, next)
    if (aside !== undefined) {
      if (aside.text !== undefined) yield { kind: "text", text: aside.text }
      at = aside.end
      continue
    }
    const close = tagEnd(xml, next + 1)
    if (close < 0) return
    const piece = tagOf(xml.slice(next + 1, close))
    if (piece.kind === "open" && !piece.isEmpty && ++depth > MAX_DEPTH) throw new HostileXml()
    if (piece.kind === "close") depth--
    yield piece
    at = close + 1
  }
}

interface Aside {
  readonly end: number
  readonly text?: string
}

/** Skips comments and processing instructions, and returns the text of CDATA. */
function asideAt(xml: string, at: number): Aside | undefined {
  if (xml.startsWith("<!--", at)) return { end: after(xml, "-->", at + 4) }
  if (xml.startsWith("<?", at)) return { end: after(xml, "?>", at + 2) }
  if (xml.startsWith("<![CDATA[", at)) {
    const end = after(xml, "]]>", at + 9)
    return { end, text: xml.slice(at + 9, end - 3) }
  }
  if (xml.startsWith("<!", at)) throw new HostileXml()
  return undefined
}

function after(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from)
  return at < 0 ? xml.length : at + mark.length
}

/** A quoted attribute value may contain ">". */
function tagEnd(xml: string, from: number): number {
  let quote = ""
  for (let at = from; at < xml.length; at++) {
    const letter = xml[at] ?? ""
    if (quote !== "") quote = letter === quote ? "" : quote
    else if (letter === '"' || letter === "'") quote = letter
    else if (letter === ">") return at
  }
  return -1
}

function tagOf(inner: string): Piece {
  if (inner.startsWith("/")) return { kind: "close", name: inner.slice(1).trim() }
  const isEmpty = inner.endsWith("/")
  const end = inner.search(/[\s/]/)
  const name = end < 0 ? inner : inner.slice(0, end)
  return { kind: "open", name, attributes: end < 0 ? "" : inner.slice(end, isEmpty ? -1 : undefined), isEmpty }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

/** Decodes XML's five entities and numeric references; anything else stays as written. */
function decoded(text: string): string {
  if (!text.includes("&")) return text
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,4}));/gi, (whole, hex, number, name) => {
    if (name !== undefined) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] ?? whole) : whole
    const code = hex === undefined ? Number(number) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ""
  })
}
