// Sub-agents stand below the session that delegated to them.
import type { Fact } from "@pawl/client"
import { describe, expect, it } from "vitest"
import { groupsOf, isUnderWay, nowOf } from "./groups-of.ts"

const started: Fact = {
  v: 1,
  seq: 1,
  at: 1000,
  type: "turn-started",
  turn: 1,
  input: [{ type: "text", text: "Count\nthem" }],
}
const ended: Fact = { v: 1, seq: 9, at: 9000, type: "turn-finished", turn: 1, outcome: "completed" }
const delegated = (seq: number, child: string, given: object = {}): Fact => ({
  v: 1,
  seq,
  at: seq * 1000,
  type: "tool-started",
  call: `c${seq}`,
  name: "delegate",
  arguments: given,
  child,
})

describe("groups", () => {
  it("has the children of a session below it, each with what it was asked to do", () => {
    const logs = new Map([
      ["a", { facts: [started, delegated(2, "b"), delegated(3, "c")], now: 9000 }],
      ["b", { facts: [started, delegated(2, "d", { title: "Counter" })], now: 9000 }],
      ["d", { facts: [started], now: 9000 }],
    ])
    const told = groupsOf("a", logs).map(({ session, depth, title }) => [session, depth, title])
    // Nothing is known of "c" yet.
    expect(told).toEqual([
      ["a", 0, ""],
      ["b", 1, "Count"],
      ["d", 2, "Counter"],
    ])
  })

  it("ends when a log names itself as its child", () => {
    expect(groupsOf("a", new Map([["a", { facts: [delegated(2, "a")], now: 1 }]])).length).toBeLessThan(10)
  })

  it.each([
    [[], false, 0],
    [[started], true, 70_500],
    [[started, ended], false, 9000],
  ])("knows whether a turn is under way, and how late it is: %#", (facts, isOn, now) => {
    expect(isUnderWay(facts)).toBe(isOn)
    expect(nowOf(facts, 70_000, 70_500)).toBe(now)
  })

  it("goes on from the last fact where the clock of the browser is slow", () => {
    expect(nowOf([started], 200, 500)).toBe(1300)
  })
})
