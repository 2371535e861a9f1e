// All routes.
import type { Route } from "../http/route.ts"
import { eventRoutes } from "./events.ts"
import { fileRoutes } from "./files.ts"
import { groupRoutes } from "./groups.ts"
import { loginRoutes } from "./login.ts"
import { lookRoutes } from "./look.ts"
import { ownRoutes } from "./own.ts"
import { requestRoutes } from "./requests.ts"
import { serverRoutes } from "./server.ts"
import { sessionRoutes } from "./sessions.ts"
import { turnRoutes } from "./turns.ts"
import { userRoutes } from "./users.ts"

export const ROUTES: readonly Route[] = [
  ...serverRoutes,
  ...loginRoutes,
  ...sessionRoutes,
  ...turnRoutes,
  ...requestRoutes,
  ...lookRoutes,
  ...fileRoutes,
  ...userRoutes,
  ...groupRoutes,
  ...ownRoutes,
  ...eventRoutes,
]
