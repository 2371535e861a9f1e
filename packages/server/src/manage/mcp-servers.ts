// The MCP servers of a workspace: those of its configuration, which stay as they are, and those that admins add while it runs.
import type { Agent, McpEntry, ServerStatus, Store } from "@pawl/agent"
import { hasLogin, loadServers, type McpOptions, mcpTools, readServerLog, readServers } from "@pawl/agent/mcp"
import type { HeldWorkspace } from "../held-workspace.ts"
import { HttpError } from "../http/envelope.ts"
import {
  type Entries,
  forgetServer,
  keepServer,
  keepSwitch,
  keyOf,
  type StoredServers,
  storedServers,
  type ToolSwitch,
} from "./stored-servers.ts"

/** How a workspace's MCP servers may be managed while the server runs. */
export interface ManagedServers {
  /** Those of the configuration: only its file changes them. */
  readonly configured: Entries
  /** What admins changed before, and the agent has already. */
  readonly stored?: StoredServers
  /** Whether admins may add programs. Unless true, only servers with a "url" can be added over HTTP. */
  readonly commands?: boolean
  /** Where tool lists, logs and logins are kept. */
  readonly options: McpOptions
  /** The same agent once more, with the servers that `serversWith(configured, stored)` returns. */
  renew(stored: StoredServers): Promise<Agent>
}

export interface ServerView {
  readonly name: string
  readonly from: "configuration" | "stored"
  readonly entry: McpEntry
  readonly status: ServerStatus | undefined
  /** Whether a login to it is stored. */
  readonly isLoggedIn: boolean
  /** An admin logged out of it, so it needs a login whether or not it was asked since. */
  readonly isLoggedOut: boolean
}

export interface Probe {
  readonly ok: boolean
  readonly ms: number
  readonly tools: readonly string[]
  readonly error?: string
}

export const MASK = "********"

export async function serversOf(store: Store, { name, agent, servers }: HeldWorkspace): Promise<readonly ServerView[]> {
  const statuses = agent.servers()
  const { added, logins } = await storedServers(store, name)
  const view =
    (from: ServerView["from"]) =>
    ([each, entry]: [string, McpEntry]): ServerView => {
      const status = statuses.find(({ key }) => key === keyOf(each))
      const isIn = isLoggedIn([each, entry], servers?.options)
      const isLoggedOut = !isIn && logins[keyOf(each)]?.isIn === false
      return { name: each, from, entry: masked(entry), status, isLoggedIn: isIn, isLoggedOut }
    }
  const configured = Object.entries(servers?.configured ?? {})
  return [...configured.map(view("configuration")), ...Object.entries(added).map(view("stored"))]
}

function isLoggedIn([name, entry]: [string, McpEntry], { loginFolder }: McpOptions = {}): boolean {
  if (entry.url === undefined || loginFolder === undefined) return false
  const [server] = readServers({ mcpServers: { [name]: entry } }).servers
  return server?.kind === "http" && hasLogin(server, { folder: loginFolder })
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
  await keepServer(store, workspace.name, [name, entry])
  // The stored list of its tools belongs to the entry before.
  const probed = await probeServer(name, entry, servers.options)
  await restartServers(store, workspace)
  return probed
}

export async function dropServer(store: Store, workspace: HeldWorkspace, name: string): Promise<void> {
  const servers = managed(workspace)
  refuseConfigured(servers, name)
  if (!(await forgetServer(store, workspace.name, name))) throw serverMissing(name)
  await restartServers(store, workspace)
}

/** Switches a tool on or off for the turns that begin from now on. */
export async function switchTool(store: Store, workspace: HeldWorkspace, change: ToolSwitch): Promise<void> {
  const { server, tool, isOn } = change
  const entry = await entryOf(store, workspace, server)
  if (entry.excludeTools?.includes(tool) === true)
    throw new HttpError(409, "setting-locked", `The configuration leaves out the tool "${tool}". Change it there.`)
  const { list = [] } = workspace.agent.servers().find(({ key }) => key === keyOf(server)) ?? {}
  const { off } = await storedServers(store, workspace.name)
  const wasOn = off[keyOf(server)]?.includes(tool) !== true
  if (wasOn && list.every(({ name }) => name !== tool)) throw toolMissing(server, tool)
  if (wasOn === isOn) return
  await keepSwitch(store, workspace.name, change)
  await restartServers(store, workspace)
}

/** All servers of the workspace start anew; turns that are under way finish with those they began with. */
export async function restartServers(store: Store, workspace: HeldWorkspace): Promise<void> {
  const servers = managed(workspace)
  const stored = await storedServers(store, workspace.name)
  workspace.storedServers = JSON.stringify(stored)
  await workspace.renew(await servers.renew(stored))
}

/** Other processes change the same records. */
export async function followServers(store: Store, workspace: HeldWorkspace): Promise<void> {
  if (workspace.servers === undefined) return
  const now = JSON.stringify(await storedServers(store, workspace.name))
  if (now !== workspace.storedServers) await restartServers(store, workspace)
}

export async function probeNamed(store: Store, workspace: HeldWorkspace, name: string): Promise<Probe> {
  const entry = await entryOf(store, workspace, name)
  return probeServer(name, entry, managed(workspace).options)
}

/** Without the switches of admins. */
export async function entryOf(store: Store, workspace: HeldWorkspace, name: string): Promise<McpEntry> {
  const { configured } = managed(workspace)
  const entry = own(configured, name) ?? own((await storedServers(store, workspace.name)).added, name)
  if (entry === undefined) throw serverMissing(name)
  return entry
}

function own(entries: Entries, name: string): McpEntry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined
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
  if (texts.some((text) => text?.includes(MASK)))
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

export function managed({ servers, name }: HeldWorkspace): ManagedServers {
  if (servers !== undefined) return servers
  throw new HttpError(
    409,
    "not-managed",
    `The MCP servers of workspace "${name}" cannot be managed while the server runs.`,
  )
}

/** Values may be keys, whatever they are called. */
export function masked({ env, headers, oauth, url, ...rest }: McpEntry): McpEntry {
  const hide = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.keys(values).map((each) => [each, MASK]))
  return {
    ...rest,
    ...(url !== undefined && { url: maskedUrl(url) }),
    ...(env && { env: hide(env) }),
    ...(headers && { headers: hide(headers) }),
    ...(oauth && { oauth: { ...oauth, ...(oauth.clientSecret !== undefined && { clientSecret: MASK }) } }),
  }
}

/** Some servers take their key in the query, or in front of the host. */
function maskedUrl(given: string): string {
  if (!URL.canParse(given)) return MASK
  const url = new URL(given)
  if (url.search === "" && url.username === "" && url.password === "") return given
  for (const name of new Set(url.searchParams.keys())) url.searchParams.set(name, MASK)
  if (url.username !== "") url.username = MASK
  if (url.password !== "") url.password = MASK
  return url.href
}

function serverMissing(name: string): HttpError {
  return new HttpError(404, "server-missing", `There is no MCP server "${name}". List the servers to see their names.`)
}

function toolMissing(server: string, tool: string): HttpError {
  return new HttpError(
    404,
    "tool-missing",
    `The MCP server "${server}" lists no tool "${tool}". Test the server if its list is not known yet, and look again.`,
  )
}
