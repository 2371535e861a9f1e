// What the store holds of a workspace's MCP servers: those that admins added, the tools that they switched off, and their logins.
import type { McpConfig, McpEntry, Store } from "@pawl/agent"
import { readServers } from "@pawl/agent/mcp"

export type Entries = McpConfig["mcpServers"]

export interface StoredServers {
  readonly added: Entries
  /** By the key of the server, in the names that the server gives its tools. */
  readonly off: Readonly<Record<string, readonly string[]>>
  /** The last time that an admin logged in to a server or out of it: after each, its tools have to be listed anew. */
  readonly logins: Readonly<Record<string, { readonly isIn: boolean; readonly version: number }>>
}

export const NONE_STORED: StoredServers = { added: {}, off: {}, logins: {} }

const ADDED = "mcp-server"
const OFF = "mcp-tool-off"
const LOGIN = "mcp-login"

export async function storedServers({ records }: Pick<Store, "records">, workspace: string): Promise<StoredServers> {
  const prefix = prefixOf(workspace)
  const list = async (kind: string) =>
    (await records.list(kind, { prefix })).map(({ key, ...row }) => ({ ...row, rest: key.slice(prefix.length) }))
  const off: Record<string, string[]> = {}
  for (const { rest } of await list(OFF)) {
    // Keys of servers have no slash in them; tools may.
    const end = rest.indexOf("/")
    off[rest.slice(0, end)] = [...(off[rest.slice(0, end)] ?? []), rest.slice(end + 1)]
  }
  return {
    added: Object.fromEntries((await list(ADDED)).map(({ rest, value }) => [rest, value as McpEntry])),
    off,
    logins: Object.fromEntries(
      (await list(LOGIN)).map(({ rest, value, version }) => [rest, { isIn: value === true, version }]),
    ),
  }
}

/** The servers that an agent of the workspace gets. */
export function serversWith(configured: Entries, { added, off }: Pick<StoredServers, "added" | "off">): Entries {
  const all = Object.entries({ ...configured, ...added })
  return Object.fromEntries(all.map(([name, entry]) => [name, without(entry, off[keyOf(name)])]))
}

function without(entry: McpEntry, off: readonly string[] | undefined): McpEntry {
  return off === undefined ? entry : { ...entry, excludeTools: [...new Set([...(entry.excludeTools ?? []), ...off])] }
}

export async function keepServer({ records }: Store, workspace: string, [name, entry]: [string, McpEntry]) {
  await records.put(ADDED, prefixOf(workspace) + name, { ...entry } as never)
}

/** False if there is none. Its switches go with it. */
export async function forgetServer({ records }: Store, workspace: string, name: string): Promise<boolean> {
  if (!(await records.remove(ADDED, prefixOf(workspace) + name))) return false
  for (const { key } of await records.list(OFF, { prefix: `${prefixOf(workspace)}${keyOf(name)}/` }))
    await records.remove(OFF, key)
  return true
}

export interface ToolSwitch {
  readonly server: string
  readonly tool: string
  readonly isOn: boolean
}

export async function keepSwitch({ records }: Store, workspace: string, { server, tool, isOn }: ToolSwitch) {
  const key = `${prefixOf(workspace)}${keyOf(server)}/${tool}`
  if (isOn) await records.remove(OFF, key)
  else await records.put(OFF, key, true)
}

/** The version of the record is another one then, in all processes. */
export async function noteLogin(
  { records }: Pick<Store, "records">,
  workspace: string,
  { server, isIn }: { readonly server: string; readonly isIn: boolean },
): Promise<void> {
  await records.put(LOGIN, prefixOf(workspace) + keyOf(server), isIn)
}

/** The prefix of its tools. */
export function keyOf(name: string): string {
  const { servers, broken } = readServers({ mcpServers: { [name]: { url: "http://127.0.0.1" } } })
  return servers[0]?.key ?? broken[0]?.key ?? name
}

function prefixOf(workspace: string): string {
  return `${workspace}/`
}
