// Which MCP servers there are, where each comes from, and whether it may be started: a project's own only once it is trusted.
import { createHash } from "node:crypto"
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isTree, readJsonObject, readSchema, type Tree } from "./config/read-file.ts"
import { PROJECT_FILE, type Settings } from "./config/settings.ts"
import { badConfig, badInput } from "./failure.ts"
import { files, makeFolder } from "./folders.ts"
import { problemsOf, type Schema } from "./json-schema.ts"

export interface Server {
  readonly name: string
  readonly definition: Tree
  readonly from: string
  readonly trusted: boolean
}

/** `--mcp-config` first, then the user's, then the project's: a name that is taken stays taken. */
export function serversOf(settings: Settings): readonly Server[] {
  const shared = sharedServers(settings)
  const isTrusted = isProjectTrusted(settings)
  const lists: readonly Server[] = [
    ...(settings.mcpConfig === undefined ? [] : listed(explicitServers(settings.mcpConfig), settings.mcpConfig, true)),
    ...listed(settings.userServers, files.config(settings.folders), true),
    ...listed(settings.projectServers, join(settings.workspace, PROJECT_FILE), isTrusted),
    ...listed(shared, sharedPath(settings), isTrusted),
  ]
  const seen = new Set<string>()
  return lists.filter(({ name }) => !seen.has(name) && seen.add(name))
}

/** What may be started, as `mcpServers` has it. */
export function startable(servers: readonly Server[]): Tree {
  return Object.fromEntries(servers.filter(({ trusted }) => trusted).map(({ name, definition }) => [name, definition]))
}

/** Trust is in these very servers: another command, another argument, and the user is asked again. */
export function trustProject(settings: Settings): void {
  makeFolder(settings.folders.data, "data")
  const path = files.trusted(settings.folders)
  const trusted = { ...readTrusted(path), [settings.workspace]: printOf(settings) }
  writeFileSync(`${path}.${process.pid}`, `${JSON.stringify(trusted, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.${process.pid}`, path)
}

function isProjectTrusted(settings: Settings): boolean {
  return readTrusted(files.trusted(settings.folders))[settings.workspace] === printOf(settings)
}

function printOf(settings: Settings): string {
  const servers = JSON.stringify([settings.projectServers, sharedServers(settings)])
  return createHash("sha256").update(servers).digest("hex")
}

/** Damaged means nobody is trusted: the safe mistake. */
function readTrusted(path: string): Tree {
  try {
    const value: unknown = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}
    return isTree(value) ? value : {}
  } catch {
    return {}
  }
}

/** The file that agents share. */
function sharedPath({ workspace }: Settings): string {
  return join(workspace, ".mcp.json")
}

function sharedServers(settings: Settings): Tree {
  const path = sharedPath(settings)
  const file = readJsonObject(path)
  return file === undefined ? {} : serversIn(file, path)
}

function explicitServers(path: string): Tree {
  const file = readJsonObject(path)
  if (file === undefined) throw badInput(`There is no file "${path}" for --mcp-config. Check the path.`)
  return serversIn(file, path)
}

function serversIn(file: Tree, path: string): Tree {
  const schema = JSON.parse(readSchema()) as { properties: Tree; $defs: Tree } // Our own file.
  const { properties, $defs } = schema
  const form = { type: "object", properties: { mcpServers: properties.mcpServers }, required: ["mcpServers"], $defs }
  const problems = problemsOf(file, form as Schema)
  if (problems.length === 0 && isTree(file.mcpServers)) return file.mcpServers
  const expected = '{"mcpServers": {"name": {"command": "...", "args": []}}}, or "url" instead of "command"'
  throw badConfig(
    `The file "${path}" lists no MCP servers we can read: ${problems[0]}. Expected ${expected}; correct it.`,
  )
}

function listed(servers: Tree, from: string, trusted: boolean): readonly Server[] {
  return Object.entries(servers).flatMap(([name, definition]) =>
    isTree(definition) ? [{ name, definition, from, trusted }] : [],
  )
}
