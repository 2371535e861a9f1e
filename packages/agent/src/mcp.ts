// The subpath @pawl/agent/mcp: MCP servers by themselves, for programs that list, probe or trust them.
import type { HttpServer, McpServer } from "./mcp/config.ts"
import { type McpOptions, type McpTools, mcpTools as toolsOf } from "./mcp/mcp-tools.ts"
import { credentialFile } from "./mcp/oauth/credentials.ts"
import type { LoginOptions, LoginOutcome } from "./mcp/oauth/login.ts"
import type { BeginLogin, BegunLogin, LoginStep, PendingLogin } from "./mcp/oauth/two-steps.ts"

export {
  type BrokenServer,
  type HttpServer,
  loadServers,
  type McpConfig,
  type McpEntry,
  type McpServer,
  type ReadServers,
  readServers,
} from "./mcp/config.ts"
export type { McpOptions, McpTools } from "./mcp/mcp-tools.ts"
export type { Challenge, Credentials } from "./mcp/oauth/credentials.ts"
export type { LoginOptions, LoginOutcome } from "./mcp/oauth/login.ts"
export type { BeginLogin, BegunLogin, LoginStep, PendingLogin } from "./mcp/oauth/two-steps.ts"
export type { McpPrompt, PromptArgument } from "./mcp/prompts.ts"
export type { ServerState, ServerStatus } from "./mcp/server-link.ts"
export { readServerLog } from "./mcp/server-log.ts"
export type { ServerTool } from "./mcp/server-tool.ts"
export { projectTrust, type Trust } from "./mcp/trust.ts"

export { beginLogin, finishLogin, hasLogin, login, logout, mcpTools }

/**
 * The tools of these servers. HTTP servers are reached like models: through the proxies of the environment, trusting
 * NODE_EXTRA_CA_CERTS.
 *
 * @example
 * ```ts
 * import { loadServers, mcpTools } from "@pawl/agent/mcp"
 *
 * const servers = mcpTools(loadServers(".mcp.json"))
 * await servers.ready()
 * for (const { key, state, tools } of servers.status()) console.log(key, state, tools)
 * await servers.close()
 * ```
 */
function mcpTools(servers: readonly McpServer[], options: McpOptions = {}): McpTools {
  return toolsOf(servers, { fetch: fetchAsModels, ...options })
}

/**
 * Logs in to an HTTP server in a browser. From then on, agents with the same `loginFolder` are logged in.
 *
 * @example
 * ```ts
 * import { loadServers, login } from "@pawl/agent/mcp"
 *
 * const [server] = loadServers({ mcpServers: { tickets: { url: "https://tickets.example/mcp" } } })
 * if (server?.kind === "http") await login(server, { folder: "logins", show: (url) => console.log(url) })
 * ```
 */
async function login(server: HttpServer, options: LoginOptions): Promise<LoginOutcome> {
  const flow = await import("./mcp/oauth/login.ts")
  return flow.login(server, { fetch: fetchAsModels, ...options })
}

/**
 * Begins a login whose page sends the browser back to an address of yours: for programs that people reach by a browser. Keep
 * `pending` secret until the browser is back, check its `state`, and pass both to `finishLogin`.
 *
 * @example
 * ```ts
 * import { beginLogin, finishLogin, loadServers } from "@pawl/agent/mcp"
 *
 * const [server] = loadServers({ mcpServers: { tickets: { url: "https://tickets.example/mcp" } } })
 * const redirectUrl = "https://agents.example/back"
 * if (server?.kind === "http") {
 *   const begun = await beginLogin(server, { folder: "logins", redirectUrl, state: crypto.randomUUID() })
 *   if (begun.kind === "page") {
 *     const answer = new URLSearchParams("code=from-the-browser")
 *     await finishLogin(server, { folder: "logins", pending: begun.pending, answer })
 *   }
 * }
 * ```
 */
async function beginLogin(server: HttpServer, options: BeginLogin): Promise<BegunLogin> {
  const flow = await import("./mcp/oauth/two-steps.ts")
  return flow.beginLogin(server, { fetch: fetchAsModels, ...options })
}

/** Finishes a login that `beginLogin` began. From then on, agents with the same `loginFolder` are logged in. */
async function finishLogin(
  server: HttpServer,
  options: LoginStep & { readonly pending: PendingLogin; readonly answer: URLSearchParams },
): Promise<void> {
  const flow = await import("./mcp/oauth/two-steps.ts")
  return flow.finishLogin(server, { fetch: fetchAsModels, ...options })
}

/** Whether a login to the server is stored. The server may still refuse it. */
function hasLogin(server: HttpServer, options: Pick<LoginStep, "folder">): boolean {
  return credentialFile(options.folder, server).read().tokens !== undefined
}

/** Removes the login. Returns false when there was none. */
async function logout(server: HttpServer, options: Pick<LoginOptions, "folder">): Promise<boolean> {
  return (await import("./mcp/oauth/login.ts")).logout(server, options)
}

/** Loaded with the first request: most servers are programs on this machine. */
const fetchAsModels: NonNullable<McpOptions["fetch"]> = async (url, init) => {
  const { wireFetch } = await import("./model/wire/wire-fetch.ts")
  return wireFetch(url, init)
}
