// Random interleavings of answers, failures, approvals, steering, cancels, crashes, freezes, lost connections, lost wakes, clocks that
// are off, and take-overs.
import fc from "fast-check"
import { expect, it } from "vitest"
import { play } from "./play.ts"
import { schedules } from "./schedule.ts"

it("a session survives 500 schedules: nothing lost, nothing twice, nothing stuck, every request valid", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      expect((await play(schedule)).objections).toEqual([])
    }),
    { numRuns: 500 },
  )
})
