// A log replays exactly, whatever happens to the processes that write it.
import fc from "fast-check"
import { expect, it } from "vitest"
import { profileNamed } from "../../packages/agent/src/profiles/profiles.ts"
import { recordedRules } from "../../packages/agent/src/replay/recorded-rules.ts"
import { replaySession } from "../../packages/agent/src/replay/replay-session.ts"
import { play } from "../schedules/play.ts"
import { schedules } from "../schedules/schedule.ts"

it("replaySession replays 300 random schedules of answers, failures, approvals, cancels, crashes and take-overs exactly", {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      const { facts } = await play(schedule)
      const rules = recordedRules(facts, profileNamed("default"), { maxIterations: 6 })
      expect(replaySession({ facts, rules })).toEqual({ exact: true, facts: facts.length, steps: expect.any(Number) })
    }),
    { numRuns: Number(process.env.RUNS ?? 300) },
  )
})
