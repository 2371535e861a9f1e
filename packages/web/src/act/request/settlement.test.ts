import type { Fact } from "@pawl/client"
import { describe, expect, it } from "vitest"
import { settlementIn } from "./settlement.ts"

const fact = (type: Fact["type"], more: object): Fact => ({ type, v: 1, seq: 1, at: 10, ...more })

describe("settlementIn", () => {
  it.each<[facts: readonly Fact[], expected: object]>([
    [[fact("approval-settled", { call: "c", decision: "approved", by: "ann" })], { how: "approved", by: "ann" }],
    [[fact("approval-settled", { call: "c", decision: "denied" })], { how: "denied" }],
    [[fact("question-answered", { call: "c", answer: "x", by: "bob" })], { how: "answered", by: "bob" }],
    [[fact("approval-settled", { call: "d", decision: "approved" })], { how: "gone" }],
    [[fact("approval-settled", { call: "c", decision: "approved", at: 4 })], { how: "gone" }],
    [[fact("tool-finished", { call: "c", outcome: "denied" })], { how: "gone" }],
    [[], { how: "gone" }],
  ])("of %j is %j", (facts, expected) => expect(settlementIn(facts, { call: "c", since: 5 })).toEqual(expected))
})
