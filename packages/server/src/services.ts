// What handlers work with: the agents, the store they share, and what the server knows of itself.
import type { Store } from "@pawl/agent"
import type { Feeds } from "./events/feeds.ts"
import type { Timing } from "./events/sse.ts"
import type { Login } from "./login/login.ts"
import type { Pages } from "./pages.ts"
import type { Workspaces } from "./workspaces.ts"

export interface Services {
  readonly store: Store
  readonly workspaces: Workspaces
  /** Checks every answer against its schema: for tests. */
  readonly checksAnswers: boolean
  /** Aborted when the server begins to drain: streams end, so that clients go to the next process. */
  readonly draining: AbortSignal
  readonly log: ServerLog
  readonly pages: Pages
  /** Who follows which session. */
  readonly feeds: Feeds
  /** How long a stream may be silent, and its reader idle. */
  readonly timing: Timing
  /** Login with a browser; undefined if it is not configured. */
  readonly login: Login | undefined
}

/** One record a request. Never holds what people or models said. */
export interface ServerLog {
  info(record: Readonly<Record<string, unknown>>, message: string): void
  error(record: Readonly<Record<string, unknown>>, message: string): void
}
