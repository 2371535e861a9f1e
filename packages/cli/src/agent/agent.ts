// The one place where the command line builds an agent: settings in, an agent and its store out.
import {
  type Agent,
  type AgentOptions,
  type ApprovalMode,
  type ApprovalPolicy,
  createAgent,
  isPawlError,
  type McpConfig,
  type McpOptions,
  type Observer,
  type SessionHost,
  type Store,
  sqlite,
} from "@pawl/agent"
import type { Metrics } from "@pawl/server"
import type { Settings } from "../config/settings.ts"
import { oneLine } from "../failure.ts"
import { files, makeFolder } from "../folders.ts"
import type { LogFile } from "../log-file.ts"
import { observersFor } from "../observe/observers.ts"
import { permissionsIn } from "../permissions/permissions.ts"
import { keptProfile, type LoadedProfile, loadProfile, rowNamed } from "../profiles/load.ts"
import { wideWorkspaceNote } from "../wide-workspace.ts"
import { type Models, modelsFrom } from "./models.ts"
import { pluginsFor, warnBrokenPlugins } from "./plugins.ts"
import { startable } from "./servers.ts"

export interface OpenedAgent {
  readonly agent: Agent
  /** The profile of sessions that this agent opens, unless a session already has a built-in profile. */
  readonly profile: string
  /** The profile that the settings name. It differs from `profile` when the named session keeps a user-defined one. */
  readonly wantedProfile: string
  /** It runs on a server, which has settings of its own. */
  readonly isRemote?: true
  close(): Promise<void>
}

export type OwnersOptions = Required<Pick<AgentOptions, "contextOf" | "permits" | "permitsModel" | "grants">> &
  Required<Pick<AgentOptions, "limits">>

export interface OpenHow {
  /** `ask` needs an approver; without one, pass `deny`. */
  readonly approve: ApprovalPolicy
  /** The approval modes of turns, unless the settings list them. */
  readonly approvalModes?: readonly ApprovalMode[]
  readonly log: LogFile
  /** Which sessions this process runs, when not those it opens. */
  readonly run?: AgentOptions["run"]
  /** How many sessions run at once. */
  readonly concurrency?: number
  /** How often to look for sessions that no runner holds. */
  readonly pollMs?: number
  /** How long the heartbeat of another runner may stand still. All runners of a store should agree on it. */
  readonly lapseMs?: number
  /** What decides where sessions are run, if it is not this process; made for each agent. */
  readonly host?: (() => Promise<SessionHost>) | undefined
  /** Wraps the store that the agent gets, so that the caller sees what becomes durable. */
  readonly through?: (store: Store) => Store
  /** An open store that agents share, in place of one of its own. The caller closes it. */
  readonly store?: Store
  /** Counts what the agent does, its store included unless `store` is given. */
  readonly metrics?: Metrics | undefined
  /** Runs each session with the rights, grants and limits of its owner. */
  readonly owners?: OwnersOptions
  /** Sessions of a server's users may be among those that it runs. */
  readonly runsOwned?: true
  /** What becomes of the MCP servers of the configuration: others beside them, tools that are left out. */
  readonly servers?: (configured: McpConfig["mcpServers"]) => McpConfig["mcpServers"]
  /** Shows the user one line. */
  readonly warn: (line: string) => void
  /** How long a server may be gone; for as long as it takes unless given. */
  readonly giveUpMs?: number
  /** Called when a session cannot go on in this process. */
  readonly onTrouble?: (session: string, error: unknown) => void
}

/** For commands that end with the turn: a script must not wait without an end. */
export const SERVER_GONE_MS = 120_000

/** `session`: id or name of the session to be used, if it exists already. */
export async function openAgent(settings: Settings, how: OpenHow, session?: string): Promise<OpenedAgent> {
  const { server } = settings
  if (server !== undefined)
    return (await import("../remote/remote-agent.ts")).openRemoteAgent(settings, server, remoteHow(how))
  const wide = how.run === "none" ? undefined : wideWorkspaceNote(settings.workspace)
  if (wide !== undefined) how.warn(wide)
  const models = await modelsFrom(settings)
  const wanted = await loadProfile(settings.profile, files.profiles(settings.folders))
  const mcp = await mcpFrom(settings, how)
  const plugins = await pluginsFor(settings, how)
  const own = how.run === "none" ? [] : await observersFor(settings, how)
  const observe: readonly Observer[] = how.metrics === undefined ? own : [...own, how.metrics.observer]
  // Passed as a promise, so the agent owns the store and closes it.
  const store = how.store ?? openStore(settings, how.metrics).then(how.through)
  const profile = session === undefined ? wanted : await profileOf(session, wanted, { settings, store })
  const options = optionsFrom({ ...models, profile }, settings, how)
  const owners = how.owners ?? (how.runsOwned === true ? await ownersLater(settings, store) : {})
  const host = how.host === undefined ? {} : { host: await how.host() }
  const agent = await createAgent({ ...mcp, ...plugins, ...options, ...owners, ...host, store, observe }).catch(
    async (error: unknown) => {
      // An agent that refuses its options does not close the store.
      if (store instanceof Promise) await store.then((opened) => opened.close()).catch(() => {})
      throw error
    },
  )
  warnBrokenPlugins(agent.plugins(), how.warn)
  // The other servers work, so a failed one only leads to a warning that explains why its tools are missing. Not awaited:
  // the user's message is on disk before the slowest server has answered.
  const warnFailedServers = () => {
    for (const { error } of agent.servers()) if (error !== undefined) how.warn(oneLine(error))
  }
  agent.tools().then((tools) => {
    warnFailedServers()
    for (const line of unknownTools(settings, tools)) how.warn(line)
  }, warnFailedServers)
  return { agent, profile: profile.name, wantedProfile: wanted.name, close: () => agent.close() }
}

function remoteHow({ warn, giveUpMs }: OpenHow) {
  return { warn, ...(giveUpMs !== undefined && { giveUpMs }) }
}

async function ownersLater(
  { folders, limits, serve }: Settings,
  store: Store | Promise<Store>,
): Promise<OwnersOptions> {
  const { laterOwners } = await import("../users/later-owners.ts")
  const local = permissionsIn(files.permissions(folders))
  return laterOwners({ store, local, limits, serve })
}

/** Names in `--tools` that match no tool. The tools of servers that did not start are unknown. */
function unknownTools(
  { tools: wanted = [] }: Settings,
  known: readonly { readonly name: string }[],
): readonly string[] {
  const isKnown = (each: string) =>
    ["builtin", "mcp"].includes(each) ||
    known.some(({ name }) => (each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : name === each))
  return wanted
    .filter((each) => !isKnown(each))
    .map((each) => `--tools names "${each}", and no tool is called that: check the spelling`)
}

interface Parts extends Models {
  readonly profile: LoadedProfile
}

function optionsFrom(
  { models, tools, orchestrate, judge, profile }: Parts,
  settings: Settings,
  how: OpenHow,
): AgentOptions {
  const { approve, log, onTrouble, warn, run, concurrency, pollMs, lapseMs } = how
  const { tools: onlyTools, limits, offer, embedder, delegation, tasks, notes, finish, readOnlyFolders } = settings
  const { interruptedTools, resultLimits, questions, attempts, rates, prices } = settings
  const { maxIterations, approvalTimeout, instructions, dialect, workspace, window, retrieval, locale, folders } =
    settings
  const approvalModes = settings.approvalModes ?? how.approvalModes
  const limit = maxIterations === undefined ? {} : { maxIterations }
  return {
    model: models,
    tools,
    ...(onlyTools !== undefined && { onlyTools }),
    limits,
    ...(prices !== undefined && { prices }),
    approve,
    ...(approvalModes !== undefined && { approvalModes }),
    grants: permissionsIn(files.permissions(folders)),
    workspace,
    ...(readOnlyFolders.length > 0 && { builtins: { readOnlyFolders } }),
    profile: profile.make ?? profile.name,
    ...limit,
    ...(attempts !== undefined && { retries: { attempts } }),
    ...(rates !== undefined && { rates }),
    ...(interruptedTools !== undefined && { interruptedTools }),
    ...(orchestrate !== undefined && { orchestrate }),
    ...(finish !== undefined && takesFinish(profile, settings) && { finish }),
    ...(judge !== undefined && { judge }),
    ...(approvalTimeout !== undefined && { approvals: { timeoutMs: approvalTimeout * 1000 || null } }),
    ...(dialect !== undefined && { dialect }),
    ...(instructions !== undefined && { instructions }),
    ...(window !== undefined && { window }),
    delegation,
    ...(tasks !== undefined && { tasks }),
    ...(notes !== undefined && { notes }),
    ...(questions !== undefined && { questions }),
    ...(offer !== undefined && { offer }),
    ...(resultLimits !== undefined && { resultLimits }),
    ...(embedder !== undefined && { toolSearch: { embedder, cacheFolder: files.vectors(folders) } }),
    ...(locale !== undefined && { locale }),
    ...(retrieval !== undefined && { retrieval: { folder: retrieval, dataFolder: folders.state } }),
    ...(run !== undefined && { run }),
    ...(concurrency !== undefined && { concurrency }),
    ...(settings.priority !== undefined && { priority: settings.priority }),
    ...leasesFor(pollMs, lapseMs),
    onError(session, error) {
      const stack = settings.debug === true && error instanceof Error ? { stack: error.stack } : {}
      log.error({ session, error: error instanceof Error ? error.message : error, ...stack }, "runtime")
      // The session goes on; only its cost is not known.
      if (isPawlError(error, "price-unknown")) warn(oneLine(error))
      else onTrouble?.(session, error)
    },
  }
}

/**
 * In xml-tools only a tool ends a turn, so `finish` from a file or the environment is ignored there. A flag is passed on,
 * and the agent refuses it.
 */
function takesFinish({ name }: LoadedProfile, { origins }: Settings): boolean {
  return name !== "xml-tools" || origins.find(({ key }) => key === "finish")?.from === "flag"
}

/** A session keeps its profile. Only the command line can find a user-defined one. */
async function profileOf(
  session: string,
  wanted: LoadedProfile,
  { settings, store }: { readonly settings: Settings; readonly store: Store | Promise<Store> },
): Promise<LoadedProfile> {
  const opened = await store
  try {
    const row = await rowNamed(opened, session)
    return row === undefined ? wanted : await keptProfile(row, wanted, files.profiles(settings.folders))
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Only trusted servers. Tool lists are cached, so that a server starts only when one of its tools is called. */
async function mcpFrom(
  settings: Settings,
  { servers: changed = (configured) => configured, metrics }: Pick<OpenHow, "servers" | "metrics">,
): Promise<Pick<AgentOptions, "mcp" | "mcpOptions">> {
  const mcpServers = changed((await startable(settings)).mcpServers)
  if (Object.keys(mcpServers).length === 0) return {}
  const counted = metrics === undefined ? {} : { onRestart: () => metrics.serverRestarted() }
  return { mcp: { mcpServers }, mcpOptions: { ...mcpOptionsFor(settings), ...counted } }
}

/** Where tool lists, logs and logins of MCP servers are kept. */
export function mcpOptionsFor({ folders }: Settings): McpOptions {
  return {
    cacheFolder: files.mcpLists(folders),
    logFolder: files.mcpLogs(folders),
    loginFolder: files.mcpLogins(folders),
  }
}

/** For commands that only read or tidy up: no model is needed and nothing runs. */
export async function openStore(
  settings: Pick<Settings, "folders" | "server" | "database">,
  metrics?: Metrics,
): Promise<Store> {
  const store = await openUncounted(settings, metrics)
  return metrics?.watching(store) ?? store
}

async function openUncounted(
  settings: Pick<Settings, "folders" | "server" | "database">,
  metrics: Metrics | undefined,
): Promise<Store> {
  const { folders, server, database } = settings
  if (server !== undefined) return (await import("../remote/remote-store.ts")).remoteStore(server)
  // Loaded for those who have one.
  if (database !== undefined)
    return (await import("@pawl/postgres")).postgres(database, { onReconnect: () => metrics?.reconnected() })
  makeFolder(folders.data, "data")
  return sqlite(files.database(folders))
}

/** A runner beats ten times before its lease lapses, and at least once a second. */
function leasesFor(sweepMs: number | undefined, lapseMs: number | undefined): Pick<AgentOptions, "leases"> {
  if (sweepMs === undefined && lapseMs === undefined) return {}
  const beating = lapseMs === undefined ? {} : { lapseMs, beatMs: Math.min(1000, lapseMs / 10) }
  return { leases: { ...(sweepMs !== undefined && { sweepMs }), ...beating } }
}
