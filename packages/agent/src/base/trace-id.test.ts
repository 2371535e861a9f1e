import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { timeIds } from "./ids.ts"
import { spanIdOf, traceFrom, traceIdOf, traceparentOf } from "./trace-id.ts"

describe("traceIdOf", () => {
  it("writes Pawl's own ids in hex, and traceFrom reads them back", () => {
    for (let times = 0; times < 100; times++) {
      const trace = timeIds.next()
      expect(traceIdOf(trace)).toMatch(/^[0-9a-f]{32}$/)
      expect(traceFrom(traceIdOf(trace))).toBe(trace)
    }
  })

  it.each([
    ["0000000000000000000000000z", "0000000000000000000000000000001f"],
    ["7zzzzzzzzzzzzzzzzzzzzzzzzz", "ffffffffffffffffffffffffffffffff"],
    ["0AF76519-16cd-43dd-8448-eb211c80319c", "0af7651916cd43dd8448eb211c80319c"],
  ])("maps %s to %s", (trace, id) => {
    expect(traceIdOf(trace)).toBe(id)
  })

  it("hashes any other trace, always to the same id", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (trace, work) => {
        expect(traceIdOf(trace)).toMatch(/^[0-9a-f]{32}$/)
        expect(traceIdOf(trace)).toBe(traceIdOf(trace))
        expect(spanIdOf(trace, work)).toMatch(/^[0-9a-f]{16}$/)
      }),
    )
    expect(traceIdOf("one")).not.toBe(traceIdOf("two"))
    expect(traceFrom("not hex")).toBeUndefined()
  })

  it("is part of a valid W3C traceparent", () => {
    const trace = timeIds.next()
    expect(traceparentOf(trace, "tool/1")).toBe(`00-${traceIdOf(trace)}-${spanIdOf(trace, "tool/1")}-01`)
    expect(spanIdOf(trace, "tool/1")).not.toBe(spanIdOf(trace, "tool/2"))
  })
})
