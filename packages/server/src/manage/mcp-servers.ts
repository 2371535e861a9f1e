// The MCP servers of a workspace: those of its configuration, which stay as they are, and those that admins add while it runs.
import type { Agent, McpConfig, McpEntry, ServerStatus, Store } from "@pawl/agent"
import { loadServers, type McpOptions, mcpTools, readServerLog, readServers } from "@pawl/agent/mcp"
import type { HeldWorkspace } from "../held-workspace.ts"
import { HttpError } from "../http/envelope.ts"

export type Entries = McpConfig["mcpServers"]

/** How a workspace's MCP servers may be managed while the server runs. */
export interface ManagedServers {
  /** Those of the configuration: only its file changes them. */
  readonly configured: Entries
  /** Those that admins added before, and that the agent has already. */
  readonly added?: Entries
  /** Whether admins may add programs. Unless true, only servers with a "url" can be added over HTTP. */
  readonly commands?: boolean
  /** Where tool lists, logs and logins are kept. */
  readonly options: McpOptions
  /** The same agent once more, with these servers beside those of the configuration. */
  renew(added: Entries): Promise<Agent>
}

export interface ServerView {
  readonly name: string
  readonly from: "configuration" | "stored"
  readonly entry: McpEntry
  readonly status: ServerStatus | undefined
}

export interface Probe {
  readonly ok: boolean
  readonly ms: number
  readonly tools: readonly string[]
  readonly error?: string
}

const KIND = "mcp-server"
export const MASK = "********"

export async function addedTo(store: Store, workspace: string): Promise<Entries> {
  const rows = await store.records.list(KIND, { prefix: prefixOf(workspace) })
  return Object.fromEntries(rows.map(({ key, value }) => [key.slice(prefixOf(workspace).length), value as McpEntry]))
}

export async function serversOf(store: Store, { name, agent, servers }: HeldWorkspace): Promise<readonly ServerView[]> {
  const statuses = agent.servers()
  const view =
    (from: ServerView["from"]) =>
    ([each, entry]: [string, McpEntry]): ServerView => {
      const status = statuses.find(({ key }) => key === keyOf(each))
      return { name: each, from, entry: masked(entry), status }
    }
  const added = Object.entries(await addedTo(store, name)).map(view("stored"))
  return [...Object.entries(servers?.configured ?? {}).map(view("configuration")), ...added]
}

/** Stores the server, starts it once to see whether it works, and gives the workspace an agent that has it. */
export async function putServer(
  store: Store,
  workspace: HeldWorkspace,
  [name, entry]: [string, McpEntry],
): Promise<Probe> {
  const servers = managed(workspace)
  refuseConfigured(servers, name)
  check(name, entry, servers)
  await store.records.put(KIND, prefixOf(workspace.name) + name, { ...entry } as never)
  // The stored list of its tools belongs to the entry before.
  const probed = await probeServer(name, entry, servers.options)
  await restartServers(store, workspace)
  return probed
}

export async function dropServer(store: Store, workspace: HeldWorkspace, name: string): Promise<void> {
  const servers = managed(workspace)
  refuseConfigured(servers, name)
  if (!(await store.records.remove(KIND, prefixOf(workspace.name) + name))) throw serverMissing(name)
  await restartServers(store, workspace)
}

/** All servers of the workspace start anew; turns that are under way finish with those they began with. */
export async function restartServers(store: Store, workspace: HeldWorkspace): Promise<void> {
  const added = await addedTo(store, workspace.name)
  workspace.addedServers = JSON.stringify(added)
  await workspace.renew(await managed(workspace).renew(added))
}

/** Other processes change the same records. */
export async function followServers(store: Store, workspace: HeldWorkspace): Promise<void> {
  if (workspace.servers === undefined) return
  const now = JSON.stringify(await addedTo(store, workspace.name))
  if (now !== workspace.addedServers) await restartServers(store, workspace)
}

export async function probeNamed(store: Store, workspace: HeldWorkspace, name: string): Promise<Probe> {
  const servers = managed(workspace)
  const entry = servers.configured[name] ?? (await addedTo(store, workspace.name))[name]
  if (entry === undefined) throw serverMissing(name)
  return probeServer(name, entry, servers.options)
}

export async function logOf(store: Store, workspace: HeldWorkspace, { name, lines }: { name: string; lines: number }) {
  const known = (await serversOf(store, workspace)).some((each) => each.name === name)
  if (!known) throw serverMissing(name)
  const { logFolder } = managed(workspace).options
  const all = logFolder === undefined ? [] : (readServerLog(logFolder, keyOf(name), lines) ?? [])
  return all.map((line) => workspace.agent.clean(line))
}

async function probeServer(name: string, entry: McpEntry, options: McpOptions): Promise<Probe> {
  const began = performance.now()
  const took = () => Math.round(performance.now() - began)
  // Not from the stored list, but into it: the next start need not ask the server again.
  const probed = mcpTools(loadServers({ mcpServers: { [name]: entry } }), { ...options, readsCache: false })
  try {
    const status = await probed.probe(keyOf(name))
    if (status?.error !== undefined) return { ok: false, ms: took(), tools: [], error: status.error }
    const tools = probed.tools().flatMap((tool) => (tool.name.startsWith(`${keyOf(name)}__`) ? [tool.name] : []))
    return { ok: true, ms: took(), tools }
  } finally {
    await probed.close()
  }
}

/** Whether anything of the entry would start a program. What such an entry also says, as an address, changes nothing. */
function isProgram({ type, url, command, args, env, cwd }: McpEntry): boolean {
  const parts = [command, args, env, cwd]
  return url === undefined || type === "stdio" || parts.some((part) => part !== undefined)
}

function check(name: string, entry: McpEntry, { commands = false }: ManagedServers): void {
  const texts = [
    entry.url,
    entry.command,
    entry.cwd,
    ...(entry.args ?? []),
    ...Object.values({ ...entry.env, ...entry.headers }),
  ]
  if (texts.includes(MASK))
    throw new HttpError(400, "input-invalid", "A value is the mask that is shown in its place. Send the value itself.")
  if (texts.some((text) => text?.includes("${")))
    throw new HttpError(
      400,
      "input-invalid",
      "Variables are for the configuration file: they would send what the server's environment holds. Write the value out.",
    )
  if (isProgram(entry) && !commands)
    throw new HttpError(
      403,
      "not-allowed",
      'Only servers with a "url" can be added here. Programs are added in the configuration; or set "serve.mcpCommands" there.',
    )
  const [wrong] = readServers({ mcpServers: { [name]: entry } }).broken
  if (wrong !== undefined)
    throw new HttpError(400, "input-invalid", `The server "${name}" cannot be used: ${wrong.problem}.`)
}

function refuseConfigured({ configured }: ManagedServers, name: string): void {
  const isConfigured = Object.keys(configured).some((each) => keyOf(each) === keyOf(name))
  if (isConfigured)
    throw new HttpError(409, "setting-locked", `The configuration defines the server "${name}". Change it there.`)
}

function managed({ servers, name }: HeldWorkspace): ManagedServers {
  if (servers !== undefined) return servers
  throw new HttpError(
    409,
    "not-managed",
    `The MCP servers of workspace "${name}" cannot be managed while the server runs.`,
  )
}

/** Values may be keys, whatever they are called. */
function masked({ env, headers, oauth, ...rest }: McpEntry): McpEntry {
  const hide = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.keys(values).map((each) => [each, MASK]))
  return {
    ...rest,
    ...(env && { env: hide(env) }),
    ...(headers && { headers: hide(headers) }),
    ...(oauth && { oauth: { ...oauth, ...(oauth.clientSecret !== undefined && { clientSecret: MASK }) } }),
  }
}

/** The prefix of its tools. */
function keyOf(name: string): string {
  const { servers, broken } = readServers({ mcpServers: { [name]: { url: "http://127.0.0.1" } } })
  return servers[0]?.key ?? broken[0]?.key ?? name
}

function prefixOf(workspace: string): string {
  return `${workspace}/`
}

function serverMissing(name: string): HttpError {
  return new HttpError(404, "server-missing", `There is no MCP server "${name}". List the servers to see their names.`)
}
