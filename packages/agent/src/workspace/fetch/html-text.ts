// Turns an HTML page into plain text: what a reader sees, one line a block, links with their address. One pass, without a
// tree.

/** Elements whose content a reader does not see. */
const HIDDEN = ["script", "style", "noscript", "template", "svg", "head", "iframe", "object"]
const BLOCKS = new Set(
  "address article aside blockquote br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td th thead tr ul".split(
    " ",
  ),
)

export function htmlText(html: string, base?: URL): string {
  const title = /<title[^>]{0,200}>([^<]{1,500})/i.exec(html.slice(0, 100_000))?.[1]
  const body = textOf(html, base)
  const heading = title === undefined ? "" : `${tidy(decode(title))}\n\n`
  return heading + tidy(body)
}

function textOf(html: string, base: URL | undefined): string {
  const out: string[] = []
  const links: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf("<", at)
    if (open === -1) break
    if (open > at) out.push(inline(html.slice(at, open)))
    const name = tagName(html, open)
    if (name === undefined) {
      // A "<" that starts no tag is text.
      out.push("<")
      at = open + 1
    } else if (name === "!--") at = behind(html, "-->", open)
    else {
      const close = tagEnd(html, open)
      const tag = html.slice(open + 1, close)
      out.push(mark(name, tag, links, base))
      const isHidden = HIDDEN.includes(name) && !tag.endsWith("/")
      at = isHidden ? behind(html, ">", behind(html, `</${name}`, close)) : close + 1
    }
  }
  if (at < html.length) out.push(inline(html.slice(at)))
  return out.join("")
}

function tagName(html: string, open: number): string | undefined {
  TAG_NAME.lastIndex = open
  return TAG_NAME.exec(html)?.[1]?.toLowerCase()
}

const TAG_NAME = /<(\/?[a-z][a-z0-9]{0,30}|!--|[!?])/iy

/** The position after the next occurrence, ignoring case, or the end: an unclosed element reaches to the end. */
function behind(html: string, wanted: string, from: number): number {
  const search = new RegExp(wanted, "gi")
  search.lastIndex = from
  return search.exec(html) === null ? html.length : search.lastIndex
}

/** A ">" in a quoted attribute does not end the tag. */
function tagEnd(html: string, open: number): number {
  let quote = ""
  const limit = Math.min(html.length, open + 10_000)
  for (let at = open + 1; at < limit; at++) {
    const char = html[at] ?? ""
    if (quote !== "") quote = char === quote ? "" : quote
    else if (char === ">") return at
    else if (char === '"' || char === "'") quote = html[at - 1] === "=" ? char : ""
  }
  return limit
}

function mark(name: string, tag: string, links: string[], base: URL | undefined): string {
  if (name === "a") {
    const target = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag)
    links.push(addressOf(decode(target?.[1] ?? target?.[2] ?? target?.[3] ?? ""), base))
    return ""
  }
  if (name === "/a") {
    const address = links.pop() ?? ""
    return address === "" ? "" : ` (${address})`
  }
  if (name === "li") return "\n- "
  const heading = /^h([1-6])$/.exec(name)?.[1]
  if (heading !== undefined) return `\n\n${"#".repeat(Number(heading))} `
  if (name === "p" || name === "/p" || /^\/h[1-6]$/.test(name)) return "\n\n"
  if (name === "td" || name === "th") return "\t"
  if (name === "/td" || name === "/th" || name === "/li") return ""
  return BLOCKS.has(name.replace("/", "")) ? "\n" : ""
}

function addressOf(href: string, base: URL | undefined): string {
  if (href === "" || href.startsWith("#")) return ""
  const url = URL.parse(href, base?.href)
  return url?.protocol === "http:" || url?.protocol === "https:" ? url.href : ""
}

function inline(text: string): string {
  return decode(text.replace(/\s+/g, " "))
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  copy: "©",
  euro: "€",
  middot: "·",
  bull: "•",
  times: "×",
  rarr: "→",
}

function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (whole, hex, decimal, name: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

function tidy(text: string): string {
  const lines = text.split("\n").map((line) => line.replace(/[ \u00a0]+/g, " ").trim())
  return lines
    .filter((line, index) => line !== "" || (lines[index - 1] ?? "") !== "")
    .join("\n")
    .trim()
}
