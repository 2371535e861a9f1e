// The public API of @pawl/server.

export { type BearerOptions, bearer } from "./access/bearer.ts"
export type { Authenticate } from "./access/guard.ts"
export * from "./access.ts"
export { createServer, type PawlServer, type ServerOptions } from "./server.ts"
export type { ServerLog } from "./services.ts"
export type { Workspace } from "./workspaces.ts"
