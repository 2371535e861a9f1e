// The cost of planning a compaction, and the stable prefix between two compactions.
import { expect, it } from "vitest"
import { budgetOf } from "../../packages/agent/src/context/fitting.ts"
import { text } from "../../packages/agent/src/contracts/content.ts"
import type { Message } from "../../packages/agent/src/contracts/message.ts"
import { planCompaction } from "../../packages/agent/src/features/compaction/plan.ts"
import { budgeted } from "../../packages/agent/src/features/compaction/ways.ts"
import { addToHistory } from "../../packages/agent/src/kernel/state/remember.ts"
import { emptyState } from "../../packages/agent/src/registry/state.ts"
import { findNeedles } from "./needles.ts"
import { policies } from "./policies.ts"

function history(messages: number): readonly Message[] {
  return Array.from({ length: messages / 2 }, (_, place): readonly Message[] => {
    const id = `c${place}`
    const call = { id, name: "read_file", arguments: { path: `src/file-${place}.ts` } }
    const lines = Array.from({ length: 10 }, (_none, line) => `src/part-${place}-${line}.ts`).join("\n")
    return [
      { role: "assistant", text: "", reasoning: [], calls: [call] },
      { role: "tool", call: id, name: "read_file", parts: [text(lines)], failed: false },
    ]
  }).flat()
}

/** How often planCompaction reads messages, for this many of them. */
function readsOfPlan(messages: number): number {
  let looks = 0
  const watched = history(messages).map(
    (message) =>
      new Proxy(message, {
        get(target, name) {
          looks++
          return Reflect.get(target, name)
        },
      }),
  )
  const state = addToHistory(emptyState, [{ role: "user", parts: [text("Go through all of them")] }, ...watched])
  const budget = budgetOf(24_000, { system: 500, tools: 500, history: 1e6 }, {})
  looks = 0
  const options = { policy: budgeted, model: "m", budget, why: "threshold", canRead: true, texts: new Map() } as const
  expect(planCompaction(state, options)?.isTight).toBe(false)
  return looks
}

it("planCompaction reads messages in proportion to the history, not to its square", () => {
  const few = readsOfPlan(1250)
  expect(few).toBeGreaterThan(1250)
  expect(readsOfPlan(5000) / few).toBeLessThan(5)
})

it("requests keep everything that was sent before as a prefix until the next compaction", async () => {
  for (const way of policies) {
    const found = await findNeedles({ way, window: 8192, scribe: "good", steps: 60 })
    expect(found.changedPrefixes).toEqual([])
  }
})
