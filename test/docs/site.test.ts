// The site without building it: where pages go, how their links are
// rewritten, the first page, and which files the server returns.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { linksIn, pagesIn, readPage } from "../../scripts/docs/markdown.ts"
import { publicNames } from "../../scripts/docs/public-api.ts"
import { eventTable } from "../../site/events.ts"
import { homePage } from "../../site/home.ts"
import { placed, placeOf } from "../../site/places.ts"
import { fileFor } from "../../site/serve.ts"
import { guides } from "../../site/sidebar.ts"
import { strangersIn } from "../../site/strangers.ts"

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
const PAGES = pagesIn(ROOT)

describe("pages of the site", () => {
  it("are all pages but those of the benchmarks and of the site itself, each at its own place", () => {
    const places = PAGES.map(placeOf)
    expect(PAGES.filter((page) => placeOf(page) === undefined)).toEqual([
      "bench/answers/sets/README.md",
      "bench/prefilter/README.md",
      "site/README.md",
    ])
    const shown = places.filter((place) => place !== undefined)
    expect(new Set(shown).size).toBe(shown.length)
    expect(shown).toEqual(
      expect.arrayContaining(["guide/index.md", "adr/0001-one-log.md", "glossary.md", "security.md"]),
    )
  })

  it("link only to pages of the site", () => {
    const shown = new Set(PAGES.map(placeOf))
    const links = PAGES.filter((page) => placeOf(page) !== undefined)
      .flatMap((page) => linksIn(placed(ROOT, page, readPage(ROOT, page))))
      .filter((link) => !/^(https?:|#|\/pictures\/)/.test(link))
    expect(links.length).toBeGreaterThan(100)
    expect(links.filter((link) => !shown.has(link.replace(/^\//, "").replace(/#.*/, "")))).toEqual([])
  })

  it.each([
    ["[a](docs/guide/mcp.md#add-one)", "[a](/guide/mcp.md#add-one)"],
    ["[a](docs/adr)", "[a](/adr/index.md)"],
    ["![a](docs/pictures/the-log.svg)", "![a](/pictures/the-log.svg)"],
    ["[LICENSE](LICENSE)", "LICENSE"],
    ["[`a`](package.json) and [b](#here)", "`a` and [b](#here)"],
    ["[a](https://example.com)", "[a](https://example.com)"],
    ["a {{ b }}", "a &#123;&#123; b }}"],
  ])("rewrite %s to %s", (source, expected) => {
    expect(placed(ROOT, "README.md", source)).toBe(expected)
  })
})

describe("the first page", () => {
  it("has the text of README.md", () => {
    const home = homePage(readPage(ROOT, "README.md"))
    expect(home).toContain("An agent runtime for TypeScript")
    expect(home).toContain("A turn is never lost")
    expect(home).toContain("npm ci && npm start")
  })

  it("is refused for a README.md without its parts", () => {
    expect(() => homePage("# Pawl\n\nWords.\n")).toThrow("four promises")
  })
})

describe("the sidebar and the event table", () => {
  it("list the guides in the order of their index", () => {
    const [first, ...others] = guides(readPage(ROOT, "docs/guide/README.md"))
    expect(first).toEqual({
      text: "Begin",
      items: expect.arrayContaining([{ text: "Events", link: "events" }]),
    })
    expect(others.length).toBeGreaterThan(3)
  })

  it("have a row for each event", () => {
    const table = eventTable(publicNames(ROOT))
    expect(table).toContain("| `turn-start` | A turn begins with what was said. |")
    expect(table).toContain("| `text-start`, `text-end`, `thinking-start`, `thinking-end` |")
    expect(table).toContain("| `approval-requested` |")
    expect(() => eventTable([])).toThrow("no longer found")
  })
})

describe("the site's server", () => {
  it.each([
    ["/places.ts", "places.ts"],
    ["/places.ts?a=b", "places.ts"],
    ["/reference/entries.js", "reference/entries.js"],
    ["/nothing", undefined],
    ["/../package.json", undefined],
    ["/%2e%2e/package.json", undefined],
    ["/..%2fpackage.json", undefined],
    ["/%zz", undefined],
  ])("resolves %s to the file %s", (url, expected) => {
    const folder = join(ROOT, "site")
    expect(fileFor(folder, url)).toBe(expected && join(folder, expected))
  })
})

describe("requests to other machines", () => {
  it("are found in what a browser would fetch, and not in links", () => {
    const folder = mkdtempSync(join(tmpdir(), "pawl-site-"))
    try {
      writeFileSync(join(folder, "good.html"), '<a href="https://example.com">a</a><script src="/app.js"></script>')
      writeFileSync(join(folder, "good.css"), "a { background: url(/a.png) }")
      expect(strangersIn(folder)).toEqual([])
      writeFileSync(join(folder, "bad.html"), '<link rel="stylesheet" href="//fonts.example.com/a.css">')
      writeFileSync(join(folder, "bad.css"), '@import "https://example.com/a.css"')
      writeFileSync(join(folder, "bad.js"), 'fetch("https://example.com/a")')
      expect(strangersIn(folder).map((found) => found.split(":")[0])).toEqual(["bad.css", "bad.html", "bad.js"])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
