// Random sessions in windows of every size, with every policy and every single strategy: each request fits and is
// valid, holds what must be kept, and every turn ends.
import fc from "fast-check"
import { expect, it } from "vitest"
import { play } from "./play.ts"
import { stories } from "./story.ts"

const RUNS = Number(process.env.PAWL_CONTEXT_RUNS ?? 40)
const SEED = Number(process.env.PAWL_CONTEXT_SEED ?? 2)

it("every request fits its window and holds what must be kept, and every turn ends", {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      expect((await play(story)).objections).toEqual([])
    }),
    { numRuns: RUNS, seed: SEED },
  )
})
