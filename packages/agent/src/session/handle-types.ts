// What a session's handle is asked with, what it answers, and what it works with.
import type { Ids } from "../contracts/clock.ts"
import type { ContextReport } from "../contracts/context.ts"
import type { Event, SubscribeOptions } from "../contracts/event.ts"
import type { Grant, TurnError, TurnOutcome } from "../contracts/fact.ts"
import type { Files } from "../contracts/files.ts"
import type { SessionHost } from "../contracts/host.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Store } from "../contracts/store.ts"
import type { Usage } from "../contracts/usage.ts"
import type { State } from "../kernel/state/state.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import type { ForkOptions } from "./fork.ts"
import type { Session } from "./handle.ts"
import type { SessionLimits } from "./limits.ts"

/** How a turn ended, and what was said last. */
export interface TurnResult {
  /** How it ended. */
  readonly outcome: TurnOutcome
  /** The model's last words in it. */
  readonly text: string
  /** Why it failed. */
  readonly error?: TurnError
  /** What its model calls took. */
  readonly usage: Usage
  /** Names the turn in log records, spans and events. */
  readonly trace: string
  /** What the user might answer. */
  readonly suggestions?: readonly string[]
}

/** How something is said. */
export interface SendOptions {
  /** The same id is carried out once, however often it is sent. */
  readonly id?: string
  /** Who says it, for the log. */
  readonly by?: string
  /** While a turn runs: wait for its end, join it, or be refused. As the session's profile says unless given. */
  readonly whenBusy?: WhenBusy
}

export type WhenBusy = "queue" | "steer" | "refuse"

/** What a person decides about a call. */
export interface Decision {
  /** Whether the call is made. */
  readonly decision: "approved" | "denied"
  /** Run it with these arguments instead. */
  readonly arguments?: JsonObject
  /** Why not; the model is told. */
  readonly reason?: string
  /** Calls like this one are not asked about again: in this session, or in all. What may destroy something is. */
  readonly grant?: Grant
  /** The same id is carried out once, however often it is sent. */
  readonly id?: string
  /** Who decides, for the log. */
  readonly by?: string
}

export interface CompactOptions {
  /** What a summary should dwell on. */
  readonly focus?: string
  readonly id?: string
  readonly by?: string
}

export interface AnswerOptions {
  /** The number of the fact that asked, as an event's position begins with: a tool may ask several things while it runs. */
  readonly question?: number
  readonly id?: string
  readonly by?: string
}

export interface FollowOptions {
  readonly after?: string | number
  readonly signal?: AbortSignal
  /** Throw when the session cannot go on in this process, instead of waiting for one that can. */
  readonly failFast?: boolean
}

export interface HandlePorts {
  readonly store: Store
  readonly host: Pick<SessionHost, "wake">
  readonly ids: Ids
  readonly subscribe: (session: string, options: SubscribeOptions) => AsyncGenerator<Event, void, void>
  /** Keeps what was allowed in all sessions. */
  readonly grant: (grant: Grant) => void | Promise<void>
  /** Where the agent works, without symbolic links. */
  readonly workspace?: string
  /** Failures of the runtime from now on are newer than this mark. */
  readonly failureMark: () => number
  /** The workspace's, for undo. */
  readonly files?: Files
  readonly fork: (id: string, options: ForkOptions) => Promise<Session>
  /** Why a call that waits for leave could not run with these arguments, in words. */
  readonly problemWith?: (session: string, call: string, given: JsonObject) => Promise<string | undefined>
  /** The request that would be sent in this state. */
  readonly report: (state: State) => Promise<ContextReport>
  /** Those that the agent knows: they are taken out of what people say. */
  readonly secrets?: KnownSecrets
  readonly limits?: SessionLimits
}
