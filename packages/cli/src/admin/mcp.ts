// `pawl mcp`: which servers there are, whether they start, and whose you trust.
import type { ServerStatus } from "@pawl/agent/mcp"
import { loadSettings, type Settings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { badInput, wrongUsage } from "../failure.ts"
import type { Request } from "../line/parse.ts"
import { plain, short } from "../plain.ts"
import { redactor } from "../redact.ts"
import { type Server, serversOf, trustProject } from "../servers.ts"
import { dim, green, red, yellow } from "../style.ts"
import { probeServer } from "./probe-server.ts"

export const NO_SERVERS =
  'No MCP servers are configured. Put "mcpServers" into .mcp.json or the configuration, or pass --mcp-config FILE.'

export async function mcp({ words, flags }: Request): Promise<number> {
  const [action = "list", name] = words
  const settings = await loadSettings(flags)
  const servers = await serversOf(settings)
  if (action === "list") return list(servers, flags.has("json"))
  if (action === "probe") return probe(servers, settings, name)
  if (action !== "trust") throw wrongUsage(`There is no "pawl mcp ${action}". Use one of: list, probe [NAME], trust.`)
  if (servers.every(({ trusted }) => trusted)) {
    say("There is nothing to trust here: no server of this project waits for it.")
    return EXIT.done
  }
  await trustProject(settings)
  say(
    `Trusted, until they change: ${servers
      .filter(({ trusted }) => !trusted)
      .map(({ name: each }) => each)
      .join(", ")}.`,
  )
  return EXIT.done
}

function list(servers: readonly Server[], json: boolean): number {
  if (json)
    say(
      JSON.stringify(
        servers.map(({ name, from, trusted, definition }) => ({ name, from, trusted, runs: runsOf(definition) })),
      ),
    )
  else if (servers.length === 0) say(NO_SERVERS)
  else for (const server of servers) say(lineOf(server))
  return EXIT.done
}

async function probe(servers: readonly Server[], settings: Settings, name: string | undefined): Promise<number> {
  const chosen = servers.filter((server) => name === undefined || server.name === name)
  if (name !== undefined && chosen.length === 0)
    throw badInput(`There is no MCP server "${name}". Run "pawl mcp list" to see what there is.`)
  if (chosen.length === 0) say(NO_SERVERS)
  let exit: number = EXIT.done
  for (const server of chosen) {
    const probed = server.trusted
      ? await probeServer(server, settings)
      : { ok: false, text: 'not trusted yet: look at it, then run "pawl mcp trust"' }
    say(`${probed.ok ? green("ok  ") : red("fail")} ${server.name}: ${probed.text}`)
    if (!probed.ok) exit = EXIT.failed
  }
  return exit
}

export function lineOf({ name, definition, from, trusted }: Server): string {
  const state = trusted ? "" : ` ${yellow('not trusted: "pawl mcp trust"')}`
  return `${plain(name).padEnd(16)} ${runsOf(definition)} ${dim(`(${from})`)}${state}`
}

/** What a server in use is doing. */
export function stateText({ state, tools, error }: ServerStatus): string {
  if (error !== undefined) return red(plain(error))
  const starts = state === "idle" ? ", starts when one of them is called" : ""
  return dim(`${state}, ${tools} tools${starts}`)
}

function runsOf({ command, args, url }: Server["definition"]): string {
  const words = Array.isArray(args) ? args : []
  return redactor(process.env)(short(String(url ?? [command, ...words].join(" ")), 80))
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
