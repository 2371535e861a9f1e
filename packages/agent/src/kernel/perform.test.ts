// A run picks the ports of its performers once; each step gets its own state.
import { expect, it } from "vitest"
import { UNKNOWN_SIZE } from "../context/fitting.ts"
import { opened, said, stamp } from "../testing/fact-builders.ts"
import { performerWith } from "./perform.ts"
import { foldFacts } from "./state/fold.ts"
import type { Turn } from "./state/state.ts"
import { finishStep } from "./steps/finish.ts"

it("performerWith reads the ports of a run once for each kind of step, and gives each step its own state", async () => {
  let reads = 0
  const ports = {
    get fitting() {
      reads += 1
      return UNKNOWN_SIZE
    },
  } as Parameters<typeof performerWith>[0]
  const perform = performerWith(ports)
  const turns: unknown[] = []
  for (const number of [1, 2, 3]) {
    const state = foldFacts(stamp([opened(), said("go", number)]))
    const step = finishStep(state.turn as Turn, "completed", "done")
    const how = {
      state,
      latest: () => state,
      signal: new AbortController().signal,
      next: () => new Promise<never>(() => {}),
    }
    const { value } = await perform(step, how).next()
    turns.push(value?.fact)
  }
  expect(turns).toMatchObject([{ turn: 1 }, { turn: 2 }, { turn: 3 }])
  expect(reads).toBe(1)
})
