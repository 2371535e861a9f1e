// Which MCP servers exist: parses `.mcp.json`, the format that other agents use too, or an object of that shape.
import { readFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { defined } from "../base/defined.ts"
import { messageOf, PawlError } from "../contracts/error.ts"
import { redact } from "../secrets/redact.ts"
import { serverName } from "./names.ts"

/** A server as its user writes it. Unknown fields are ignored, because other agents may use them. */
export interface McpEntry {
  /** `stdio`, or `http` (also spelled `streamable-http`). */
  readonly type?: string
  /** The program that is the server. */
  readonly command?: string
  /** Arguments of the program. */
  readonly args?: readonly string[]
  /** Variables for the program. */
  readonly env?: Readonly<Record<string, string>>
  /** The folder in which the program starts. */
  readonly cwd?: string
  /** The address of a server that is reached over HTTP. */
  readonly url?: string
  /** Headers of every request to that address. */
  readonly headers?: Readonly<Record<string, string>>
  /** For an HTTP server that requires a login. Without it Pawl registers itself, where the server allows that. */
  readonly oauth?: OAuthEntry
  /** Deadline of one call to this server. */
  readonly timeoutMs?: number
  /** Each progress report of the server restarts `timeoutMs`; this is the limit for the whole call. */
  readonly maxTimeoutMs?: number
  /** Deadlines of single tools, by the names that the server gives them. */
  readonly toolTimeoutsMs?: Readonly<Record<string, number>>
  /** A tool of this server that takes an `effectKey` and reports whether that call took effect; called after a crash. */
  readonly verify?: string
  /** Tools that are left out, by the names that the server gives them: they do not exist for the model. */
  readonly excludeTools?: readonly string[]
}

/** How Pawl identifies itself to a server's authorisation server. */
export interface OAuthEntry {
  /** The id of a client that is registered there. */
  readonly clientId?: string
  /** That client's secret. */
  readonly clientSecret?: string
  /** The address of a document that describes Pawl, for servers that accept one in place of a registration. */
  readonly clientMetadataUrl?: string
  /** The scope to request when the server names none. */
  readonly scope?: string
  /** The port of 127.0.0.1 that the browser returns to, where it had to be registered beforehand. */
  readonly redirectPort?: number
}

/** The shape of an `.mcp.json`. */
export interface McpConfig {
  /** The servers by name. */
  readonly mcpServers: Readonly<Record<string, McpEntry>>
}

/** A checked entry. `key` can be used in tool names. */
export type McpServer = StdioServer | HttpServer

/** What servers of all kinds have. */
export interface AnyServer
  extends Pick<McpEntry, "timeoutMs" | "maxTimeoutMs" | "toolTimeoutsMs" | "verify" | "excludeTools"> {
  readonly key: string
}

const LIMITS = ["timeoutMs", "maxTimeoutMs"] as const

/** A server that is a program on this machine. */
export interface StdioServer extends AnyServer {
  readonly kind: "stdio"
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** A server that is reached over HTTP. */
export interface HttpServer extends AnyServer {
  readonly kind: "http"
  /** Its address. */
  readonly url: string
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>
  /** How Pawl identifies itself, where the server requires a login. */
  readonly oauth?: OAuthEntry
}

/** Where variables and folders of a configuration come from. */
export interface LoadOptions {
  /** Where `${NAME}` and `${NAME:-default}` are looked up; the process's environment unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Where a relative `cwd` starts. For a file this is the file's folder; otherwise the process's folder by default. */
  readonly folder?: string | undefined
}

/** An entry that cannot be used. The other entries still work. */
export interface BrokenServer {
  /** What the server is called in its file. */
  readonly name: string
  /** The prefix its tools' names would have. If that is empty or taken, a key that no server can have. */
  readonly key: string
  /** One or more clauses, as in `MCP server "x" is misconfigured: …`. */
  readonly problem: string
}

/** The servers of a configuration: usable and broken ones. */
export interface ReadServers {
  /** Servers that can be started. */
  readonly servers: readonly McpServer[]
  /** Servers that cannot be started, and why. */
  readonly broken: readonly BrokenServer[]
}

/**
 * Reads servers from a file's path, or from an object of the same shape. One error lists everything that is wrong.
 *
 * @example
 * ```ts
 * import { loadServers } from "@pawl/agent/mcp"
 *
 * const servers = loadServers({ mcpServers: { files: { command: "npx", args: ["-y", "files-server", "."] } } })
 * ```
 */
export function loadServers(source: string | McpConfig, options: LoadOptions = {}): readonly McpServer[] {
  const { servers, broken } = readServers(source, options)
  if (broken.length === 0) return servers
  const problems = broken.map(({ name, problem }) => `server "${name}": ${problem}`)
  throw invalid(source, problems.join("; "))
}

/** Like `loadServers`, but a bad entry affects only itself. Throws when there are no entries at all. */
export function readServers(source: string | McpConfig, options: LoadOptions = {}): ReadServers {
  const isFile = typeof source === "string"
  const config: unknown = isFile ? readJson(source) : source
  if (!isRecord(config) || !isRecord(config.mcpServers)) {
    throw invalid(source, 'it must be an object with an object "mcpServers"')
  }
  const env = options.env ?? process.env
  const folder = isFile ? dirname(resolve(source)) : resolve(options.folder ?? ".")
  const byKey = new Map<string, McpServer>()
  const broken: BrokenServer[] = []
  const taken = new Set<string>()
  for (const [name, entry] of Object.entries(config.mcpServers)) {
    const key = serverName(name)
    const context: ParseContext = { env, folder, problems: [] }
    const server = readServer(key, entry, context)
    if (key === "") context.problems.push("its name needs a letter or digit")
    else if (taken.has(key)) context.problems.push(`another server is also called "${key}"; rename one`)
    if (server !== undefined && context.problems.length === 0) byKey.set(key, server)
    else
      broken.push({
        name,
        key: key === "" ? name : taken.has(key) ? `${key} (${taken.size + 1})` : key,
        problem: context.problems.join("; "),
      })
    taken.add(key)
  }
  return { servers: [...byKey.values()], broken }
}

function invalid(source: string | McpConfig, why: string): PawlError {
  const where = typeof source === "string" ? source : "The MCP configuration"
  return new PawlError("config-invalid", `${where} is not valid: ${why}.`)
}

interface ParseContext {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string
  readonly problems: string[]
}

function readJson(file: string): unknown {
  let content: string
  try {
    content = readFileSync(file, "utf8")
  } catch (error) {
    throw new PawlError("config-invalid", `${file} cannot be read: ${messageOf(error)}.`, { cause: error })
  }
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ""))
  } catch (error) {
    // The engine quotes the text around the mistake, which may contain a key.
    throw new PawlError("config-invalid", `${file} is not valid JSON: ${redact(messageOf(error))}.`)
  }
}

function readServer(key: string, entry: unknown, context: ParseContext): McpServer | undefined {
  if (!isRecord(entry)) {
    context.problems.push("it must be an object")
    return undefined
  }
  const { type = entry.url === undefined ? "stdio" : "http" } = entry
  const common = { key, ...readLimits(entry, context) }
  if (type === "stdio") return readStdio(common, entry, context)
  if (type === "http" || type === "streamable-http") return readHttp(common, entry, context)
  context.problems.push(`"type" must be "stdio", "http" or "streamable-http", not ${JSON.stringify(type)}`)
  return undefined
}

function readLimits(entry: Record<string, unknown>, { problems }: ParseContext): Omit<AnyServer, "key"> {
  const isLimit = (value: unknown): value is number => typeof value === "number" && value > 0
  const { toolTimeoutsMs: byTool, verify, excludeTools } = entry
  for (const field of LIMITS) {
    if (entry[field] !== undefined && !isLimit(entry[field])) problems.push(`"${field}" must be a number above 0`)
  }
  if (byTool !== undefined && !(isRecord(byTool) && Object.values(byTool).every(isLimit))) {
    problems.push('"toolTimeoutsMs" must be an object of numbers above 0, by tool')
  }
  if (verify !== undefined && typeof verify !== "string") problems.push('"verify" must be the name of a tool')
  if (excludeTools !== undefined && !areNames(excludeTools))
    problems.push('"excludeTools" must be a list of names of tools')
  return {
    ...Object.fromEntries(LIMITS.flatMap((field) => (isLimit(entry[field]) ? [[field, entry[field]]] : []))),
    ...(isRecord(byTool) && { toolTimeoutsMs: byTool as Record<string, number> }), // Checked above.
    ...(typeof verify === "string" && { verify }),
    ...(areNames(excludeTools) && excludeTools.length > 0 && { excludeTools }),
  }
}

function areNames(given: unknown): given is readonly string[] {
  return Array.isArray(given) && given.every((each) => typeof each === "string")
}

function readStdio(common: AnyServer, entry: Record<string, unknown>, context: ParseContext): StdioServer {
  const command = readText("command", entry.command, context)
  if (command === "") context.problems.push('it needs a "command" (a program) or a "url"')
  const given = entry.args ?? []
  if (!Array.isArray(given)) context.problems.push('"args" must be a list of strings')
  const args = Array.isArray(given) ? given.map((arg, index) => readText(`args[${index}]`, arg, context)) : []
  const env = readTexts("env", entry.env, context)
  const cwd = entry.cwd === undefined ? undefined : resolve(context.folder, readText("cwd", entry.cwd, context))
  return { ...common, kind: "stdio", command, args, env, ...defined({ cwd }) }
}

function readHttp(common: AnyServer, entry: Record<string, unknown>, context: ParseContext): HttpServer {
  const url = readText("url", entry.url, context)
  const isHttp = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isHttp) context.problems.push('"url" must be an http or https address')
  const oauth = entry.oauth === undefined ? {} : { oauth: readOAuth(entry.oauth, context) }
  return { ...common, kind: "http", url, headers: readTexts("headers", entry.headers, context), ...oauth }
}

function readOAuth(given: unknown, context: ParseContext): OAuthEntry {
  if (!isRecord(given)) {
    context.problems.push('"oauth" must be an object')
    return {}
  }
  const { redirectPort, ...rest } = given
  const isPort = typeof redirectPort === "number" && Number.isInteger(redirectPort) && redirectPort > 0
  if (redirectPort !== undefined && !isPort) context.problems.push('"oauth.redirectPort" must be a port')
  const names = ["clientId", "clientSecret", "clientMetadataUrl", "scope"] as const
  const texts = names.flatMap((name) =>
    rest[name] === undefined ? [] : [[name, readText(`oauth.${name}`, rest[name], context)]],
  )
  return { ...Object.fromEntries(texts), ...(isPort && { redirectPort }) }
}

function readTexts(field: string, given: unknown, context: ParseContext): Readonly<Record<string, string>> {
  if (given === undefined) return {}
  if (isRecord(given)) {
    const read = ([name, value]: [string, unknown]) => [name, readText(`${field}.${name}`, value, context)]
    return Object.fromEntries(Object.entries(given).map(read))
  }
  context.problems.push(`"${field}" must be an object of strings`)
  return {}
}

/** Numbers and booleans become text, because people write `"PORT": 3000`. */
function readText(field: string, value: unknown, context: ParseContext): string {
  if (value === undefined) return ""
  if (typeof value === "number" || typeof value === "boolean") return String(value)
  if (typeof value === "string" && !value.includes("\0")) return interpolate(field, value, context)
  context.problems.push(`"${field}" must be a string`)
  return ""
}

function interpolate(field: string, value: string, context: ParseContext): string {
  return value.replace(/\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (_, name: string, otherwise: string | undefined) => {
    const found = context.env[name]
    if (otherwise !== undefined) return found === undefined || found === "" ? otherwise : found
    if (found === undefined) {
      context.problems.push(
        `"${field}" needs the environment variable ${name}, which is not set (set it, or write \${${name}:-default})`,
      )
    }
    return found ?? ""
  })
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
