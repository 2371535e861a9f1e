// The parts of an agent that are loaded only when its options need them: wire formats, built-in tools, MCP.
import { systemClock } from "../base/system-clock.ts"
import type { Gatherer } from "../context/providers/gather.ts"
import type { Files } from "../contracts/files.ts"
import type { AnyModel, Model } from "../contracts/model.ts"
import type { Store } from "../contracts/store.ts"
import { delegationOf } from "../features/delegation/kinds.ts"
import { hasUsageLimits } from "../features/limits/usage-limits.ts"
import type { McpOptions, McpTools } from "../mcp/mcp-tools.ts"
import type { ServerStatus } from "../mcp/server-link.ts"
import { keyWith } from "../model/model-keys.ts"
import { priceOf } from "../model/prices.ts"
import type { Plugins } from "../plugins/plugins.ts"
import { profileNamed } from "../profiles/profiles.ts"
import { type KnownSecrets, knownSecrets } from "../secrets/known-secrets.ts"
import { memory } from "../store/memory.ts"
import { mayInclude } from "../tools/only-tools.ts"
import type { Tool, ToolSource } from "../tools/tool.ts"
import { fixedTools } from "../tools/toolbox.ts"
import { type Given, namedModels, nameOf } from "./named-models.ts"
import type { AgentOptions } from "./options.ts"
import { planningOptions } from "./planner-wiring.ts"

export interface AgentParts {
  readonly models: readonly Model[]
  /** All models that a turn may be given, by name: the chain and the option `models`. */
  readonly named: ReadonlyMap<string, Model>
  /** The models as the program passed them. */
  readonly given: ReadonlySet<AnyModel>
  /** Models beside the chain, for turns that are carried out by a plan. */
  readonly planner?: Model
  readonly router?: Model
  /** The judge, when it is another model than the one that answers. */
  readonly judge?: Model
  readonly store: Store
  readonly sources: readonly ToolSource[]
  /**
   * Resolves when every MCP server has listed its tools or failed; undefined if there is nothing to wait for. Input that
   * arrives meanwhile is already durable.
   */
  readonly ready: () => Promise<void> | undefined
  /** The status of each MCP server. */
  readonly servers: () => readonly ServerStatus[]
  /** What MCP servers offer to people: prompts and resources. */
  readonly mcp?: Pick<McpTools, "prompts" | "prompt" | "resource">
  /** Files of the workspace, if there is one. */
  readonly files?: Files
  readonly plugins?: Plugins
  /** Secrets of plugins, MCP servers and providers, which must not be stored or shown. */
  readonly secrets?: KnownSecrets
  /** Gathers live state, if there are context providers. */
  readonly gatherer?: Gatherer
  /** Closes everything that was started here. */
  close(): Promise<void>
}

export async function loadParts(options: AgentOptions): Promise<AgentParts> {
  const given = options.store ?? memory()
  // A database opens slowly, and a sandbox is tried out in a process: load the model's code meanwhile.
  const [opened, builtin, chosen, beside, more] = await Promise.allSettled([
    given,
    builtinsOf(options),
    modelsOf(options),
    besideOf(options),
    moreModels(options),
  ])
  const store = resultOf(opened)
  // The agent closes a store that was passed as a promise.
  const closeStore = async () => {
    if (given instanceof Promise || options.store === undefined) await store.close()
  }
  try {
    const models = resultOf(chosen)
    const specs = { chain: chainOf(options.model), more: moreSpecs(options) }
    const plugins = await pluginsIn(options)
    const live = await liveOf(options, plugins)
    const keys = await providerKeys(options)
    const isNeeded = options.mcp !== undefined || keys.length > 0
    const secrets = plugins?.secrets ?? (isNeeded ? knownSecrets() : undefined)
    for (const key of keys) secrets?.add(key)
    const sources = sourcesOf(options, { builtin: resultOf(builtin), plugins, secrets })
    const { close, ...tools } = await closedOnFailure(sources, live.close)
    const closeAll = async () => {
      await close()
      await live.close()
      await closeStore()
    }
    const files = await filesOf(options, secrets)
    return {
      models,
      named: namedModels(paired(specs.chain, models), paired(specs.more, resultOf(more))),
      given: new Set([...specs.chain, ...specs.more]),
      ...resultOf(beside),
      store,
      ...tools,
      ...(plugins && { plugins }),
      ...(secrets && { secrets }),
      ...(files && { files }),
      ...(live.gatherer && { gatherer: live.gatherer }),
      close: closeAll,
    }
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

async function pluginsIn(options: AgentOptions): Promise<Plugins | undefined> {
  const { plugins = [] } = options
  return plugins.length === 0 ? undefined : (await import("./plugins.ts")).pluginsOf(options)
}

async function liveOf(options: AgentOptions, plugins: Plugins | undefined) {
  const { retrieval, clock = systemClock } = options
  const given = options.contextProviders ?? []
  const contextProviders = plugins === undefined ? given : (await import("./plugins.ts")).providersWith(given, plugins)
  if (contextProviders.length === 0 && retrieval === undefined) return { close: async () => {} }
  const [{ gatherer }, found] = await Promise.all([
    import("../context/providers/gather.ts"),
    retrieval === undefined
      ? undefined
      : import("../features/retrieval/retrieval.ts").then((module) => module.retrieval(retrieval)),
  ])
  const providers = found === undefined ? contextProviders : [...contextProviders, found]
  return {
    gatherer: gatherer(providers, { clock, maxChars: providerChars(options) }),
    close: async () => found?.close(),
  }
}

/** Below the seed's figures for a small window: live state must not fill it. */
function providerChars({ window = Number.POSITIVE_INFINITY }: AgentOptions): number {
  return Math.min(10_000, Math.floor(window / 2))
}

function resultOf<Value>(settled: PromiseSettledResult<Value>): Value {
  if (settled.status === "rejected") throw settled.reason
  return settled.value
}

function modelsOf(options: AgentOptions): Promise<readonly Model[]> {
  return Promise.all(chainOf(options.model).map((model) => modelOf(model, options)))
}

function chainOf(model: AgentOptions["model"]): readonly AnyModel[] {
  return typeof model === "string" || !(Symbol.iterator in model) ? [model] : model
}

function paired(specs: readonly AnyModel[], models: readonly Model[]): readonly Given[] {
  return models.map((model, at) => ({ spec: specs[at] ?? model.name, model }))
}

/** Models that turns and kinds of children may be given. */
function moreModels(options: AgentOptions): Promise<readonly Model[]> {
  return Promise.all(moreSpecs(options).map((model) => modelOf(model, options)))
}

/** A kind may also name a model that the agent was given, so such a name is not read as a provider's. */
function moreSpecs(options: AgentOptions): readonly AnyModel[] {
  const more = options.models ?? []
  const given = new Set([...chainOf(options.model), ...more].map(nameOf))
  const kinds = Object.values(delegationOf(options)?.kinds ?? {}).flatMap(({ model }) => model ?? [])
  return [...new Set([...more, ...kinds.filter((model) => typeof model !== "string" || !given.has(model))])]
}

async function besideOf(options: AgentOptions): Promise<Pick<AgentParts, "planner" | "router" | "judge">> {
  const { planner, router } = planningOptions(options) ?? {}
  const { judge } = options
  return {
    ...(planner !== undefined && { planner: await modelOf(planner, options) }),
    ...(router !== undefined && { router: await modelOf(router, options) }),
    ...(judge !== undefined && { judge: await modelOf(judge, options) }),
  }
}

/** The keys of the models that this agent sends requests with, which are its secrets. */
async function providerKeys(options: AgentOptions): Promise<readonly string[]> {
  const { model, judge, toolSearch } = options
  const { planner, router } = planningOptions(options) ?? {}
  const given = [...chainOf(model), ...moreSpecs(options), planner, router, judge, toolSearch?.embedder]
  const keys = given.flatMap((each) => (typeof each === "object" ? (keyWith(each) ?? []) : []))
  const named = given.filter((each) => typeof each === "string")
  if (named.length === 0) return keys
  const { providers } = await import("../model/provider-table.ts")
  const names = new Set(named.map((spec) => spec.split(":")[0]))
  const used = providers.filter(({ name }) => names.has(name))
  return [...keys, ...used.flatMap(({ keyNames }) => keyNames.flatMap((name) => process.env[name] ?? []))]
}

/** With its price, where one is known, and with its usage, where a limit needs to know it. */
async function modelOf(given: AnyModel, options: AgentOptions): Promise<Model> {
  const model = await loadedModel(given)
  const price = priceOf(model.name, options.prices)
  if (price === undefined && !hasUsageLimits(options.limits)) return model
  return (await import("../model/metered.ts")).metered(model, price)
}

/** Each kind of model is loaded only where it is used. */
async function loadedModel(model: AnyModel): Promise<Model> {
  if (typeof model === "string") return (await import("../model/providers.ts")).modelFrom(model)
  if ("ask" in model) return model
  return (await import("../model/ai-sdk.ts")).fromAiSdk(model)
}

interface Loaded {
  readonly builtin: readonly Tool[]
  readonly plugins: Plugins | undefined
  readonly secrets: KnownSecrets | undefined
}

async function sourcesOf(
  options: AgentOptions,
  { builtin, plugins, secrets }: Loaded,
): Promise<Pick<AgentParts, "sources" | "ready" | "servers" | "mcp" | "close">> {
  const ours = fixedTools(builtin, { isProven: true, group: "builtin" })
  const own = [fixedTools(options.tools ?? []), ours, ...(plugins === undefined ? [] : [plugins])]
  // Settings may have changed in the meantime.
  const pluginsReady = () => plugins?.ready()
  if (options.mcp === undefined || !mayInclude("mcp", options.onlyTools))
    return { sources: own, ready: pluginsReady, servers: () => [], close: async () => {} }
  const { readServers, mcpTools } = await import("../mcp.ts")
  const { servers: checked, broken } = readServers(options.mcp, { folder: options.workspace })
  if (plugins !== undefined) (await import("./plugins.ts")).refuseSameNames(plugins, checked)
  const { workspace } = options
  const servers = mcpTools(checked, {
    ...(workspace !== undefined && { roots: [workspace] }),
    ...listAgeOf(options),
    ...options.mcpOptions,
    broken,
    ...(secrets && { secrets }),
  })
  const listed = servers.ready()
  // Errors are reported where the list is needed.
  listed.catch(() => {})
  return {
    sources: [...own, servers],
    // A stored list may have expired in the meantime.
    ready: () => (plugins === undefined ? servers.ready() : plugins.ready().then(() => servers.ready())),
    servers: () => servers.status(),
    mcp: servers,
    close: () => servers.close(),
  }
}

/** How long new sessions' profile trusts a stored list. */
function listAgeOf({ profile = "default" }: AgentOptions): Pick<McpOptions, "maxListAgeMs"> {
  const make = typeof profile === "string" ? profileNamed(profile) : profile
  const { toolListAgeMs } = typeof make === "function" ? make() : make
  return toolListAgeMs === undefined ? {} : { maxListAgeMs: toolListAgeMs }
}

async function filesOf({ workspace }: AgentOptions, secrets: KnownSecrets | undefined): Promise<Files | undefined> {
  if (workspace === undefined) return undefined
  const [{ workspaceFiles }, { workspaceAt }] = await Promise.all([
    import("../features/undo/workspace-files.ts"),
    import("../workspace/confined/workspace.ts"),
  ])
  return workspaceFiles(workspaceAt(workspace), secrets?.isIn)
}

async function builtinsOf({ workspace, builtins }: AgentOptions): Promise<readonly Tool[]> {
  if (workspace === undefined) return []
  return (await import("../workspace/builtin-tools.ts")).loadBuiltinTools({ ...builtins, workspace })
}
