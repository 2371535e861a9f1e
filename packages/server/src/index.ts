// The public API of @pawl/server.

export { type BearerOptions, bearer } from "./access/bearer.ts"
export type { Authenticate } from "./access/guard.ts"
export * from "./access.ts"
export type { Listening, Where } from "./listening.ts"
export type { LoginOptions } from "./login/login.ts"
export type { OpenIdOptions } from "./login/openid.ts"
export { addedTo as addedServers, type ManagedServers } from "./manage/mcp-servers.ts"
export { environmentProblems } from "./manage/server-settings.ts"
export { createMetrics, type Metrics, type Now as MetricsNow } from "./metrics/metrics.ts"
export { createServer, type PawlServer, type ServerOptions } from "./server.ts"
export type { Issue, ServerLog } from "./services.ts"
export type { Workspace } from "./workspaces.ts"
