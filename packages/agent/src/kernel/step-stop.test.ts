import { describe, expect, it, vi } from "vitest"
import { abortSignalOf, type StopSignal } from "../contracts/stop-signal.ts"
import type { StopReason } from "./performer.ts"
import { StepStop } from "./step-stop.ts"

interface Stopping {
  readonly signal: StopSignal
  abort(reason: StopReason): void
}

/** A step's own, and the platform's: code of Pawl cannot tell which one it got. */
const kinds: readonly [string, () => Stopping][] = [
  [
    "a step's",
    () => {
      const stop = new StepStop()
      return { signal: stop, abort: (reason) => stop.abort(reason) }
    },
  ],
  ["an AbortController's", () => new AbortController()],
]

describe.each(kinds)("a stop signal, %s", (_, make) => {
  it("tells each listener once, in order, and keeps the first reason", () => {
    const { told, stopping } = listened()
    stopping.abort("cancelled")
    stopping.abort("lost")
    expect([told, stopping.signal.aborted, stopping.signal.reason]).toEqual([["a", "b"], true, "cancelled"])
  })

  it("does not tell those that no longer listen, or begin to afterwards", () => {
    const { told, stopping, a } = listened()
    stopping.signal.removeEventListener("abort", a)
    stopping.signal.removeEventListener("abort", () => {})
    stopping.abort("suspended")
    stopping.signal.addEventListener("abort", () => told.push("late"))
    expect(told).toEqual(["b"])
  })

  it.each([true, false])("is followed by the platform's (aborted before: %s)", (isBefore) => {
    const stopping = make()
    if (isBefore) stopping.abort("cancelled")
    const signal = abortSignalOf(stopping.signal)
    if (!isBefore) stopping.abort("cancelled")
    expect([signal instanceof AbortSignal, signal.aborted, signal.reason]).toEqual([true, true, "cancelled"])
  })

  it("has one follower, however often it is asked for one", () => {
    const stopping = make()
    const { signal } = stopping
    const added = vi.spyOn(signal, "addEventListener")
    const followers = new Set(Array.from({ length: 3 }, () => abortSignalOf(signal)))
    expect([followers.size, added.mock.calls.length <= 1]).toEqual([1, true])
    stopping.abort("cancelled")
    expect([...followers].map(({ reason }) => reason)).toEqual(["cancelled"])
  })

  function listened() {
    const told: string[] = []
    const stopping = make()
    const a = () => told.push("a")
    stopping.signal.addEventListener("abort", a)
    stopping.signal.addEventListener("abort", a)
    stopping.signal.addEventListener("abort", () => told.push("b"))
    return { told, stopping, a }
  }
})
