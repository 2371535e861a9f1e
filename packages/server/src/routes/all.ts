// All routes.
import type { Route } from "../http/route.ts"
import { adminRoutes } from "./admin.ts"
import { blobRoutes } from "./blobs.ts"
import { effectRoutes } from "./effects.ts"
import { eventRoutes } from "./events.ts"
import { fileRoutes } from "./files.ts"
import { groupRoutes } from "./groups.ts"
import { loginRoutes } from "./login.ts"
import { lookRoutes } from "./look.ts"
import { mcpServerRoutes } from "./mcp-servers.ts"
import { numberRoutes } from "./numbers.ts"
import { ownRoutes } from "./own.ts"
import { pluginRoutes } from "./plugins.ts"
import { pollRoutes } from "./poll.ts"
import { requestRoutes } from "./requests.ts"
import { serverRoutes } from "./server.ts"
import { sessionRoutes } from "./sessions.ts"
import { socketRoutes } from "./socket.ts"
import { transferRoutes } from "./transfer.ts"
import { turnRoutes } from "./turns.ts"
import { userRoutes } from "./users.ts"

export const ROUTES: readonly Route[] = [
  ...serverRoutes,
  ...numberRoutes,
  ...adminRoutes,
  ...mcpServerRoutes,
  ...pluginRoutes,
  // Before those with a session in the path, which would take "import" for one.
  ...transferRoutes,
  ...loginRoutes,
  ...sessionRoutes,
  ...turnRoutes,
  ...pollRoutes,
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
