// `pawl mcp add` and `pawl mcp remove`. A new server is started once, so that a mistake shows now and not in a turn.
import { join } from "node:path"
import { type McpEntry, readServers } from "@pawl/agent/mcp"
import { type Server, serversOf, trustProject } from "../agent/servers.ts"
import { loadSettings, PROJECT_FILE, type Settings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { badInput, wrongUsage } from "../failure.ts"
import { files } from "../folders.ts"
import type { Flags, Request } from "../line/parse.ts"
import { named } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { yellow } from "../terminal/style.ts"
import { dropServer, hasServer, putServer, serversAt } from "./edit-servers.ts"
import { type Probed, probeServer, probeText } from "./probe-server.ts"

export async function addServer({ words: [, name, ...command], flags }: Request): Promise<number> {
  if (name === undefined || (command.length === 0) === !flags.has("url"))
    throw wrongUsage('Use "pawl mcp add NAME -- COMMAND ARGS..." or "pawl mcp add NAME --url URL".')
  const settings = await loadSettings(flags)
  const path = flags.has("user") ? files.config(settings.folders) : join(settings.workspace, ".mcp.json")
  const entry = entryFrom(command, flags)
  if (hasServer(path, name) && !flags.has("force"))
    throw badInput(`"${path}" has a server "${name}" already. Choose another name, or replace it with --force.`)
  check(name, entry, path)
  await keepingTrust(settings, flags, () => putServer(path, name, entry))
  const added = (await serversOf(await loadSettings(flags))).find((server) => server.name === name)
  const probed = await probeAdded(added, settings)
  if (flags.has("json")) out.json({ name, path, probe: probed })
  else {
    say(`Added ${named(name)} to ${path}.`)
    say(probed.ok ? `It works: ${probeText(probed)}.` : yellow(`It does not work yet: ${probeText(probed)}.`))
  }
  // The entry is written; the server starts once the user trusts the project.
  return probed.ok || added?.trusted === false ? EXIT.done : EXIT.failed
}

export async function removeServer({ words: [, name], flags }: Request): Promise<number> {
  if (name === undefined) throw wrongUsage('Use "pawl mcp remove NAME".')
  const settings = await loadSettings(flags)
  const places = flags.has("user") ? [files.config(settings.folders)] : placesOf(settings)
  let from: string | undefined
  await keepingTrust(settings, flags, () => {
    from = places.find((path) => dropServer(path, name))
  })
  if (from === undefined)
    throw badInput(`There is no MCP server "${name}" in ${places.join(", ")}. Run "pawl mcp list" to see the servers.`)
  if (flags.has("json")) out.json({ name, path: from })
  else say(`Removed ${named(name)} from ${from}.`)
  return EXIT.done
}

/** The project's file comes first, because `add` writes there. */
function placesOf({ mcpConfig, workspace, folders }: Settings): readonly string[] {
  const usual = [join(workspace, ".mcp.json"), join(workspace, PROJECT_FILE), files.config(folders)]
  return mcpConfig === undefined ? usual : [mcpConfig]
}

/** If all servers were trusted before the user's change, they are trusted after it. */
async function keepingTrust(settings: Settings, flags: Flags, change: () => void): Promise<void> {
  const isTrusted = (await serversOf(settings)).every(({ trusted }) => trusted)
  change()
  if (isTrusted) await trustProject(await loadSettings(flags))
}

function entryFrom([command = "", ...args]: readonly string[], flags: Flags): McpEntry {
  const url = flags.get("url")
  const env = pairs(flags.get("env"), "=")
  const headers = pairs(flags.get("header"), ":")
  if (url !== undefined) {
    if (env !== undefined)
      throw wrongUsage("--env is only for servers that are started by a command. Use --header with --url.")
    return { type: "http", url, ...(headers && { headers }) }
  }
  if (headers !== undefined) throw wrongUsage("--header is only for HTTP servers. Use --env with a command.")
  return { command, args, ...(env && { env }) }
}

/** A name without a value refers to the environment variable of that name: a shared file should not hold a key. */
function pairs(given: string | undefined, sign: string): Record<string, string> | undefined {
  if (given === undefined) return undefined
  const read = (pair: string) => {
    const at = pair.indexOf(sign)
    if (at < 0 && sign === "=") return [pair.trim(), `\${${pair.trim()}}`]
    if (at <= 0) throw wrongUsage(`"${pair.slice(0, 20)}" must be NAME${sign}VALUE.`)
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  }
  return Object.fromEntries(given.split("\u0000").map(read))
}

/** Checks the entry together with the others of the file, as if all variables were set. */
function check(name: string, entry: McpEntry, path: string): void {
  const mcpServers = { ...serversAt(path), [name]: entry } as Record<string, McpEntry> // Checked by the next line.
  const { broken } = readServers({ mcpServers }, { env: new Proxy({}, { get: () => "set" }) })
  const wrong = broken.find((each) => each.name === name)
  if (wrong !== undefined) {
    throw badInput(`That cannot be added: server "${name}": ${wrong.problem}. Correct it and try again.`)
  }
}

async function probeAdded(server: Server | undefined, settings: Settings): Promise<Probed> {
  if (server === undefined)
    return { ok: false, why: "another configuration has a server of that name, which comes first" }
  if (!server.trusted)
    return { ok: false, why: 'this project is not trusted: look at its servers, then "pawl mcp trust"' }
  return probeServer(server, settings)
}

function say(line: string): void {
  out.line(line)
}
