// What handlers work with: the agents, the store they share, and what the server knows of itself.
import type { Store } from "@pawl/agent"
import type { Login } from "./login/login.ts"
import type { Workspaces } from "./workspaces.ts"

export interface Services {
  readonly store: Store
  readonly workspaces: Workspaces
  /** Checks every answer against its schema: for tests. */
  readonly checksAnswers: boolean
  /** Aborted when the server begins to drain: streams end, so that clients go to the next process. */
  readonly draining: AbortSignal
  readonly log: ServerLog
  /** Login with a browser; undefined if it is not configured. */
  readonly login: Login | undefined
}

/** One record a request. Never holds what people or models said. */
export interface ServerLog {
  info(record: Readonly<Record<string, unknown>>, message: string): void
  error(record: Readonly<Record<string, unknown>>, message: string): void
}
