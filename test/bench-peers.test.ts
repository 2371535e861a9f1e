// The table that `npm run bench -- peers` writes into docs/performance.md.
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { type Measured, toMarkdown, withTable } from "../bench/peers/markdown.ts"

const PAGE = readFileSync(new URL("../docs/performance.md", import.meta.url), "utf8")
const SCALE = { short: 50, long: 500, chunks: 20_000, crowd: 1000, idealMs: 800, samples: 7 }

function measured(title: string, ms: number): Measured {
  const cost = { cpuMs: ms, wallMs: 800 * ms, kb: 1000 * ms }
  return { title, lacks: "no store", first: cost, steady: cost, long: cost, chunks: cost, crowd: cost }
}

describe("the table of docs/performance.md", () => {
  it("has CPU beside fetch, wall time beside the ideal, and kilobytes of a session", () => {
    const table = toMarkdown([measured("Pawl", 3), measured("fetch", 2)], SCALE)
    expect(table).toContain("| Pawl | 1.50 | 1.50 | 1.50 | 1.50 | 1.50 | 3.00 | 3 | no store |")
    expect(table).toContain("| fetch | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 2.00 | 2 | no store |")
  })

  it("takes the place of the one before it, and of nothing else", () => {
    const once = withTable(PAGE, "| first |")
    expect(once).toContain("| first |")
    expect(withTable(once, "| second |")).toBe(once.replace("| first |", "| second |"))
    expect(once.replace(/<!-- The table[\s\S]*<!-- Here/, "")).toBe(PAGE.replace(/<!-- The table[\s\S]*<!-- Here/, ""))
  })

  it("is refused by a page without room for it", () => {
    expect(() => withTable("# Performance\n", "| a |")).toThrow("has no room for the table")
  })
})
