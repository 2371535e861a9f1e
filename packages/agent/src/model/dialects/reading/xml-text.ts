// The text of an element. CDATA is kept exactly, and so is plain text, except for the line breaks that pretty printing
// adds after the opening tag and before the closing tag: models indent elements, but mean CDATA literally.
import { decodeEntities } from "./entities.ts"
import type { XmlNode } from "./xml-scanner.ts"

export function textOf(node: XmlNode, raw: string): string {
  // Elements inside what should be text are that text, as written: for example an HTML page that the model did not
  // escape.
  if (node.children.length > 0) return withoutLayout(raw.slice(node.inner, node.end))
  if (node.cdata.length === 0) return decodeEntities(withoutLayout(raw.slice(node.inner, node.end)))
  return withCdata(node, raw)
}

/** What is wrong inside the element; undefined if nothing is. */
export function flawIn({ name, unclosed }: XmlNode): string | undefined {
  if (unclosed === undefined || unclosed.isGlued) return undefined
  return `<${unclosed.name}> inside <${name}> is never closed`
}

const CDATA_OPEN = "<![CDATA[".length
const CDATA_CLOSE = "]]>".length

function withCdata(node: XmlNode, raw: string): string {
  const pieces: { readonly text: string; readonly isCdata: boolean }[] = []
  let at = node.inner
  for (const [from, to] of node.cdata) {
    pieces.push(
      { text: raw.slice(at, from - CDATA_OPEN), isCdata: false },
      { text: raw.slice(from, to), isCdata: true },
    )
    at = to + CDATA_CLOSE
  }
  pieces.push({ text: raw.slice(at, node.end), isCdata: false })
  const isOnlyCdata = pieces.every(({ text, isCdata }) => isCdata || text.trim() === "")
  const kept = isOnlyCdata ? pieces.filter(({ isCdata }) => isCdata) : pieces
  return kept.map(({ text, isCdata }) => (isCdata ? text : decodeEntities(text))).join("")
}

function withoutLayout(text: string): string {
  const [first, last] = [text.indexOf("\n"), text.lastIndexOf("\n")]
  const isLaidOut = first >= 0 && text.slice(0, first).trim() === "" && text.slice(last).trim() === ""
  if (!isLaidOut) return text
  const inside = text.slice(first + 1, Math.max(first + 1, last))
  // The indentation of a single line belongs to the element; in several lines it belongs to the text.
  return inside.includes("\n") ? inside.replace(/\r$/, "") : inside.trim()
}
