// The workspaces of a server: for each an agent with the settings of its folder, all on one store.
import type { Limits, Store } from "@pawl/agent"
import { addedServers, type Issue, type Metrics, type Workspace } from "@pawl/server"
import { mcpOptionsFor, type OpenHow, openAgent } from "../agent/agent.ts"
import { chainOf } from "../agent/models.ts"
import { startable } from "../agent/servers.ts"
import { loadSettings, type Settings } from "../config/settings.ts"
import { oneLine } from "../failure.ts"
import type { Flags } from "../line/parse.ts"
import type { LogFile } from "../log-file.ts"
import { loaded } from "../plugins/plugins.ts"
import { BUILT_IN } from "../profiles/chosen.ts"
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
  readonly warn: (line: string) => void
  readonly concurrency: number | undefined
  readonly pollMs: number
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

async function openWorkspace(
  name: string,
  given: Settings,
  { store, log, metrics, warn, concurrency, pollMs, mcpCommands }: WorkspacesHow & { readonly mcpCommands: boolean },
): Promise<Workspace> {
  const settings = { ...given, limits: limitsFor(given) }
  const how: OpenHow = {
    approve: settings.approve,
    log,
    // Its turns may be left to workers on the same database.
    run: settings.runner === "worker" ? "none" : "all",
    pollMs,
    ...(concurrency !== undefined && { concurrency }),
    store,
    observe: [metrics.observer],
    warn: (line) => warn(`workspace "${name}": ${line}`),
  }
  const { agent, profile } = await openAgent(settings, { ...how, servers: await addedServers(store, name) })
  return {
    name,
    agent,
    folder: settings.workspace,
    profiles: [profile, ...BUILT_IN.filter((each) => each !== profile)],
    models: chainOf(settings),
    servers: {
      configured: (await startable(settings)).mcpServers,
      commands: mcpCommands,
      options: mcpOptionsFor(settings),
      renew: async (servers) => (await openAgent(settings, { ...how, servers })).agent,
    },
    plugins: () => loaded(settings),
  }
}

/** The limits of a chat service, in its own profile; those of the settings count before. */
function limitsFor({ profile, limits }: Settings): Limits {
  if (profile.kind !== "built-in" || profile.name !== "chat-service") return limits
  const { message, session, owner, ...others } = limits
  return {
    ...others,
    message: { chars: 10_000, ...message },
    session: { files: 5, ...session },
    owner: typeof owner === "function" ? owner : { activeSessions: 3, sessions: 50, ...owner },
  }
}
