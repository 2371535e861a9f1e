import type { Fact } from "@pawl/client"
import { describe, expect, it } from "vitest"
import { callTimes } from "./call-times.ts"

const fact = (at: number, type: Fact["type"], more: object = {}): Fact => ({ type, v: 1, seq: at, at, ...more })
const asked = fact(100, "model-asked", { attempt: "1.1.1" })
const answered = fact(350, "model-answered", { attempt: "1.1.1", calls: [{ id: "c" }, { id: "d" }] })
const finished = fact(900, "tool-finished", { call: "c", ms: 40 })

describe("callTimes", () => {
  it.each<[name: string, facts: readonly Fact[], times: object]>([
    ["model and tool apart", [asked, answered, finished], { modelMs: 250, toolMs: 40 }],
    [
      "the time that a person took",
      [
        asked,
        answered,
        fact(400, "approval-requested", { call: "c" }),
        fact(700, "approval-settled", { call: "c" }),
        finished,
      ],
      { modelMs: 250, waitedMs: 300, toolMs: 40 },
    ],
    [
      "several waits together",
      [
        fact(1, "question-asked", { call: "c" }),
        fact(5, "question-answered", { call: "c" }),
        fact(10, "approval-requested", { call: "c" }),
        fact(20, "tool-finished", { call: "c", ms: 0 }),
      ],
      { waitedMs: 14, toolMs: 0 },
    ],
    ["nothing of another call", [asked, answered, fact(900, "tool-finished", { call: "d", ms: 40 })], { modelMs: 250 }],
    ["no model time without the request", [answered, finished], { toolMs: 40 }],
    ["nothing while a person is asked", [fact(400, "approval-requested", { call: "c" })], {}],
  ])("tells %s", (_name, facts, times) => expect(callTimes(facts, "c")).toEqual(times))
})
