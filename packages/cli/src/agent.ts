// The one place where the command line builds an agent: settings in, an agent and its store out.
import { realpathSync } from "node:fs"
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import {
  type Agent,
  type AgentOptions,
  type ApprovalPolicy,
  createAgent,
  type Model,
  type Store,
  sqlite,
  type Tool,
  type ToolDefinition,
} from "@pawl/agent"
import type { Settings } from "./config/settings.ts"
import { badConfig, oneLine } from "./failure.ts"
import { files, makeFolder } from "./folders.ts"
import type { LogFile } from "./log-file.ts"
import { NO_MODEL } from "./providers.ts"
import { type Server, serversOf, startable } from "./servers.ts"

export interface OpenedAgent {
  readonly agent: Agent
  /** What a model is offered now. */
  readonly tools: () => Promise<readonly ToolDefinition[]>
  close(): Promise<void>
}

export interface OpenHow {
  /** `ask` needs somebody who answers; without one it is `deny`. */
  readonly approve: ApprovalPolicy
  readonly log: LogFile
  /** Hears that a session could not go on in this process. */
  readonly onTrouble?: (session: string, error: unknown) => void
}

export async function openAgent(settings: Settings, how: OpenHow): Promise<OpenedAgent> {
  const chosen = await modelFrom(settings)
  const store = await openStore(settings)
  const agent = await build(chosen, store, settings, how).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  let closing: Promise<void> | undefined
  const close = async () => {
    await agent.close()
    await store.close()
  }
  const { workspace } = settings
  const tools = () => offeredWith({ tools: chosen.tools, workspace, ...mcpFrom(settings) })
  return { agent, tools, close: () => (closing ??= close()) }
}

/** What the library gets. */
async function build(
  { model, tools }: Chosen,
  store: Store,
  settings: Settings,
  { approve, log, onTrouble }: OpenHow,
): Promise<Agent> {
  const { maxIterations, instructions } = settings
  return createAgent({
    model,
    tools,
    store,
    approve,
    workspace: settings.workspace,
    ...mcpFrom(settings),
    ...(maxIterations !== undefined && { maxIterations }),
    ...(instructions !== undefined && { instructions }),
    onError(session, error) {
      log.error({ session, error: error instanceof Error ? error.message : error }, "runtime")
      onTrouble?.(session, error)
    },
  })
}

/** Only what was trusted. Lists are kept, so that a server starts when one of its tools is called. */
function mcpFrom(settings: Settings): Pick<AgentOptions, "mcp" | "mcpOptions"> {
  const mcpServers = startable(serversOf(settings)) as Exclude<AgentOptions["mcp"], string | undefined>["mcpServers"] // Checked against our schema.
  if (Object.keys(mcpServers).length === 0) return {}
  return { mcp: { mcpServers }, mcpOptions: { cacheFolder: files.mcpLists(settings.folders) } }
}

/** For commands that only look or tidy up: no model, nothing runs. */
export async function openStore({ folders }: Pick<Settings, "folders">): Promise<Store> {
  makeFolder(folders.data, "data")
  return sqlite(files.database(folders))
}

interface ScriptedModule {
  readonly default: (...given: readonly never[]) => unknown
  readonly tools?: readonly Tool[]
  readonly chunkMs?: number
}

interface Chosen {
  /** `provider:name` is the library's to read: it knows the providers, their keys and their addresses. */
  readonly model: Model | string
  readonly tools: readonly Tool[]
}

async function modelFrom({ model }: Settings): Promise<Chosen> {
  if (model === undefined) throw badConfig(NO_MODEL)
  return model.startsWith("scripted:") ? scriptedModel(model.slice("scripted:".length)) : { model, tools: [] }
}

/** Not in the help: `scripted:FILE` is a module whose default export is a script, and which may bring tools. For tests. */
async function scriptedModel(file: string): Promise<Chosen> {
  const { scripted } = await import("@pawl/agent/testing")
  const module = (await import(pathToFileURL(realpathSync(resolve(file))).href)) as ScriptedModule // The test's own file.
  const pace =
    module.chunkMs === undefined
      ? {}
      : { chunkMs: module.chunkMs, clock: (await import("./demo/steady-clock.ts")).steadyClock }
  return { model: scripted(module.default as never, { name: "scripted", ...pace }), tools: module.tools ?? [] }
}

/** Starts one server and says what it offers. */
export async function probeServer({
  name,
  definition,
}: Server): Promise<{ readonly ok: boolean; readonly text: string }> {
  try {
    const mcp = { mcpServers: { [name]: definition } } as AgentOptions["mcp"] // Checked against our schema.
    const offered = await offeredWith(mcp === undefined ? {} : { mcp })
    const names = offered.map((tool) => tool.name)
    if (names.length > 0) return { ok: true, text: `${names.length} tools: ${names.join(", ")}` }
    return { ok: false, text: "it did not start, or offers no tools. Run its command by hand to see why" }
  } catch (error) {
    return { ok: false, text: oneLine(error) }
  }
}

/** What a model would be offered: asked of a model that does nothing but look at its request. */
async function offeredWith(options: Omit<AgentOptions, "model">): Promise<readonly ToolDefinition[]> {
  let offered: readonly ToolDefinition[] = []
  const model: Model = {
    name: "look",
    async ask({ tools }) {
      offered = tools
      return { kind: "answer", text: "seen", reasoning: [], calls: [], problems: [], stop: "end" }
    },
  }
  const agent = await createAgent({ ...options, model })
  try {
    await (await agent.open()).ask("What is there?")
    return offered
  } finally {
    await agent.close()
  }
}
