import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { callsAtOnce, hasOpenCalls, MAX_AT_ONCE, openCall, placeOf, withCallAt } from "./calls.ts"
import type { CallState } from "./state.ts"

const call = (id: number, isFinished = false): CallState => ({
  call: { id: `c${id}`, name: "look", arguments: {} },
  stage: isFinished ? "finished" : "asked",
  starts: 0,
})

describe("the calls of an answer", () => {
  it("are found as by a full scan, in whatever order they finish", () => {
    const orders = fc.uniqueArray(fc.nat(149), { maxLength: 150 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 150 }), orders, (count, order) => {
        let calls: readonly CallState[] = Array.from({ length: count }, (_, id) => call(id))
        for (const id of order.filter((each) => each < count)) {
          calls = withCallAt(calls, placeOf(calls, `c${id}`), call(id, true))
          const open = calls.filter(({ stage }) => stage !== "finished")
          expect(hasOpenCalls({ calls })).toBe(open.length > 0)
          expect(callsAtOnce({ calls }).map((each) => each.call)).toEqual(open.slice(0, MAX_AT_ONCE))
          expect(openCall({ calls }, `c${id}`)).toBeUndefined()
          expect(placeOf(calls, `c${id}`)).toBe(id)
        }
      }),
    )
  })

  it("that do not exist are not found", () => {
    expect(placeOf([call(1)], "x")).toBe(-1)
    expect(openCall({ calls: [call(1)] }, "x")).toBeUndefined()
  })
})
