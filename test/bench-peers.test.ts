// The table that `npm run bench -- peers` writes into docs/performance.md, and how often it measures whom.
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { fitting, inTurns } from "../bench/loop/sampling.ts"
import { type Measured, toMarkdown, withTable } from "../bench/peers/markdown.ts"

const PAGE = readFileSync(new URL("../docs/performance.md", import.meta.url), "utf8")
const SCALE = { short: 50, long: 500, chunks: 20_000, crowd: 1000, idealMs: 800 }
const LOAD = { before: 0.25, after: 1.91 }

function measured(title: string, ms: number, processes = { turns: 7, crowd: 3 }): Measured {
  const cost = { cpuMs: ms, wallMs: 800 * ms, kb: 1000 * ms }
  const name = title.replace(/ \(.*/, "")
  return { name, title, lacks: "no store", first: cost, steady: cost, long: cost, chunks: cost, crowd: cost, processes }
}

describe("the table of docs/performance.md", () => {
  it("has CPU beside fetch, wall time beside the ideal, and kilobytes of a session", () => {
    const table = toMarkdown([measured("Pawl", 3), measured("fetch", 2)], SCALE, LOAD)
    expect(table).toContain("| Pawl | 1.50 | 1.50 | 1.50 | 1.50 | 1.50 | 3.00 | 3 | no store |")
    expect(table).toContain("| fetch | 1.00 | 1.00 | 1.00 | 1.00 | 1.00 | 2.00 | 2 | no store |")
  })

  it("says how many processes were measured, who had fewer, and what the machine did besides", () => {
    const slow = measured("Slow (`slow` 1.0.0)", 9, { turns: 2, crowd: 1 })
    const [note] = toMarkdown([measured("fetch", 2), slow], SCALE, LOAD)
      .split("\n")
      .slice(-1)
    expect(note).toMatch(
      /^Node \S+; medians of 7 processes \(Slow 2\), with 1,000 sessions of 3 processes \(Slow 1\); a load of 0\.3 before and 1\.9 at the end, on \d+ cores\.$/,
    )
    expect(toMarkdown([measured("fetch", 2)], SCALE, LOAD)).toContain(
      "medians of 7 processes, with 1,000 sessions of 3",
    )
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

describe("the samples of a comparison", () => {
  /** A contender is named by the milliseconds that its samples take. */
  async function sampled(takes: readonly number[], budgetMs: number) {
    let now = 0
    const order: string[] = []
    const found = await inTurns(
      takes.map((ms) => ({ name: `takes ${ms}` })),
      { samples: 3, budgetMs },
      async ({ name }) => {
        order.push(name)
        now += Number(name.slice(6))
        return now
      },
      () => now,
    )
    return { order, counts: Object.values(found).map(({ length }) => length), now }
  }

  it("are taken in turns", async () => {
    const { order } = await sampled([1, 2], 1000)
    expect(order).toEqual(["takes 1", "takes 2", "takes 1", "takes 2", "takes 1", "takes 2"])
  })

  it.each([
    [[10, 20], 1000, [3, 3]],
    [[10, 50], 200, [3, 2]],
    [[10, 400], 200, [3, 1]],
    [[500, 600], 200, [1, 1]],
  ])("of contenders that take %j ms are, within %i ms, %j", async (takes, budgetMs, expected) => {
    const { counts, now } = await sampled(takes, budgetMs)
    expect(counts).toEqual(expected)
    // None takes more than an equal share, unless one sample does.
    expect(now).toBeLessThanOrEqual(takes.reduce((sum, ms) => sum + Math.max(ms, budgetMs / takes.length), 0))
  })

  it.each([
    [7, 100, 4000, 7],
    [7, 1000, 4000, 4],
    [7, 5000, 4000, 0],
    [7, 1000, -1000, 0],
  ])("of %i units of %i ms each, %i ms have room for %i", (wanted, unitMs, budgetMs, expected) => {
    expect(fitting(wanted, unitMs, budgetMs)).toBe(expected)
  })
})
