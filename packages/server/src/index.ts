// The public API of @pawl/server.
export type { Authenticate } from "./access/guard.ts"
export { type Allows, LOCAL, type Principal, type Role } from "./access/principal.ts"
export { createServer, type PawlServer, type ServerOptions } from "./server.ts"
export type { ServerLog } from "./services.ts"
export type { Workspace } from "./workspaces.ts"
