// The workspaces of a server: for each an agent with the settings of its folder, all on one store.
import type { Limits, Store } from "@pawl/agent"
import {
  type Issue,
  type Metrics,
  ownerOptions,
  type StoredServers,
  serversWith,
  storedServers,
  type Users,
  type Workspace,
} from "@pawl/server"
import { mcpOptionsFor, type OpenHow, type OwnersOptions, openAgent } from "../agent/agent.ts"
import { chainOf } from "../agent/models.ts"
import { startable } from "../agent/servers.ts"
import { policyOf } from "../config/approving.ts"
import { loadSettings, type Settings } from "../config/settings.ts"
import { badConfig, oneLine } from "../failure.ts"
import { files } from "../folders.ts"
import type { Flags } from "../line/parse.ts"
import type { LogFile } from "../log-file.ts"
import { permissionsIn } from "../permissions/permissions.ts"
import { loaded } from "../plugins/plugins.ts"
import { BUILT_IN } from "../profiles/chosen.ts"
import { type RestateSettings, restateHostFor } from "../run/restate.ts"
import { world } from "../world.ts"
import type { ServeSettings } from "./serve-settings.ts"

export interface OpenedWorkspaces {
  readonly workspaces: readonly Workspace[]
  /** Those that could not be opened. There is always one that could. */
  readonly issues: readonly Issue[]
}

export interface WorkspacesHow {
  readonly store: Store
  readonly log: LogFile
  readonly metrics: Metrics
  readonly users: Users
  readonly warn: (line: string) => void
  readonly concurrency: number | undefined
  readonly pollMs: number
  readonly restate: RestateSettings | undefined
}

export async function openWorkspaces(
  flags: Flags,
  { settings, serving }: { readonly settings: Settings; readonly serving: ServeSettings },
  how: WorkspacesHow,
): Promise<OpenedWorkspaces> {
  const workspaces: Workspace[] = []
  const failed: { readonly issue: Issue; readonly error: unknown }[] = []
  for (const [name, { folder, entry }] of Object.entries(serving.workspaces ?? { main: { folder: "", entry: {} } })) {
    try {
      const there = new Map([...flags, ["cwd", folder]])
      const own = serving.workspaces === undefined ? settings : await loadSettings(there, world().env, { entry })
      refuseSharedFolder(name, own, workspaces)
      if (how.restate !== undefined) refuseSharedPort(name, own, serving)
      workspaces.push(await openWorkspace(name, own, { ...how, mcpCommands: serving.mcpCommands }))
    } catch (error) {
      failed.push({ issue: { workspace: name, problem: oneLine(error) }, error })
    }
  }
  // Without any there is nothing to serve.
  if (workspaces.length === 0) throw failed[0]?.error
  const issues = failed.map(({ issue }) => issue)
  for (const { workspace, problem } of issues) how.warn(`workspace "${workspace}" is not served: ${problem}`)
  return { workspaces, issues }
}

/** A session is found again by its folder: it would run with the settings of the other workspace. */
function refuseSharedFolder(name: string, { workspace }: Settings, opened: readonly Workspace[]): void {
  const other = opened.find(({ folder }) => folder === workspace)
  if (other === undefined) return
  throw badConfig(
    `The workspaces "${other.name}" and "${name}" have the same folder, ${workspace}. Give each a folder of its own.`,
  )
}

/** Restate finds all workers at one address, so each can run the sessions of one folder only. */
function refuseSharedPort(name: string, { runner }: Settings, { workspaces = {} }: ServeSettings): void {
  if (runner === "worker" || Object.keys(workspaces).length <= 1) return
  throw badConfig(
    `With Restate a server runs the sessions of one workspace, and it has others beside "${name}". Set "runner" to "worker", and start a worker with --restate in the folder of each.`,
  )
}

async function openWorkspace(
  name: string,
  given: Settings,
  parts: WorkspacesHow & { readonly mcpCommands: boolean },
): Promise<Workspace> {
  const { store, log, metrics, users, warn, concurrency, pollMs, mcpCommands, restate } = parts
  const settings = { ...given, limits: limitsFor(given) }
  const runs = settings.runner !== "worker"
  const { workspace } = settings
  const how: OpenHow = {
    approve: policyOf(settings.approve),
    log,
    // Its turns may be left to workers on the same database.
    run: runs ? "all" : "none",
    host: restate && (() => restateHostFor(restate, { workspace, runs })),
    pollMs,
    ...(concurrency !== undefined && { concurrency }),
    store,
    metrics,
    owners: ownersOf(settings, users),
    warn: (line) => warn(`workspace "${name}": ${line}`),
  }
  const openWith = (given: StoredServers) =>
    openAgent(settings, { ...how, servers: (configured) => serversWith(configured, given) })
  const stored = await storedServers(store, name)
  const { agent, profile } = await openWith(stored)
  return {
    name,
    agent,
    folder: settings.workspace,
    profiles: [profile, ...BUILT_IN.filter((each) => each !== profile)],
    models: chainOf(settings),
    maxFiles: settings.limits.session.files,
    servers: {
      configured: (await startable(settings)).mcpServers,
      stored,
      commands: mcpCommands,
      options: mcpOptionsFor(settings),
      renew: async (now) => (await openWith(now)).agent,
    },
    plugins: () => loaded(settings),
  }
}

/** Whatever a person's own limits and groups leave open, the settings decide. */
function ownersOf({ folders, limits }: Settings, users: Users): OwnersOptions {
  const options = ownerOptions(users, permissionsIn(files.permissions(folders)))
  const usual = typeof limits.owner === "function" ? undefined : limits.owner
  const own = async (owner: string | null) => ({
    ...usual,
    ...(owner === null ? undefined : await users.limitsOf(owner)),
  })
  // Tools take whatever context they are given.
  return { ...(options as unknown as OwnersOptions), limits: { ...limits, owner: own } }
}

/** What people may send to a server, whatever the profile; a chat service has narrower limits. Those of the settings count before. */
function limitsFor({ profile, limits }: Settings): Limits & { readonly session: { readonly files: number } } {
  const isChat = profile.kind === "built-in" && profile.name === "chat-service"
  const { message, session, owner, ...others } = limits
  const usual = isChat ? { activeSessions: 3, sessions: 50 } : {}
  return {
    ...others,
    message: { chars: isChat ? 10_000 : 100_000, ...message },
    session: { files: 5, ...session },
    owner: typeof owner === "function" ? owner : { ...usual, ...owner },
  }
}
