// Every relative link and anchor of every Markdown page has a target, and every page of docs is listed in its index.
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { brokenLinks } from "../../scripts/docs/links.ts"
import { anchorsIn, linksIn, pagesIn, readPage, slugOf, withLinks } from "../../scripts/docs/markdown.ts"

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
const PAGES = pagesIn(ROOT)

describe("links", () => {
  it("of all pages lead to existing files and headings", () => {
    expect(PAGES).toEqual(expect.arrayContaining(["README.md", "docs/security.md", "packages/agent/src/mcp/README.md"]))
    expect(PAGES.flatMap((page) => linksIn(readPage(ROOT, page))).length).toBeGreaterThan(150)
    expect(PAGES.flatMap((page) => brokenLinks(ROOT, page))).toEqual([])
  })

  it.each([
    ["a file that is not there", "[a](docs/nowhere.md)", "leads to no file"],
    ["a heading that is not there", "[a](docs/security.md#nowhere)", "names no heading of that page"],
    ["a heading of its own that is not there", "# Here\n[a](#there)", "names no heading of that page"],
    ["a picture that is not there", "![a](shot.png)", "leads to no file"],
    ["a named target that is not there", "[a][b]\n\n[b]: nowhere.md", "leads to no file"],
    ["a place outside", "[a](../elsewhere.md)", "leads out of the repository"],
    ["a heading of what is no page", "[a](package.json#scripts)", "names a heading of what is no page"],
  ])("to %s are reported", (_, source, why) => {
    expect(brokenLinks(ROOT, "planted.md", source)).toEqual([expect.stringContaining(why)])
  })

  it.each([
    ["in a block", "```md\n[a](nowhere.md)\n```"],
    ["in words of code", "`[a](nowhere.md)`"],
    ["to other sites", "[a](https://example.com/nowhere.md#there)"],
    ["to a heading with code and signs", "## `pawl -p`: what, and why?\n[a](#pawl--p-what-and-why)"],
    ["to the second heading of a name", "## Again\n## Again\n[a](#again-1)"],
  ])("%s are ignored", (_, source) => {
    expect(brokenLinks(ROOT, "planted.md", source)).toEqual([])
  })

  it("can be rewritten, but not in code", () => {
    const page = "[a](b.md) `[a](b.md)`\n```\n[a](b.md)\n```\n"
    const changed = withLinks(page, (text, target) => `[${text}](/${target})`)
    expect(changed).toBe("[a](/b.md) `[a](b.md)`\n```\n[a](b.md)\n```\n")
  })
})

describe("headings", () => {
  it("have the anchors that GitHub gives them", () => {
    expect(slugOf("What's in `a_b`, and [why](x.md)?")).toBe("whats-in-a_b-and-why")
    expect([...anchorsIn("# One\n## One\n```\n# None\n```\n### Two #\n")]).toEqual(["one", "one-1", "two"])
  })
})

describe.each(["docs/guide", "docs/adr"])("%s/README.md", (folder) => {
  it("lists every page of its folder once", () => {
    const index = `${folder}/README.md`
    const pages = PAGES.filter((page) => page.startsWith(`${folder}/`) && page !== index)
    expect(pages.length).toBeGreaterThan(15)
    const listed = linksIn(readPage(ROOT, index)).map((link) => `${folder}/${link}`)
    expect(listed.filter((link) => pages.includes(link)).sort()).toEqual(pages)
  })
})
