// What a compaction costs, and that nothing in front changes between two of them.
import { expect, it } from "vitest"
import { budgetOf } from "../../packages/agent/src/context/fitting.ts"
import { text } from "../../packages/agent/src/contracts/content.ts"
import type { Message } from "../../packages/agent/src/contracts/message.ts"
import { planCompaction } from "../../packages/agent/src/features/compaction/plan.ts"
import { budgeted } from "../../packages/agent/src/features/compaction/ways.ts"
import { remember } from "../../packages/agent/src/kernel/state/remember.ts"
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

function planCpuMs(messages: number): number {
  const state = remember(emptyState, { role: "user", parts: [text("Go through all of them")] }, ...history(messages))
  const budget = budgetOf(24_000, { system: 500, tools: 500, history: 1e6 }, {})
  const plan = () =>
    planCompaction(state, { policy: budgeted, model: "m", budget, why: "threshold", canRead: true, texts: new Map() })
  expect(plan()?.isTight).toBe(false)
  const costs = [1, 2, 3].map(() => {
    const since = process.cpuUsage()
    plan()
    const { user, system } = process.cpuUsage(since)
    return (user + system) / 1000
  })
  return Math.min(...costs)
}

it("plans in time that grows with the history, not with its square", () => {
  planCpuMs(500)
  expect(planCpuMs(5000) / planCpuMs(1250)).toBeLessThan(8)
})

it("changes nothing that was sent before until the next compaction", async () => {
  for (const way of policies) {
    const found = await findNeedles({ way, window: 8192, scribe: "good", steps: 60 })
    expect(found.changedPrefixes).toEqual([])
  }
})
