import { describe, expect, it } from "vitest"
import { Seen } from "./seen.ts"
import type { Event } from "./wire.ts"

const nudge = (text: string, position: string): Event => ({ type: "nudge", reason: "r", text, position })
const wait = (until: number, position: string): Event => ({ type: "retry-wait", until, position })
const output = (offset: number, text: string): Event => ({
  type: "tool-output",
  call: "c",
  offset,
  text,
  position: "5",
})

describe("what a reader has seen", () => {
  it("is dropped when a new connection brings it again, and only then", () => {
    const seen = new Seen(0)
    expect(seen.take(nudge("a", "4"))).toBeDefined()
    expect(seen.take(wait(100, "4"))).toBeDefined()
    expect(seen.position).toBe("4")
    seen.again()
    expect(seen.take(wait(100, "4"))).toBeUndefined()
    expect(seen.take(wait(200, "4"))).toBeDefined()
    expect(seen.take(nudge("a", "5"))).toBeDefined()
    expect(seen.take(nudge("a", "5"))).toBeDefined()
  })

  it("of a tool's output is cut off what comes from the start again, in other pieces", () => {
    const seen = new Seen(0)
    expect(seen.take(output(0, "abc"))).toMatchObject({ offset: 0, text: "abc" })
    seen.again()
    expect(seen.take(output(0, "ab"))).toBeUndefined()
    expect(seen.take(output(0, "abcde"))).toMatchObject({ offset: 3, text: "de" })
    expect(seen.take(output(5, "f"))).toMatchObject({ offset: 5, text: "f" })
    // The call begins again, in the process that took over.
    seen.take({ type: "tool-call", call: "c", name: "n", arguments: {}, position: "6" })
    expect(seen.take(output(0, "abc"))).toMatchObject({ offset: 0, text: "abc" })
  })
})
