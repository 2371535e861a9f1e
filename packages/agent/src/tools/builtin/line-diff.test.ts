import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { lineDiff } from "./line-diff.ts"

describe("a diff", () => {
  it("of equal texts is empty", () => {
    expect(lineDiff("a\n", "a\n")).toBe("")
  })

  it("leads from the one text to the other: patch applies it", () => {
    const folder = mkdtempSync(join(tmpdir(), "pawl-diff-"))
    const file = join(folder, "f")
    const content = fc
      .array(fc.constantFrom("a", "b", "c", "", "long line"), { maxLength: 30 })
      .chain((lines) => fc.constantFrom("", "\n").map((end) => lines.join("\n") + end))
    try {
      fc.assert(
        fc.property(content, content, (before, after) => {
          fc.pre(before !== after && before !== "" && after !== "")
          writeFileSync(file, before)
          const patch = `--- f\n+++ f\n${lineDiff(before, after)}\n`
          execFileSync("patch", ["-s", "-p0", file], { input: patch })
          expect(readFileSync(file, "utf8")).toBe(after)
        }),
        { numRuns: 100 },
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it("is bounded, in length and in time", () => {
    const many = (letter: string) => Array.from({ length: 50_000 }, (_, index) => `${letter}${index}`).join("\n")
    const began = performance.now()
    const shown = lineDiff(many("a"), many("b"), { maxLines: 10 }).split("\n")
    expect(shown).toHaveLength(11)
    expect(shown.at(-1)).toMatch(/^\.\.\. \d+ more lines of changes$/)
    expect(performance.now() - began).toBeLessThan(3000)
  })
})
