// Logs with compactions, requests refused as too large, summaries and interruptions replay exactly as well.
import fc from "fast-check"
import { expect, it } from "vitest"
import { replaySession } from "../../packages/agent/src/replay/replay-session.ts"
import { play } from "../context/play.ts"
import { bare, policies } from "../context/policies.ts"
import { stories } from "../context/story.ts"

it("replaySession replays stories in small windows exactly, with every way to keep a history", {
  timeout: 120_000,
}, async () => {
  let compactions = 0
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const { stage } = await play(story)
      const way = [...policies, ...bare][story.way] ?? policies[0]
      const rules = way?.rules({ models: [{ name: "scripted", window: story.window }] }) ?? []
      compactions += stage.compactions
      const report = replaySession({ facts: stage.facts, rules, blobs: stage.blobs })
      expect(report).toEqual({ exact: true, facts: stage.facts.length, steps: expect.any(Number) })
    }),
    { numRuns: Number(process.env.RUNS ?? 25) },
  )
  expect(compactions).toBeGreaterThan(5)
})
