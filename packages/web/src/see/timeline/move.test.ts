// Keys on a timeline.
import { describe, expect, it } from "vitest"
import { stepOf } from "./move.ts"
import type { Span } from "./span.ts"

const span = (id: string, lane: Span["lane"], from: number, to: number, session = "s"): Span => ({
  id,
  session,
  lane,
  kind: "tool",
  from,
  to,
  state: "ok",
  name: id,
  seqs: [1],
})

const SPANS = [
  span("m1", "model", 0, 10),
  span("t1", "tools", 10, 20),
  span("c1", "model", 11, 19, "child"),
  span("t2", "tools", 12, 30),
  span("m2", "model", 30, 40),
]

function after(key: string, now: string | undefined): string | undefined {
  const step = stepOf(key, false)
  if (step?.kind !== "select") throw new Error(`"${key}" selects nothing.`)
  return step.to(
    SPANS,
    SPANS.find(({ id }) => id === now),
  )?.id
}

describe("keys on a timeline", () => {
  it.each([
    ["ArrowRight", undefined, "m1"],
    ["ArrowRight", "m1", "t1"],
    ["ArrowRight", "m2", "m2"],
    ["ArrowLeft", "t2", "c1"],
    ["ArrowLeft", "m1", "m1"],
    ["ArrowDown", "m2", "t2"],
    ["ArrowDown", "t2", "c1"],
    ["ArrowDown", "c1", undefined],
    ["ArrowUp", "t1", "m1"],
    ["ArrowUp", "m1", undefined],
    ["Home", "t2", "m1"],
    ["End", "t2", "m2"],
  ])("%s on %s selects %s", (key, now, next) => {
    expect(after(key, now)).toBe(next)
  })

  it.each([
    ["+", false, { kind: "zoom", isIn: true }],
    ["-", false, { kind: "zoom", isIn: false }],
    ["0", false, { kind: "fit" }],
    ["ArrowRight", true, { kind: "pan", by: 0.2 }],
    ["x", false, undefined],
  ])("%s (shifted: %s) is %j", (key, isShifted, step) => {
    expect(stepOf(key, isShifted)).toEqual(step)
  })
})
