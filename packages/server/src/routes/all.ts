// All routes.
import type { Route } from "../http/route.ts"
import { adminRoutes } from "./admin.ts"
import { blobRoutes } from "./blobs.ts"
import { effectRoutes } from "./effects.ts"
import { eventRoutes } from "./events.ts"
import { fileRoutes } from "./files.ts"
import { findRoutes } from "./find.ts"
import { groupRoutes } from "./groups.ts"
import { loginRoutes } from "./login.ts"
import { lookRoutes } from "./look.ts"
import { mcpLoginRoutes } from "./mcp-logins.ts"
import { mcpServerRoutes } from "./mcp-servers.ts"
import { menuRoutes } from "./menus.ts"
import { numberRoutes } from "./numbers.ts"
import { ownRoutes } from "./own.ts"
import { pluginRoutes } from "./plugins.ts"
import { pollRoutes } from "./poll.ts"
import { queueRoutes } from "./queue.ts"
import { requestRoutes } from "./requests.ts"
import { serverRoutes } from "./server.ts"
import { sessionRoutes } from "./sessions.ts"
import { socketRoutes } from "./socket.ts"
import { transferRoutes } from "./transfer.ts"
import { turnRoutes } from "./turns.ts"
import { userRoutes } from "./users.ts"

export const ROUTES: readonly Route[] = [
  ...serverRoutes,
  ...menuRoutes,
  ...numberRoutes,
  ...adminRoutes,
  ...mcpServerRoutes,
  ...mcpLoginRoutes,
  ...pluginRoutes,
  // Before those with a session in the path, which would take "import" for one.
  ...transferRoutes,
  ...loginRoutes,
  ...sessionRoutes,
  ...findRoutes,
  ...turnRoutes,
  ...pollRoutes,
  ...queueRoutes,
  ...requestRoutes,
  ...lookRoutes,
  ...fileRoutes,
  ...userRoutes,
  ...groupRoutes,
  ...ownRoutes,
  ...effectRoutes,
  ...blobRoutes,
  ...eventRoutes,
  ...socketRoutes,
]
