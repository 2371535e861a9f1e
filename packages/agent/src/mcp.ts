// @pawl/agent/mcp: MCP servers by themselves, for programs that list, probe or trust them.
export { loadServers, type McpConfig, type McpEntry, type McpServer } from "./tools/mcp/config.ts"
export { type McpOptions, type McpTools, mcpTools } from "./tools/mcp/mcp-tools.ts"
export { projectTrust, type Trust } from "./tools/mcp/trust.ts"
