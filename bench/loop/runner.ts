// Runs sessions with one variant, in its own process. The parent sends tasks; each reply holds the cost.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent, memory, sqlite, tool } from "@pawl/agent"
import { modelFrom } from "../../packages/agent/src/model/providers.ts"
import { bareSession, fetchAsk, floorAsk, look } from "./bare.ts"

export type Way = "floor" | "fetch" | "memory" | "sqlite"

export interface Task {
  readonly baseUrl: string
  /** Run the sessions one after another, or all at once. */
  readonly sessions: number
  readonly atOnce: boolean
}

export interface Cost {
  readonly cpuMs: number
  readonly wallMs: number
  /** How much memory the sessions took at their peak. */
  readonly kb: number
}

type Session = () => Promise<unknown>

const way = process.argv[2] as Way
const folder = way === "sqlite" ? mkdtempSync(join(tmpdir(), "pawl-bench-")) : undefined
if (folder !== undefined) process.on("exit", () => rmSync(folder, { recursive: true }))
let databases = 0

process.on("message", async (task: Task) => process.send?.(await measure(task)))
process.on("disconnect", () => process.exit())
process.send?.("ready")

async function measure(task: Task): Promise<Cost> {
  const { session, close } = await prepare(task.baseUrl)
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 50)
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  if (task.atOnce) await Promise.all(Array.from({ length: task.sessions }, session))
  else for (let done = 0; done < task.sessions; done++) await session()
  const used = process.cpuUsage(cpu)
  const wallMs = performance.now() - began
  clearInterval(watch)
  peak = Math.max(peak, process.memoryUsage.rss())
  await close()
  return { cpuMs: (used.user + used.system) / 1000, wallMs, kb: (peak - before) / 1024 }
}

async function prepare(baseUrl: string): Promise<{ readonly session: Session; readonly close: () => Promise<void> }> {
  if (way === "floor" || way === "fetch") {
    const ask = way === "floor" ? floorAsk : fetchAsk
    return { session: () => bareSession(ask, baseUrl), close: async () => {} }
  }
  const agent = await createAgent({
    // The server counts messages, so every variant must send all of them.
    window: 100_000_000,
    model: modelFrom("openai:bench", { baseUrl, apiKey: "none" }),
    tools: [
      tool({
        name: "look",
        description: "Looks at a file.",
        input: { type: "object", properties: { path: { type: "string" } } } as const,
        effect: "read",
        run: look,
      }),
    ],
    store: folder === undefined ? memory() : sqlite(join(folder, `${databases++}.db`)),
    maxIterations: 1000,
    concurrency: 2000,
  })
  const session = async () => {
    const { outcome, error } = await (await agent.open()).ask("Go")
    if (outcome !== "completed") throw new Error(`The session ended with ${outcome}: ${error?.message}`)
  }
  return { session, close: () => agent.close() }
}
