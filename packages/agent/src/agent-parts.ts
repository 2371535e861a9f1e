// The parts of an agent that are loaded only when its options ask for them: wire formats, built-in tools, MCP.
import type { AgentOptions } from "./agent-options.ts"
import type { Model } from "./contracts/model.ts"
import type { Store } from "./contracts/store.ts"
import { memory } from "./store/memory.ts"
import type { ToolSource } from "./tools/tool.ts"
import { fixedTools } from "./tools/toolbox.ts"

export interface AgentParts {
  readonly model: Model
  readonly store: Store
  readonly sources: readonly ToolSource[]
  /** Ends what was started here. */
  close(): Promise<void>
}

export async function loadParts(options: AgentOptions): Promise<AgentParts> {
  const given = options.store ?? memory()
  const store = await given
  // A store that was passed as a promise is ours to close.
  const closeStore = async () => {
    if (given instanceof Promise || options.store === undefined) await store.close()
  }
  try {
    const model = await modelOf(options)
    const { sources, close } = await sourcesOf(options)
    const closeAll = async () => {
      await close()
      await closeStore()
    }
    return { model, store, sources, close: closeAll }
  } catch (error) {
    await closeStore()
    throw error
  }
}

async function modelOf({ model }: AgentOptions): Promise<Model> {
  return typeof model === "string" ? (await import("./model/providers.ts")).modelFrom(model) : model
}

async function sourcesOf(options: AgentOptions): Promise<Pick<AgentParts, "sources" | "close">> {
  const own = fixedTools([...(options.tools ?? []), ...(await builtinsOf(options))])
  if (options.mcp === undefined) return { sources: [own], close: async () => {} }
  const { loadServers } = await import("./tools/mcp/config.ts")
  const { mcpTools } = await import("./tools/mcp/mcp-tools.ts")
  const servers = mcpTools(loadServers(options.mcp), options.mcpOptions)
  await servers.ready()
  return { sources: [own, servers], close: () => servers.close() }
}

async function builtinsOf({ workspace }: AgentOptions) {
  if (workspace === undefined) return []
  return (await import("./tools/builtin/builtin-tools.ts")).builtinTools({ workspace })
}
