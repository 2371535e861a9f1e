// What handlers work with: the agents, the store they share, and what the server knows of itself.
import type { Store } from "@pawl/agent"
import type { Audit } from "./access/audit.ts"
import type { ReadToken } from "./access/bearer.ts"
import type { Authenticate } from "./access/guard.ts"
import type { LocalGrants } from "./access/local-grants.ts"
import type { Revocations } from "./access/revocations.ts"
import type { Users } from "./access/users.ts"
import type { Feeds } from "./events/feeds.ts"
import type { Overview } from "./events/overview.ts"
import type { Timing } from "./events/sse.ts"
import type { FileLists } from "./file-lists.ts"
import type { BrowserLogins } from "./login/browser-logins.ts"
import type { Login } from "./login/login.ts"
import type { McpLogins } from "./manage/mcp-logins.ts"
import type { Metrics } from "./metrics/metrics.ts"
import type { Pages } from "./pages.ts"
import type { Seats } from "./protect/seats.ts"
import type { Readiness } from "./readiness.ts"
import type { Workspaces } from "./workspaces.ts"

export interface Services {
  readonly store: Store
  readonly workspaces: Workspaces
  readonly users: Users
  /** What the person at the machine granted, where it is not in the store. */
  readonly localGrants: LocalGrants | undefined
  readonly audit: Audit
  readonly revocations: Revocations
  /** Checks every answer against its schema: for tests. */
  readonly checksAnswers: boolean
  /** Aborted when the server begins to drain: streams end, so that clients go to the next process. */
  readonly draining: AbortSignal
  readonly readiness: Readiness
  readonly log: ServerLog
  readonly pages: Pages
  /** The files of workspaces, for menus. */
  readonly fileLists: FileLists
  /** The users whose import is under way. */
  readonly importing: Set<string>
  readonly metrics: Metrics
  /** After how many milliseconds without a sign of life a process counts as gone. */
  readonly lapseMs: number
  /** Workspaces that could not be opened. */
  readonly issues: readonly Issue[]
  /** Where settings of the server may be fixed. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Who follows which session. */
  readonly feeds: Feeds
  /** Who watches the list of sessions. */
  readonly overview: Overview
  /** Streams and sockets that users have open. */
  readonly seats: Seats
  /** How long a stream may be silent, and its reader idle. */
  readonly timing: Timing
  /** Browsers that are logged in. */
  readonly browsers: BrowserLogins
  readonly login: LoginMethods
  /** Logins to MCP servers that are under way. */
  readonly mcpLogins: McpLogins
  /** The address at which browsers reach the server, where it is configured. */
  readonly publicUrl: string | undefined
}

/** How people come in. */
export interface LoginMethods {
  /** Who sends a request, by cookie or token. */
  readonly who: Authenticate
  /** Undefined if the program that runs the server finds out itself who asks: then it has no tokens. */
  readonly readToken: ReadToken | undefined
  /** Undefined if no login provider is configured. */
  readonly provider: Login | undefined
}

/** What keeps the turns of a workspace from working, in one sentence. */
export interface Issue {
  readonly workspace: string
  readonly problem: string
}

/** One record a request. Never holds what people or models said. */
export interface ServerLog {
  info(record: Readonly<Record<string, unknown>>, message: string): void
  error(record: Readonly<Record<string, unknown>>, message: string): void
}
