// @pawl/agent/mcp: MCP servers by themselves, for programs that list, probe or trust them.
import type { McpServer } from "./tools/mcp/config.ts"
import { type McpOptions, type McpTools, mcpTools as toolsOf } from "./tools/mcp/mcp-tools.ts"

export { loadServers, type McpConfig, type McpEntry, type McpServer } from "./tools/mcp/config.ts"
export type { McpOptions, McpTools } from "./tools/mcp/mcp-tools.ts"
export type { ServerState, ServerStatus } from "./tools/mcp/server-link.ts"
export { projectTrust, type Trust } from "./tools/mcp/trust.ts"

export { mcpTools }

/** HTTP servers are reached as models are: through the proxies of the environment, trusting NODE_EXTRA_CA_CERTS. */
function mcpTools(servers: readonly McpServer[], options: McpOptions = {}): McpTools {
  return toolsOf(servers, { fetch: fetchAsModels, ...options })
}

/** Loaded with the first request: most servers are programs on this machine. */
const fetchAsModels: NonNullable<McpOptions["fetch"]> = async (url, init) => {
  const { wireFetch } = await import("./model/wire/wire-fetch.ts")
  return wireFetch(url, init)
}
