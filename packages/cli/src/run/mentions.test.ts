// Which words of a prompt mean files.
import { describe, expect, it } from "vitest"
import { looksLikeFile, mentionsIn, unescaped } from "./mentions.ts"

const pathsIn = (text: string) => mentionsIn(text).map(({ paths }) => paths)

describe("words that begin with @", () => {
  it.each<readonly [string, readonly (readonly string[])[]]>([
    ["@report.pdf", [["report.pdf"]]],
    ["Summarise @report.pdf and @shots/a.png", [["report.pdf"], ["shots/a.png"]]],
    ["See @a.pdf.", [["a.pdf.", "a.pdf"]]],
    ["(as in @a.pdf).", [["a.pdf).", "a.pdf)", "a.pdf"]]],
    ["(@a.pdf)", [["a.pdf)", "a.pdf"]]],
    ['Read @"with spaces.pdf", please', [["with spaces.pdf"]]],
    ["Read @'it is.pdf'", [["it is.pdf"]]],
    ["lines\n@a.md\n@b.md", [["a.md"], ["b.md"]]],
    ["mail ada@example.org", []],
    ["\\@a.pdf and \\@b.pdf", []],
    ["a lone @ sign, @@ -1,3 +1,4 @@", []],
    ['import x from "@/lib/x.ts"', []],
  ])("in %j", (text, expected) => {
    expect(pathsIn(text)).toEqual(expected)
  })

  it("lose the backslash that escapes them", () => {
    expect(unescaped("\\@a (\\@b) c\\@d @e")).toBe("@a (@b) c\\@d @e")
  })

  it.each([
    ["@gone.pdf", true],
    ["@shots/a.png", true],
    ["@src/run/turn", true],
    ["@./here", true],
    ['@"anything at all"', true],
    ["@ada", false],
    ["@types/node", false],
    ["@earendil-works/pi-tui", false],
    ["@example.org", false],
    ['@app.route("/x")', false],
    ["@Component({selector: 'a/b'})", false],
    ["@media", false],
  ])("looksLikeFile of %s, which names no file, is %s", (text, expected) => {
    expect(mentionsIn(text).map(looksLikeFile)).toEqual([expected])
  })

  // Linear time takes some tens of milliseconds, quadratic time many minutes; anything between is a busy machine.
  it("are found in a megabyte of text at once", { timeout: 120_000 }, () => {
    const texts = [
      "@a ".repeat(350_000),
      '@"a '.repeat(260_000),
      "@".repeat(1_000_000),
      `@${"a".repeat(1_000_000)}`,
      "\\@(".repeat(350_000),
    ]
    for (const text of texts) {
      const began = performance.now()
      mentionsIn(text)
      unescaped(text)
      expect(performance.now() - began).toBeLessThan(20_000)
    }
  })
})
