// How Markdown becomes HTML here: no picture is fetched, addresses lead only to the web and to mail, maths is set aside for KaTeX.
import { Marked } from "marked"
import { mathExtensions } from "./math.ts"

const escaped: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (each) => escaped[each] ?? each)
}

/** Where a link may lead. */
export const SAFE_LINK = /^(?:https?:|mailto:)/i
/** Pictures that are in the text itself, of types that browsers only draw. */
export const SAFE_IMAGE = /^data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]+$/i

/** Tags that answers use where Markdown has no sign. They keep no attributes; all others are shown as they were written. */
const PLAIN_TAGS =
  /^(?:b|br|blockquote|code|dd|del|details|dl|dt|em|h[1-6]|hr|i|ins|kbd|li|mark|ol|p|pre|q|s|samp|small|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul|var)$/i

/** HTML in an answer. A browser that is never given a style, an address or a handler has nothing to refuse. */
function plainHtml(html: string): string {
  const pieces = html.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, "").split(/(<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>)/i)
  return pieces.map((piece) => plainTag(piece) ?? escapeHtml(piece)).join("")
}

function plainTag(piece: string): string | undefined {
  const [, slash = "", name = ""] = /^<(\/?)([a-z][\w-]*)/i.exec(piece) ?? []
  return PLAIN_TAGS.test(name) ? `<${slash}${name.toLowerCase()}>` : undefined
}

export const markdown = new Marked({ gfm: true, breaks: false, async: false })

markdown.use({
  extensions: mathExtensions,
  renderer: {
    html: ({ text }) => plainHtml(text),
    link({ href, title, tokens }) {
      const words = this.parser.parseInline(tokens)
      if (!SAFE_LINK.test(href)) return words
      return `<a href="${escapeHtml(href)}"${title ? ` title="${escapeHtml(title)}"` : ""}>${words}</a>`
    },
    // A picture from elsewhere would tell its server that the answer was read, and what stands in the address.
    image({ href, text }) {
      const alt = escapeHtml(text)
      if (SAFE_IMAGE.test(href)) return `<img src="${escapeHtml(href)}" alt="${alt}">`
      if (!SAFE_LINK.test(href)) return alt
      return `<a href="${escapeHtml(href)}">${alt === "" ? escapeHtml(href) : alt}</a>`
    },
    code({ text, lang = "" }) {
      return `<pre><code data-lang="${escapeHtml(lang.split(/\s/)[0] ?? "")}">${escapeHtml(text)}</code></pre>`
    },
    checkbox({ checked }) {
      return checked ? "☑ " : "☐ "
    },
  },
})
