// The parts of an agent that are loaded only when its options ask for them: wire formats, built-in tools, MCP.
import type { AgentOptions } from "./agent-options.ts"
import type { Gatherer } from "./context/providers/gather.ts"
import type { Model } from "./contracts/model.ts"
import type { Store } from "./contracts/store.ts"
import { systemClock } from "./session/system-clock.ts"
import { memory } from "./store/memory.ts"
import type { ServerStatus } from "./tools/mcp/server-link.ts"
import type { ToolSource } from "./tools/tool.ts"
import { fixedTools } from "./tools/toolbox.ts"

export interface AgentParts {
  readonly models: readonly Model[]
  readonly store: Store
  readonly sources: readonly ToolSource[]
  /** Resolves when every MCP server has listed its tools, or has failed to. What is said meanwhile is on disk already. */
  readonly ready: () => Promise<void>
  /** How each MCP server is doing. */
  readonly servers: () => readonly ServerStatus[]
  /** Asks for live state, where there is any. */
  readonly gatherer?: Gatherer
  /** Ends what was started here. */
  close(): Promise<void>
}

export async function loadParts(options: AgentOptions): Promise<AgentParts> {
  const given = options.store ?? memory()
  // A database takes its time to open, on a thread of its own: the model's code is loaded meanwhile.
  const [opened, chosen] = await Promise.allSettled([given, modelsOf(options)])
  const store = resultOf(opened)
  // A store that was passed as a promise is ours to close.
  const closeStore = async () => {
    if (given instanceof Promise || options.store === undefined) await store.close()
  }
  try {
    const models = resultOf(chosen)
    const live = await liveOf(options)
    const { close, ...tools } = await closedOnFailure(sourcesOf(options), live.close)
    const closeAll = async () => {
      await close()
      await live.close()
      await closeStore()
    }
    return { models, store, ...tools, ...(live.gatherer && { gatherer: live.gatherer }), close: closeAll }
  } catch (error) {
    await closeStore()
    throw error
  }
}

async function closedOnFailure<Value>(making: Promise<Value>, close: () => Promise<void>): Promise<Value> {
  try {
    return await making
  } catch (error) {
    await close()
    throw error
  }
}

async function liveOf(options: AgentOptions) {
  const { contextProviders = [], retrieval, clock = systemClock } = options
  if (contextProviders.length === 0 && retrieval === undefined) return { close: async () => {} }
  const [{ gatherer }, found] = await Promise.all([
    import("./context/providers/gather.ts"),
    retrieval === undefined
      ? undefined
      : import("./context/retrieval/retrieval.ts").then((module) => module.retrieval(retrieval)),
  ])
  const providers = found === undefined ? contextProviders : [...contextProviders, found]
  return {
    gatherer: gatherer(providers, { clock, maxChars: providerChars(options) }),
    close: async () => found?.close(),
  }
}

/** Less than seed figures in a small window: live state must not fill it. */
function providerChars({ window = Number.POSITIVE_INFINITY }: AgentOptions): number {
  return Math.min(10_000, Math.floor(window / 2))
}

function resultOf<Value>(settled: PromiseSettledResult<Value>): Value {
  if (settled.status === "rejected") throw settled.reason
  return settled.value
}

async function modelsOf({ model }: AgentOptions): Promise<readonly Model[]> {
  const given: readonly (Model | string)[] = typeof model === "string" || "ask" in model ? [model] : model
  return Promise.all(given.map(modelOf))
}

async function modelOf(model: Model | string): Promise<Model> {
  return typeof model === "string" ? (await import("./model/providers.ts")).modelFrom(model) : model
}

async function sourcesOf(options: AgentOptions): Promise<Pick<AgentParts, "sources" | "ready" | "servers" | "close">> {
  const own = [fixedTools(options.tools ?? []), fixedTools(await builtinsOf(options), { isProven: true })]
  if (options.mcp === undefined)
    return { sources: own, ready: async () => {}, servers: () => [], close: async () => {} }
  const { loadServers, mcpTools } = await import("./mcp.ts")
  const servers = mcpTools(loadServers(options.mcp, { folder: options.workspace }), options.mcpOptions)
  const listed = servers.ready()
  // Whoever needs the list hears of it.
  listed.catch(() => {})
  return {
    sources: [...own, servers],
    ready: () => listed,
    servers: () => servers.status(),
    close: () => servers.close(),
  }
}

async function builtinsOf({ workspace }: AgentOptions) {
  if (workspace === undefined) return []
  return (await import("./tools/builtin/builtin-tools.ts")).builtinTools({ workspace })
}
