// What part of the time is shown, where spans stand, and which of them are drawn.
import { describe, expect, it } from "vitest"
import { barsOf } from "./drawn.ts"
import { lanesOf, rowsOf, spansAt } from "./lanes.ts"
import type { Span } from "./span.ts"
import { boundsOf, type Period, panned, SHORTEST_MS, showing, ticksOf, zoomed } from "./viewport.ts"

const ALL: Period = { from: 0, to: 1000 }

const span = (from: number, to: number, id = `${from}-${to}`, lane: Span["lane"] = "tools"): Span => ({
  id,
  session: "s",
  lane,
  kind: "tool",
  from,
  to,
  state: "ok",
  name: id,
  seqs: [1],
})

describe("the shown period", () => {
  it.each<readonly [string, Period, Period]>([
    ["zooms around its middle", zoomed(ALL, ALL, 2), { from: 250, to: 750 }],
    ["keeps what is under the pointer where it is", zoomed(ALL, ALL, 2, 200), { from: 100, to: 600 }],
    ["never shows more than there is", zoomed({ from: 400, to: 600 }, ALL, 0.01), ALL],
    [
      "stays within the time when it is zoomed out at an edge",
      zoomed({ from: 0, to: 200 }, ALL, 0.5, 200),
      { from: 0, to: 400 },
    ],
    ["moves", panned({ from: 0, to: 200 }, ALL, 300), { from: 300, to: 500 }],
    ["stops at the end", panned({ from: 700, to: 900 }, ALL, 300), { from: 800, to: 1000 }],
    ["stops at the start", panned({ from: 100, to: 300 }, ALL, -300), { from: 0, to: 200 }],
    ["stays when the span is seen", showing({ from: 0, to: 200 }, ALL, span(50, 100)), { from: 0, to: 200 }],
    ["moves on to a later span", showing({ from: 0, to: 200 }, ALL, span(290, 300)), { from: 110, to: 310 }],
    ["moves back to an earlier span", showing({ from: 500, to: 700 }, ALL, span(290, 300)), { from: 280, to: 480 }],
    ["is never empty", boundsOf([span(5, 5)]), { from: 5, to: 5 + SHORTEST_MS }],
    ["is not empty without spans", boundsOf([]), { from: 0, to: SHORTEST_MS }],
  ])("%s", (_what, period, expected) => {
    expect(period).toEqual(expected)
  })

  it("shows no less than the shortest period", () => {
    const { from, to } = zoomed(ALL, ALL, 1e9)
    expect(to - from).toBeCloseTo(SHORTEST_MS)
  })

  it.each([
    [{ from: 0, to: 1000 }, 0, 5, [0, 200, 400, 600, 800, 1000]],
    [{ from: 1000, to: 4000 }, 1000, 4, [1000, 2000, 3000, 4000]],
    [{ from: 0, to: 20 }, 0, 4, [0, 5, 10, 15, 20]],
    [{ from: 0, to: 3 * 86_400_000 }, 0, 1, [0, 3 * 86_400_000]],
  ])("has round times on its axis: %j from %d, at most %d", (shown, zero, most, ticks) => {
    expect(ticksOf(shown, zero, most)).toEqual(ticks)
  })
})

describe("rows", () => {
  it("puts what overlaps below each other, and what follows in the first free row", () => {
    const rows = rowsOf([span(0, 10), span(5, 15), span(10, 20), span(15, 25)])
    expect(rows.map((row) => row.map(({ id }) => id))).toEqual([
      ["0-10", "10-20"],
      ["5-15", "15-25"],
    ])
  })

  it("has no more rows than allowed, and loses nothing", () => {
    const rows = rowsOf(
      Array.from({ length: 50 }, (_, index) => span(index, 100, `${index}`)),
      3,
    )
    expect(rows).toHaveLength(3)
    expect(rows.flat()).toHaveLength(50)
  })

  it("leaves out lanes without spans", () => {
    expect(lanesOf([span(0, 1), span(0, 1, "w", "waits")]).map(({ name }) => name)).toEqual(["tools", "waits"])
  })

  it("says what goes on at a moment", () => {
    expect(spansAt([span(0, 10), span(5, 15), span(7, 7)], 7).map(({ id }) => id)).toEqual(["0-10", "5-15"])
  })
})

describe("bars", () => {
  it("leaves out what is not shown", () => {
    const bars = barsOf([span(0, 10), span(400, 500), span(900, 1000)], { from: 300, to: 600 }, 300, undefined)
    expect(bars).toMatchObject([{ start: 100, width: 100 }])
  })

  it("draws no more bars than there are pixels, however many spans there are", () => {
    const many = Array.from({ length: 5000 }, (_, index) => span(index, index + 1))
    expect(barsOf(many, { from: 0, to: 5000 }, 200, undefined).length).toBeLessThanOrEqual(200)
  })

  it("draws the selected span, also where others cover it", () => {
    const many = Array.from({ length: 5000 }, (_, index) => span(index, index + 1))
    expect(barsOf(many, { from: 0, to: 5000 }, 200, "123-124").map((bar) => bar.span.id)).toContain("123-124")
  })

  it("draws what went wrong, also among many that went well", () => {
    const many = Array.from({ length: 5000 }, (_, index) => span(index, index + 1))
    const row = many.map((each, index) => (index === 2501 ? { ...each, state: "failed" as const } : each))
    const drawn = barsOf(row, { from: 0, to: 5000 }, 200, undefined)
    expect(drawn.map((bar) => bar.span.state)).toContain("failed")
    expect(drawn.length).toBeLessThanOrEqual(100)
  })

  it("draws no more bars than there are pixels when all went wrong", () => {
    const many = Array.from({ length: 5000 }, (_, index) => ({ ...span(index, index + 1), state: "failed" as const }))
    expect(barsOf(many, { from: 0, to: 5000 }, 200, undefined).length).toBeLessThanOrEqual(200)
  })

  it("does not draw what is far outside of a long span", () => {
    const [bar] = barsOf([span(0, 1_000_000)], { from: 500_000, to: 500_100 }, 300, undefined)
    expect(bar).toMatchObject({ start: -8, width: 316 })
  })
})
