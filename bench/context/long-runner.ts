// The process of a long run: see long-run.ts. The model reads pages of different lengths without end.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent, memory, sqlite, tool } from "@pawl/agent"
import { text } from "../../packages/agent/src/contracts/content.ts"
import { budgeted } from "../../packages/agent/src/features/compaction/ways.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { defaultProfile } from "../../packages/agent/src/profiles/default.ts"
import { emptyState } from "../../packages/agent/src/registry/state.ts"
import { Stage } from "../../test/context/stage.ts"
import { median } from "../figures.ts"
import type { Long } from "./long-run.ts"

export interface LongTask {
  /** `none`: only the loop, which keeps no facts. */
  readonly store: "none" | "memory" | "sqlite"
  readonly turns: "one" | "many"
  readonly steps: number
}

const WINDOW = 24_000
const BLOCK = 100
const COUNTED = 500
const STEPS_A_TURN = 25

const task = JSON.parse(process.argv[2] ?? "{}") as LongTask
const blocks: number[] = []
const heaps: number[] = []
let step = 0
let since = process.cpuUsage()

const input = { type: "object", properties: { page: { type: "number" }, path: { type: "string" } } } as const
const read = tool<typeof input>({
  name: "read_page",
  description: "Reads a page.",
  input,
  effect: "read",
  run: ({ page }) => `Page ${page}: goods were delivered and accepted.\n`.repeat(1 + (Number(page) % 12)),
})

function next(): {
  readonly text?: string
  readonly calls?: readonly { name: string; arguments: { page: number; path: string } }[]
} {
  count()
  const isLast = step >= task.steps || (task.turns === "many" && step % STEPS_A_TURN === 0)
  if (isLast) return { text: `That was page ${step}, all of it.` }
  return { calls: [{ name: "read_page", arguments: { page: step, path: `pages/${step % 300}.txt` } }] }
}

function count(): void {
  step++
  if (step % BLOCK !== 0) return
  const { user, system } = process.cpuUsage(since)
  blocks.push((user + system) / BLOCK)
  globalThis.gc?.()
  heaps.push(process.memoryUsage().heapUsed / 1e6)
  since = process.cpuUsage()
}

const summary = "Pages were read one after another; nothing remarkable so far."

async function inLoop(): Promise<number> {
  const fitting = { models: [{ name: "scripted", window: WINDOW }] }
  const stage = new Stage(
    {
      rules: defaultProfile({ fitting, maxIterations: task.steps * 2 }).rules,
      policy: budgeted,
      fitting,
      instructions: "You are a careful assistant.",
      tools: [read],
      reply: () => next(),
      summarise: () => ({ text: summary }),
      forgets: true,
      mostFacts: task.steps * 20,
    },
    emptyState,
  )
  while (step < task.steps) await stage.say([text(`Go on with the pages after ${step}, please.`)])
  return stage.compactions
}

async function withStore(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-bench-"))
  try {
    const isSummary = (system: string) => system.startsWith("You condense")
    const agent = await createAgent({
      model: scripted(({ request }) => (isSummary(request.system) ? summary : next())),
      store: task.store === "memory" ? memory() : sqlite(join(folder, "long.db")),
      tools: [read],
      window: WINDOW,
      maxIterations: task.steps * 2,
    })
    const session = await agent.open()
    while (step < task.steps) {
      const { outcome, error } = await session.ask(`Go on with the pages after ${step}, please.`)
      if (outcome !== "completed") throw new Error(`The turn ended with ${outcome}: ${error?.message}`)
    }
    const compactions = (await session.facts()).filter(({ type }) => type === "history-compacted")
    await agent.close()
    return compactions.length
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const compactions = task.store === "none" ? await inLoop() : await withStore()
const each = COUNTED / BLOCK
// Skip the first block, in which code is compiled.
const [first, last] = [median(blocks.slice(each, 2 * each)), median(blocks.slice(-each))]
const found: Long = {
  ...task,
  first,
  last,
  growth: last / first,
  heapEarly: median(heaps.slice(each, 2 * each)),
  heapLate: median(heaps.slice(-each)),
  compactions,
}
process.send?.(found)
