// A block of Markdown as HTML that can do nothing: what is not on the list is left out.
import DOMPurify, { type Config } from "dompurify"
import { escapeHtml, markdown, SAFE_IMAGE, SAFE_LINK } from "./marked.ts"
import { beginMath, type Formula, hasMath, withMath } from "./math.ts"
import { isTooDeep } from "./too-deep.ts"

/** What answers are made of. No styles, classes, ids, forms, frames or drawings: nothing can cover the page or send anything. */
const TAGS =
  "a abbr b blockquote br code dd del details dl dt em h1 h2 h3 h4 h5 h6 hr i img ins kbd li mark ol p pre q s samp small span strong sub summary sup table tbody td tfoot th thead tr u ul var wbr"
const ATTRIBUTES = "href title alt src data-lang data-math start align colspan rowspan open dir lang"

const CONFIG: Config = {
  ALLOWED_TAGS: TAGS.split(" "),
  ALLOWED_ATTR: ATTRIBUTES.split(" "),
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: SAFE_LINK,
  // The others are no addresses: of these only their names are checked.
  ADD_URI_SAFE_ATTR: ATTRIBUTES.split(" ").filter((name) => name !== "href"),
  KEEP_CONTENT: true,
}

/** Their marks, columns and edges stand at the side where their words begin. Those inside of others stand as these do. */
const BOXES: ReadonlySet<string> = new Set(["UL", "OL", "BLOCKQUOTE", "TABLE"])

const purifier = DOMPurify()

purifier.addHook("uponSanitizeAttribute", (_node, event) => {
  if (event.attrName === "src" && !SAFE_IMAGE.test(event.attrValue)) event.keepAttr = false
})
purifier.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName === "A" && node.hasAttribute("href")) {
    node.setAttribute("target", "_blank")
    node.setAttribute("rel", "noopener noreferrer")
  }
  if (BOXES.has(node.tagName) && node.parentElement?.closest("[dir]") == null) node.setAttribute("dir", "auto")
  if (node.tagName === "IMG" && !node.hasAttribute("src")) node.remove()
})

type Draw = (formula: Formula) => string

/** What was drawn last: a text that becomes a message, or is shown again, is not read again. */
const drawn = new Map<string, string>()
const KEPT = 400

/** `draw` makes MathML of a formula. Without it a formula is shown as it was written. */
export function rendered(source: string, draw: Draw | undefined): string {
  const known = drawn.get(source)
  if (known !== undefined) return known
  beginMath()
  const html = purifier.sanitize(parsed(source), CONFIG)
  const whole = withMath(html, draw ?? asWritten)
  if (draw === undefined && hasMath()) return whole
  if (drawn.size >= KEPT) drawn.delete(drawn.keys().next().value ?? "")
  drawn.set(source, whole)
  return whole
}

function parsed(source: string): string {
  return isTooDeep(source) ? `<p>${escapeHtml(source)}</p>` : markdown.parse(source, { async: false })
}

function asWritten({ tex }: Formula): string {
  return `<code>${escapeHtml(tex)}</code>`
}
