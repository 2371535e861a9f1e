// `pawl mcp`: lists servers, tests whether they start, and trusts those of a project.
import type { ServerStatus } from "@pawl/agent/mcp"
import { isNamed, placed, type Server, serversOf, trustProject } from "../agent/servers.ts"
import { loadSettings, type Settings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { badInput, wrongUsage } from "../failure.ts"
import { files } from "../folders.ts"
import type { Request } from "../line/parse.ts"
import { cleaner, redactor } from "../redact.ts"
import { named, short } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { dim, green, red, yellow } from "../terminal/style.ts"
import { escaped, rowsOf, visibleValue } from "../terminal/visible.ts"
import { world } from "../world.ts"
import { type Probed, probeServer, probeText } from "./probe-server.ts"

export const NO_SERVERS =
  'No MCP servers are configured. Put "mcpServers" into .mcp.json or the configuration, or pass --mcp-config FILE.'

const ACTIONS =
  "list, add NAME -- COMMAND..., add NAME --url URL, remove NAME, probe [NAME], logs [NAME], login NAME, logout NAME, trust"

export async function mcp(request: Request): Promise<number> {
  const { words, flags } = request
  const [action = "list", name] = words
  if (action === "add") return (await import("./add.ts")).addServer(request)
  if (action === "remove") return (await import("./add.ts")).removeServer(request)
  if (action === "logs") return (await import("./logs.ts")).serverLogs(request)
  const settings = await loadSettings(flags)
  const servers = await serversOf(settings)
  if (action === "list") return list(servers, settings, flags.has("json"))
  if (action === "probe") return probe(servers, settings, { name, json: flags.has("json") })
  if (action === "login" || action === "logout") {
    const { logIn, logOut } = await import("./login.ts")
    return (action === "login" ? logIn : logOut)({ servers, settings, name, flags })
  }
  if (action !== "trust") throw wrongUsage(`There is no "pawl mcp ${action}". Use one of: ${ACTIONS}.`)
  if (servers.every(({ trusted }) => trusted)) {
    say("There is nothing to trust here: the project has no untrusted server.")
    return EXIT.done
  }
  await trustProject(settings)
  say(
    `Trusted, until they change: ${servers
      .filter(({ trusted }) => !trusted)
      .map(({ name: each }) => named(each))
      .join(", ")}.`,
  )
  return EXIT.done
}

async function list(servers: readonly Server[], settings: Settings, json: boolean): Promise<number> {
  const known = await Promise.all(
    servers.map(async (server) => ({ ...server, tools: await knownTools(server, settings) })),
  )
  if (json)
    out.json(
      known.map(({ name, from, trusted, definition, tools, problem }) => ({
        name,
        from,
        trusted,
        runs: runsOf(definition),
        ...(tools !== undefined && { tools }),
        ...(problem !== undefined && { problem }),
      })),
    )
  else if (servers.length === 0) say(NO_SERVERS)
  else for (const server of known) say(lineOf(server))
  return EXIT.done
}

/** From the cached list: no server is started. */
async function knownTools(server: Server, { workspace, folders }: Settings): Promise<number | undefined> {
  if (!server.trusted || server.problem !== undefined) return undefined
  const { loadServers, mcpTools } = await import("@pawl/agent/mcp")
  const entries = { mcpServers: { [server.name]: placed(server, workspace) } }
  const [status] = mcpTools(loadServers(entries), { cacheFolder: files.mcpLists(folders) }).status()
  return status === undefined || status.tools === 0 ? undefined : status.tools
}

interface ProbeHow {
  readonly name: string | undefined
  readonly json: boolean
}

async function probe(servers: readonly Server[], settings: Settings, { name, json }: ProbeHow): Promise<number> {
  const chosen = servers.filter((server) => name === undefined || isNamed(server, name))
  if (name !== undefined && chosen.length === 0)
    throw badInput(`There is no MCP server "${name}". Run "pawl mcp list" to see the servers.`)
  if (chosen.length === 0 && !json) say(NO_SERVERS)
  const all: (Probed & { readonly name: string })[] = []
  for (const server of chosen) {
    const probed: Probed = server.trusted
      ? await probeServer(server, settings)
      : { ok: false, why: 'not trusted yet: look at it, then run "pawl mcp trust"' }
    all.push({ name: server.name, ...probed })
    if (json) continue
    say(`${probed.ok ? green("ok  ") : red("fail")} ${named(server.name)}: ${probeText(probed)}`)
    if (probed.ok && probed.tools.length > 0) say(dim(`     ${probed.tools.join(", ")}`))
  }
  if (json) out.json(all)
  return all.every(({ ok }) => ok) ? EXIT.done : EXIT.failed
}

export function lineOf({
  name,
  definition,
  from,
  trusted,
  tools,
  problem,
}: Server & { readonly tools?: number | undefined }): string {
  const state = trusted ? "" : ` ${yellow('not trusted: "pawl mcp trust"')}`
  const count = tools === undefined ? "" : dim(` ${tools} tools`)
  const wrong = problem === undefined ? "" : ` ${red(`misconfigured: ${named(problem)}`)}`
  return `${named(name).padEnd(16)} ${runsOf(definition)} ${dim(`(${named(from)})`)}${count}${state}${wrong}`
}

/** Shown when the user decides whether a server may run: the complete entry, without secret values. */
export function trustText({ name, definition, from }: Server): string {
  const entry = visibleValue(cleaner(redactor(world().env))(definition))
  return [
    `  ${escaped(name)} ${dim(`(${escaped(from)})`)}`,
    ...rowsOf(entry, TRUST_WIDTH).map((row) => `  | ${row}`),
  ].join("\n")
}

const TRUST_WIDTH = 70

/** The state of a server of a running agent. */
export function stateText({ state, tools, error, restart }: ServerStatus): string {
  const which = restart === undefined ? "" : ` (${restart.number} of ${restart.of})`
  if (error !== undefined) return `${red(named(error))}${dim(` [${state}${which}]`)}`
  const starts = state === "standby" ? ", starts when one of them is called" : ""
  return dim(`${state}, ${tools} tools${starts}`)
}

/** An unusable entry may be of any type. */
function runsOf(definition: Server["definition"] | null): string {
  const { command = "", args, url } = definition ?? {}
  const words = Array.isArray(args) ? args : []
  return redactor(world().env)(short(String(url ?? [command, ...words].join(" ")), 80))
}

function say(line: string): void {
  out.line(line)
}
