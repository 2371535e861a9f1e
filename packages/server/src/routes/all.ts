// All routes.
import type { Route } from "../http/route.ts"
import { eventRoutes } from "./events.ts"
import { fileRoutes } from "./files.ts"
import { findRoutes } from "./find.ts"
import { loginRoutes } from "./login.ts"
import { lookRoutes } from "./look.ts"
import { requestRoutes } from "./requests.ts"
import { serverRoutes } from "./server.ts"
import { sessionRoutes } from "./sessions.ts"
import { turnRoutes } from "./turns.ts"

export const ROUTES: readonly Route[] = [
  ...serverRoutes,
  ...loginRoutes,
  ...sessionRoutes,
  ...findRoutes,
  ...turnRoutes,
  ...requestRoutes,
  ...lookRoutes,
  ...fileRoutes,
  ...eventRoutes,
]
