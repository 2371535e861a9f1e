// The composition root: validates the options, loads the parts of the agent, and starts its runtime.
import { timeIds } from "../base/ids.ts"
import { systemClock } from "../base/system-clock.ts"
import type { Agent } from "./agent.ts"
import { checkOptions } from "./check-options.ts"
import type { AgentOptions, ContextSupplied } from "./options.ts"
import { loadParts } from "./parts.ts"

export type { Agent } from "./agent.ts"

/**
 * Creates an agent and starts it. Invalid options are refused before anything is started.
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
export async function createAgent<Context = unknown>(
  typed: AgentOptions<Context> & ContextSupplied<Context>,
): Promise<Agent<Context>> {
  // The compiler has checked who needs which context. From here on contexts are passed on as they are.
  const options = typed as AgentOptions
  checkOptions(options)
  const { clock = systemClock, ids = timeIds, run = "opened" } = options
  // Loaded while the store opens. Programs that only read sessions do not load these modules.
  const running = Promise.all([import("./runtime.ts"), import("./agent-of.ts")])
  const [parts, [{ Runtime }, { agentOf }]] = await Promise.all([loadParts(options), running])
  try {
    const runtime = new Runtime({ options, parts, clock, ids, run })
    const { ports } = await runtime.start()
    return agentOf(runtime, ports.toolbox) as Agent<Context>
  } catch (error) {
    // For example two tools with the same name: close everything that was started.
    await parts.close()
    throw error
  }
}
