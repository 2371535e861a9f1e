// The facts of one turn are found in the log.
import type { Fact } from "@pawl/client"
import { describe, expect, it } from "vitest"
import type { ViewTurn } from "../../data/view/session-view.ts"
import { ofTurn, rangeOf } from "./turn-range.ts"

const turn = (number: number, seq: number): ViewTurn => ({
  turn: number,
  trace: "t",
  startedAt: 1,
  messages: [{ role: "user", seq, at: 1, parts: [] }],
})
const fact = (seq: number, type: Fact["type"], more: object = {}): Fact => ({ v: 1, seq, at: seq, type, ...more })

describe("the facts of a turn", () => {
  it.each([
    [1, { from: 1, to: 50 }],
    [2, { from: 30, to: 90 }],
    [3, { from: 70 }],
    [9, { from: 1, to: 2 }],
  ])("of turn %d are in %j", (number, range) => {
    expect(rangeOf([turn(1, 2), turn(2, 50), turn(3, 90)], number)).toEqual(range)
  })

  it("begin with its start, and end before the next one", () => {
    const facts = [
      fact(1, "nudged"),
      fact(2, "turn-started", { turn: 1 }),
      fact(3, "turn-finished", { turn: 1 }),
      fact(4, "compaction-asked"),
      fact(5, "turn-started", { turn: 2 }),
    ]
    expect(ofTurn(facts, 1).map(({ seq }) => seq)).toEqual([2, 3, 4])
    expect(ofTurn(facts, 2).map(({ seq }) => seq)).toEqual([5])
  })
})
