import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { lineDiff } from "./line-diff.ts"

const folder = mkdtempSync(join(tmpdir(), "pawl-diff-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** The text after `patch` has applied the diff. */
function patched(before: string, diff: string): string {
  const file = join(folder, "f")
  writeFileSync(file, before)
  execFileSync("patch", ["-s", "-p0", file], { input: `--- f\n+++ f\n${diff}\n` })
  return readFileSync(file, "utf8")
}

describe("lineDiff", () => {
  it("is empty for equal texts", () => {
    expect(lineDiff("a\n", "a\n")).toBe("")
  })

  it("gives a diff that patch can apply", () => {
    const content = fc
      .array(fc.constantFrom("a", "b", "c", "", "long line"), { maxLength: 30 })
      .chain((lines) => fc.constantFrom("", "\n").map((end) => lines.join("\n") + end))
    fc.assert(
      fc.property(content, content, (before, after) => {
        fc.pre(before !== after && before !== "" && after !== "")
        expect(patched(before, lineDiff(before, after))).toBe(after)
      }),
      { numRuns: 100 },
    )
  })

  it.each([
    ["many lines that all differ", "a", "b", 50_000],
    ["one line of each", "a", "b", 1],
    ["only the end of the last line", "a\n", "a", 1],
    ["a line break at the beginning", "\nx", "x", 30_000],
  ])("gives a diff that patch can apply when there are too many lines to compare: %s", (_what, one, other, times) => {
    const text = (unit: string) => Array.from({ length: times }, (_, at) => `${unit}${at % 7}`).join("\n")
    const [before, after] = [`first\nsecond\n${text(one)}`, `first\nsecond\n${text(other)}\nlast\n`]
    expect(patched(before, lineDiff(before, after))).toBe(after)
  })

  it("is complete: the last of ten thousand changed lines is in it", () => {
    const lines = (unit: string) => Array.from({ length: 10_000 }, (_, at) => `${unit} ${at}\n`).join("")
    const shown = lineDiff(lines("old"), lines("new"))
    expect(shown.split("\n")).toHaveLength(20_001)
    expect(shown).toMatch(/\n\+new 9999$/)
  })

  it("says of several megabytes how much is left out, and where to find it", () => {
    const shown = lineDiff("", "\u{1f600}".repeat(2_000_000))
    expect(shown.length).toBeLessThan(1_000_200)
    expect(shown).toMatch(
      /\n\.\.\. 3,\d{3},\d{3} more characters of changes\. All that is written stands in the arguments of the call\.$/,
    )
    expect(shown.isWellFormed()).toBe(true)
    expect(lineDiff("", "x\n".repeat(5_000_000)).length).toBeLessThan(1_000_200)
  })
})
