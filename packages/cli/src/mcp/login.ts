// `pawl mcp login` and `logout`: opens a browser, receives the redirect on this machine, and keeps the tokens in a file
// that only this user can read.
import { spawn } from "node:child_process"
import type { HttpServer } from "@pawl/agent/mcp"
import { isNamed, placed, type Server } from "../agent/servers.ts"
import type { Settings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { badInput, Failure, wrongUsage } from "../failure.ts"
import { files, makeFolder } from "../folders.ts"
import type { Flags } from "../line/parse.ts"
import { plain } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"

/** Long enough to look for a password. */
const MAX_MS = 10 * 60_000

export interface LoginRequest {
  readonly servers: readonly Server[]
  readonly settings: Settings
  readonly name: string | undefined
  readonly flags: Flags
}

export async function logIn(request: LoginRequest): Promise<number> {
  const server = await httpServer(request)
  const { login } = await import("@pawl/agent/mcp")
  const folder = files.mcpLogins(request.settings.folders)
  makeFolder(request.settings.folders.state, "state")
  const signal = AbortSignal.timeout(MAX_MS)
  const show = (url: string) => {
    tell(
      `Log in to ${server.key} on this page:\n\n  ${plain(url)}\n\nWaiting for the page to report the login; press Ctrl-C to give up.`,
    )
    if (!request.flags.has("no-browser") && out.isTerminal) openBrowser(url)
  }
  const outcome = await login(server, { folder, show, signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error
    throw new Failure(
      EXIT.failed,
      `There was no login to ${server.key} within ${MAX_MS / 60_000} minutes. Run the command again.`,
    )
  })
  if (outcome === "not-needed") tell(`${server.key} needs no login: it answers without one.`)
  else
    tell(`Logged in to ${server.key}. Agents use this login from now on; "pawl mcp logout ${server.key}" deletes it.`)
  return EXIT.done
}

export async function logOut(request: LoginRequest): Promise<number> {
  const server = await httpServer(request)
  const { logout } = await import("@pawl/agent/mcp")
  const wasIn = await logout(server, { folder: files.mcpLogins(request.settings.folders) })
  tell(wasIn ? `Logged out of ${server.key}: its tokens are deleted here.` : `There was no login to ${server.key}.`)
  return EXIT.done
}

async function httpServer({ servers, settings, name }: LoginRequest): Promise<HttpServer> {
  if (name === undefined)
    throw wrongUsage('Say which server: "pawl mcp login NAME". "pawl mcp list" shows their names.')
  const chosen = servers.find((server) => isNamed(server, name))
  if (chosen === undefined) throw badInput(`There is no MCP server "${name}". Run "pawl mcp list" to see the servers.`)
  if (!chosen.trusted) throw badInput(`"${name}" is not trusted yet. Look at it, then run "pawl mcp trust".`)
  if (chosen.problem !== undefined) throw badInput(`"${name}" is misconfigured: ${chosen.problem}. Correct it first.`)
  const { loadServers } = await import("@pawl/agent/mcp")
  const [server] = loadServers({ mcpServers: { [chosen.name]: placed(chosen, settings.workspace) } })
  if (server?.kind === "http") return server
  throw badInput(`"${name}" is a program on this machine and needs no login. Only servers with a "url" have one.`)
}

/** May fail: the address is on the screen anyway. The library passes only https addresses or those of this machine. */
export function openBrowser(url: string): void {
  const [command, ...args] = browserFor(process.platform, url)
  const opened = spawn(command, args, { detached: true, stdio: "ignore" })
  opened.on("error", () => {})
  opened.unref()
}

/** Never through a shell, which could run parts of the address as commands. */
export function browserFor(platform: NodeJS.Platform, url: string): readonly [string, ...string[]] {
  if (platform === "darwin") return ["open", url]
  return platform === "win32" ? ["rundll32", "url.dll,FileProtocolHandler", url] : ["xdg-open", url]
}

function tell(line: string): void {
  out.line(line)
}
