// The composition root: checks what an agent is to be made of, loads the parts, and starts the runtime that they make up.
import { timeIds } from "../base/ids.ts"
import { systemClock } from "../base/system-clock.ts"
import type { Agent } from "./agent.ts"
import { checkOptions } from "./check-options.ts"
import type { AgentOptions } from "./options.ts"
import { loadParts } from "./parts.ts"

export type { Agent } from "./agent.ts"

/**
 * Makes an agent and starts it. Options that cannot be right are refused before anything is started.
 *
 * @example
 * ```ts
 * import { createAgent, sqlite } from "@pawl/agent"
 *
 * const agent = await createAgent({ model: "ollama:qwen3:8b", store: sqlite("agent.db"), workspace: "." })
 * const session = await agent.open({ id: "tidy" })
 * const { text } = await session.ask("Which files here are the largest?")
 * console.log(text)
 * await agent.close()
 * ```
 */
export async function createAgent(options: AgentOptions): Promise<Agent> {
  const { clock = systemClock, ids = timeIds, run = "opened" } = options
  checkOptions(options)
  // Loaded while a store opens, and not by those who only read sessions.
  const running = Promise.all([import("./runtime.ts"), import("./agent-of.ts")])
  const [parts, [{ Runtime }, { agentOf }]] = await Promise.all([loadParts(options), running])
  try {
    const runtime = new Runtime({ options, parts, clock, ids, run })
    const { ports } = await runtime.start()
    return agentOf(runtime, ports.toolbox)
  } catch (error) {
    // Two tools of one name are a start-up error: what was started for nothing is ended.
    await parts.close()
    throw error
  }
}
