// The composition root: checks what an agent is to be made of, loads the parts, and starts the runtime that they make up.
import type { Agent } from "./agent.ts"
import { agentOf } from "./agent-of.ts"
import { type AgentOptions, checkOptions } from "./options.ts"
import { loadParts } from "./parts.ts"
import { Runtime } from "./runtime.ts"
import { setupOf } from "./setup.ts"

export type { Agent } from "./agent.ts"

export async function createAgent(options: AgentOptions): Promise<Agent> {
  checkOptions(options)
  const parts = await loadParts(options)
  try {
    const runtime = new Runtime(setupOf(options, parts))
    const { ports } = await runtime.start()
    return agentOf(runtime, ports.toolbox)
  } catch (error) {
    // Two tools of one name are a start-up error: what was started for nothing is ended.
    await parts.close()
    throw error
  }
}
