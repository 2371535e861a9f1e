// Lists the MCP servers, where each comes from, and whether it may be started: a project's servers only once the user
// trusts it.
import { dirname, isAbsolute, join, resolve } from "node:path"
import type { McpConfig } from "@pawl/agent/mcp"
import { refuseOutside } from "../config/outside-files.ts"
import { readJsonObject, type Tree } from "../config/read-file.ts"
import { PROJECT_FILE, type Settings } from "../config/settings.ts"
import { badConfig, badInput } from "../failure.ts"
import { files, makeFolder } from "../folders.ts"

export interface Server {
  readonly name: string
  /** Prefix of its tools' names. */
  readonly key: string
  readonly definition: Entry
  readonly from: string
  readonly trusted: boolean
  /** Why its entry cannot be used, as in `MCP server "x" is misconfigured: …`. */
  readonly problem?: string
}

type Entry = McpConfig["mcpServers"][string]

/** `--mcp-config` first, then the user's, then the project's servers: the first entry with a name wins. */
export async function serversOf(settings: Settings): Promise<readonly Server[]> {
  const { mcpConfig, userServers, projectServers, folders, workspace } = settings
  const shared = await readShared(settings)
  const isTrusted = await isProjectTrusted(settings, shared)
  const explicit = mcpConfig === undefined ? {} : readExplicit(mcpConfig)
  const lists = [
    await listed(explicit, mcpConfig ?? "", true),
    await listed(userServers, files.config(folders), true),
    await listed(projectServers, join(workspace, PROJECT_FILE), isTrusted),
    await listed(shared, sharedPath(settings), isTrusted),
  ]
  const seen = new Set<string>()
  return lists.flat().filter(({ key }) => !seen.has(key) && seen.add(key))
}

/** A server goes by the name of its entry or by the prefix of its tools. */
export function isNamed({ name, key }: Server, asked: string): boolean {
  return name === asked || key === asked
}

/** The trusted servers, in the form that the library accepts. Unusable entries are included: their status says why. */
export async function startable(settings: Settings): Promise<McpConfig> {
  const trusted = (await serversOf(settings)).filter((server) => server.trusted)
  return { mcpServers: Object.fromEntries(trusted.map((server) => [server.name, placed(server, settings.workspace)])) }
}

/** Trust covers exactly these entries: after a change of a command or an argument, the user has to trust them again. */
export async function trustProject(settings: Settings): Promise<void> {
  makeFolder(settings.folders.data, "data")
  const { projectTrust } = await import("@pawl/agent/mcp")
  const servers = [settings.projectServers, await readShared(settings)]
  await projectTrust(files.trusted(settings.folders)).trust(settings.workspace, servers)
}

async function isProjectTrusted({ folders, workspace, projectServers }: Settings, shared: Tree): Promise<boolean> {
  // No servers, so there is nothing to trust.
  if (Object.keys(projectServers).length + Object.keys(shared).length === 0) return true
  const { projectTrust } = await import("@pawl/agent/mcp")
  return projectTrust(files.trusted(folders)).isTrusted(workspace, [projectServers, shared])
}

/** `cwd` is relative to the file that names it; without `cwd` the server runs in the workspace. */
export function placed({ definition, from }: Server, workspace: string): Entry {
  // Not a server entry: leave it unchanged; the library reports it.
  if (typeof definition !== "object" || definition === null) return definition
  const { cwd, command } = definition
  if (typeof cwd === "string")
    return isAbsolute(cwd) || cwd.startsWith("$") ? definition : { ...definition, cwd: resolve(dirname(from), cwd) }
  // Set only where it differs: the cached tool list of a server is keyed by its whole definition.
  return command === undefined || workspace === process.cwd() ? definition : { ...definition, cwd: workspace }
}

/** The configuration file that several coding agents read. */
const SHARED_FILE = ".mcp.json"

function sharedPath({ workspace }: Settings): string {
  return join(workspace, SHARED_FILE)
}

async function readShared(settings: Settings): Promise<Tree> {
  const path = sharedPath(settings)
  await refuseOutside({ what: SHARED_FILE, path }, settings)
  const file = readJsonObject(path)
  return file === undefined ? {} : serversIn(file, path)
}

function readExplicit(path: string): Tree {
  const file = readJsonObject(path, "configuration", { mayBePipe: true })
  if (file === undefined) throw badInput(`There is no file "${path}" for --mcp-config. Check the path.`)
  return serversIn(file, path)
}

function serversIn({ mcpServers }: Tree, path: string): Tree {
  if (typeof mcpServers === "object" && mcpServers !== null && !Array.isArray(mcpServers)) return mcpServers as Tree
  throw unusable(path, 'it has no object "mcpServers"')
}

/** The servers of one file, in its order. */
async function listed(servers: Tree, from: string, trusted: boolean): Promise<readonly Server[]> {
  const names = Object.keys(servers)
  if (names.length === 0) return []
  const { readServers } = await import("@pawl/agent/mcp")
  const mcpServers = servers as McpConfig["mcpServers"] // Checked by the next line.
  const { servers: usable, broken } = readServers({ mcpServers })
  const keys = usable.map(({ key }) => key)
  return names.map((name) => {
    const definition = mcpServers[name] as Entry // It has this name from there.
    const wrong = broken.find((each) => each.name === name)
    if (wrong === undefined) return { name, key: keys.shift() ?? name, definition, from, trusted }
    return { name, key: wrong.key, definition, from, trusted, problem: wrong.problem }
  })
}

function unusable(path: string, why: string): Error {
  const expected = '{"mcpServers": {"name": {"command": "...", "args": []}}}, or "url" instead of "command"'
  return badConfig(`The MCP servers in "${path}" cannot be used: ${why}. Expected ${expected}; correct it.`)
}

/** The library's message without its own prefix: the caller names the file. */
export function problemIn(error: unknown): string {
  return (error instanceof Error ? error.message : String(error))
    .replace(/^The MCP configuration is not valid: /, "")
    .replace(/\.$/, "")
}
