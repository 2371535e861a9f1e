import { describe, expect, it } from "vitest"
import { hasFastProperties } from "../base/__fixtures__/fast-properties.ts"
import { StepStop } from "../kernel/step-stop.ts"
import { Asking } from "./asking.ts"

const asking = (stop = new StepStop<unknown>()) => ({
  stop,
  how: new Asking(
    stop,
    () => {},
    () => {},
  ),
})

describe("what a model gets with a request", () => {
  it("has a signal of the platform that follows the stop", () => {
    const { stop, how } = asking()
    expect(how.signal).toBeInstanceOf(AbortSignal)
    expect(how.signal).toBe(how.signal)
    stop.abort("cancelled")
    expect(how.signal).toMatchObject({ aborted: true, reason: "cancelled" })
  })

  it("has an aborted signal if it is looked at after the stop", () => {
    const { stop, how } = asking()
    stop.abort("cancelled")
    expect(how.signal).toMatchObject({ aborted: true, reason: "cancelled" })
  })

  it("shows the stop behind the signal, so that no signal has to be made", () => {
    const { stop, how } = asking()
    expect(Asking.stopOf(how)).toBe(stop)
  })

  it("keeps its fields when it is copied", () => {
    const { stop, how } = asking()
    const copy = { ...how }
    expect(copy).toEqual({ signal: how.signal, onText: how.onText, onReasoning: how.onReasoning })
    stop.abort("cancelled")
    expect(copy.signal.aborted).toBe(true)
  })

  it.each<[string, (how: Asking) => Asking]>([
    ["inherits from it", (how) => Object.create(how, { onText: { value: () => {} } })],
    ["is a proxy of it", (how) => new Proxy(how, {})],
  ])("shows its signal through an object that %s", (_, around) => {
    const { stop, how } = asking()
    const outer = around(how)
    expect(outer.signal).toBe(how.signal)
    expect(Asking.stopOf(outer)).toBe(how.signal)
    stop.abort("cancelled")
    expect(outer.signal.aborted).toBe(true)
  })

  it("listens to the signal of an object that inherits from it and has another one", () => {
    const own = new AbortController()
    const outer = Object.create(asking().how, { signal: { value: own.signal } })
    expect([outer.signal, Asking.stopOf(outer)]).toEqual([own.signal, own.signal])
  })

  it("listens to the signal of a copy where that is another one", () => {
    const own = new AbortController()
    expect(Asking.stopOf({ ...asking().how, signal: own.signal })).toBe(own.signal)
  })

  it("is no dictionary to V8", () => {
    expect(hasFastProperties(asking().how)).toBe(true)
  })
})
