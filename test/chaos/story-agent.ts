// The agent of a chaos story: a profile, a real MCP server over stdio with its own ledger, and two local tools. The
// process that is killed and the one that resumes use the same agent.
import { appendFileSync, existsSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Agent, createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { AgentOptions } from "../../packages/agent/src/agent/options.ts"
import type { Store } from "../../packages/agent/src/contracts/store.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { type Tool, tool } from "../../packages/agent/src/tools/tool.ts"
import { type ChaosStory, storiesFor } from "./stories.ts"

export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), "pawl-compile-cache") }

export function storyOf(profile: string, name: string): ChaosStory {
  const story = storiesFor(profile)[name]
  if (story === undefined) throw new Error(`No story "${name}".`)
  return story
}

/** One line of the ledger: which tool acted, on which item, for which call. */
export interface Effect {
  readonly tool: string
  readonly note: string
  readonly key: string
}

export function effectsIn(folder: string): readonly Effect[] {
  const path = join(folder, "ledger")
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : []
  return lines.map((line) => JSON.parse(line) as Effect)
}

interface AgentSetup {
  readonly profile: string
  readonly store: Store
  /** Path of the server program that keeps the ledger. */
  readonly server: string
}

export function agentFor(folder: string, story: ChaosStory, { profile, store, server }: AgentSetup): Promise<Agent> {
  const notes = { command: process.execPath, args: [server, join(folder, "ledger")], env: COMPILED }
  // Stories with a single local tool need no server, which would only take time to start.
  const needsNotes = story.items.some((item) => item !== "tea")
  const mcp: Pick<AgentOptions, "mcp"> = needsNotes ? { mcp: { mcpServers: { notes } } } : {}
  const { approve = "auto", script } = story
  const model = scripted(script)
  return createAgent({ store, profile, model, tools: localTools(folder), approve, maxIterations: 60, ...mcp })
}

function localTools(folder: string): readonly Tool[] {
  const item = { type: "object", properties: { item: { type: "string" } }, required: ["item"] } as const
  const order = tool({
    name: "order",
    description: "Orders something. Twice means two orders.",
    input: item,
    verify: (key) => (effectsIn(folder).some((effect) => effect.key === key) ? "happened" : "not-happened"),
    effect: "once",
    run: async ({ item: what }, { effectKey }) => {
      await pause(10)
      const effect: Effect = { tool: "order", note: String(what), key: effectKey }
      appendFileSync(join(folder, "ledger"), `${JSON.stringify(effect)}\n`)
      await pause(10)
      return `Ordered ${what}.`
    },
  })
  const wait = tool({
    name: "wait",
    description: "Waits until it is told to stop.",
    input: { type: "object" },
    effect: "read",
    run: (_, { signal }) =>
      new Promise<string>((resolve) => {
        signal.addEventListener("abort", () => resolve("stopped"))
      }),
  })
  return [order, wait]
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
