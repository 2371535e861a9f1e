// Where a server listens and how it ends: flags win over the environment, then "serve" in the configuration, then defaults.
import { dirname, resolve } from "node:path"
import { isTree, type Tree } from "../config/read-file.ts"
import type { Settings } from "../config/settings.ts"
import { badConfig, wrongUsage } from "../failure.ts"
import type { Flags } from "../line/parse.ts"
import { world } from "../world.ts"

export interface ServeSettings {
  readonly host: string
  readonly port: number
  readonly hosts: readonly string[]
  readonly origins: readonly string[]
  readonly publicUrl: string | undefined
  readonly reusePort: boolean
  readonly drainMs: number
  readonly log: "file" | "stderr"
  readonly mcpCommands: boolean
  readonly requestsPerSecond: number
  readonly login: Tree | undefined
  readonly defaultGroup: string | undefined
  /** By name: the folder, absolute, and the settings of its own. Undefined: the current folder, as "main". */
  readonly workspaces: Readonly<Record<string, { readonly folder: string; readonly entry: Tree }>> | undefined
}

export const PORT = 7295
const DRAIN_SECONDS = 10
const REQUESTS_PER_SECOND = 50

export function serveSettings(
  flags: Flags,
  { serve, configPath }: Pick<Settings, "serve" | "configPath">,
): ServeSettings {
  const { env } = world()
  const value = (flag: string, variable: string, key: string) =>
    flags.get(flag) ?? (env[variable] || undefined) ?? serve[key]
  const publicUrl = serve.publicUrl === undefined ? undefined : checkedUrl(String(serve.publicUrl))
  const named = publicUrl === undefined ? [] : [new URL(publicUrl).hostname]
  return {
    host: String(value("host", "PAWL_SERVE_HOST", "host") ?? "127.0.0.1"),
    port: numberFrom(value("port", "PAWL_SERVE_PORT", "port") ?? PORT, "--port (or PAWL_SERVE_PORT)", 65_535),
    hosts: [...listIn(serve.hosts), ...named],
    origins: listIn(serve.origins),
    publicUrl,
    reusePort: flags.has("reuse-port") || serve.reusePort === true,
    drainMs: 1000 * secondsFrom(value("drain-seconds", "PAWL_SERVE_DRAIN_SECONDS", "drainSeconds") ?? DRAIN_SECONDS),
    log: logFrom(value("log", "PAWL_SERVE_LOG", "log") ?? "file"),
    mcpCommands: serve.mcpCommands === true,
    requestsPerSecond: Number(serve.requestsPerSecond ?? REQUESTS_PER_SECOND),
    login: isTree(serve.login) ? serve.login : undefined,
    defaultGroup: typeof serve.defaultGroup === "string" ? serve.defaultGroup : undefined,
    workspaces: isTree(serve.workspaces) ? workspacesIn(serve.workspaces, dirname(configPath)) : undefined,
  }
}

/** Redirects, cookies and the pages of the server begin at the root of its host. */
function checkedUrl(given: string): string {
  const { origin, pathname, search, hash } = new URL(given)
  if (pathname === "/" && search === "" && hash === "") return given
  throw badConfig(
    `"serve.publicUrl" is "${given}", but a server has a host of its own, without a path. Write "${origin}".`,
  )
}

/** The schema has checked their shape. Folders are relative to the file that names them. */
function workspacesIn(given: Tree, from: string): NonNullable<ServeSettings["workspaces"]> {
  const entries = Object.entries(given).map(([name, value]) => {
    const { folder, ...entry } = isTree(value) ? value : {}
    return [name, { folder: resolve(from, String(folder)), entry }] as const
  })
  return Object.fromEntries(entries)
}

function listIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function numberFrom(value: unknown, what: string, most: number): number {
  const number = Number(value)
  if (Number.isInteger(number) && number >= 0 && number <= most) return number
  throw wrongUsage(`${what} must be a whole number from 0 to ${most}, but is "${value}". Correct it.`)
}

function logFrom(value: unknown): ServeSettings["log"] {
  if (value === "file" || value === "stderr") return value
  throw wrongUsage(`--log (or PAWL_SERVE_LOG) must be "file" or "stderr", but is "${value}". Correct it.`)
}

function secondsFrom(value: unknown): number {
  const seconds = Number(value)
  if (Number.isFinite(seconds) && seconds >= 0) return seconds
  throw wrongUsage(`--drain-seconds must be a number of at least 0, but is "${value}". Correct it.`)
}
