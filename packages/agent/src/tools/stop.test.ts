// The signal of a call: made late, and then as if it had been there from the beginning.
import { getEventListeners } from "node:events"
import { describe, expect, it } from "vitest"
import { Stop } from "./stop.ts"

describe("the signal of a call", () => {
  it("follows the outer one until the call is over, and is not made before it is looked at", () => {
    const outer = new AbortController()
    const stop = new Stop(outer.signal)
    expect(getEventListeners(outer.signal, "abort")).toHaveLength(0)
    const signal = stop.signal()
    expect(stop.signal()).toBe(signal)
    expect(getEventListeners(outer.signal, "abort")).toHaveLength(1)
    stop.end()
    expect(getEventListeners(outer.signal, "abort")).toHaveLength(0)
    outer.abort("cancelled")
    expect(signal.aborted).toBe(false)
  })

  it.each([
    ["cancelled", (outer: AbortController) => outer.abort("cancelled")],
    ["timeout", (_outer: AbortController, abort: (why: string) => void) => abort("timeout")],
  ])("is aborted (%s) also for a tool that looks at it afterwards", (why, abort) => {
    const outer = new AbortController()
    const stop = new Stop(outer.signal)
    abort(outer, (reason) => stop.abort(reason))
    expect(stop.signal().reason).toBe(why)
  })

  it("is aborted while a tool listens to it", () => {
    const outer = new AbortController()
    const signal = new Stop(outer.signal).signal()
    outer.abort("suspended")
    expect(signal.reason).toBe("suspended")
  })
})
