// The options, results and ports of a session handle.
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

/** How a turn ended, with its last text. */
export interface TurnResult {
  /** How the turn ended. */
  readonly outcome: TurnOutcome
  /** The model's closing text. */
  readonly text: string
  /** Why the turn failed. */
  readonly error?: TurnError
  /** The tokens and cost of the turn's model calls. */
  readonly usage: Usage
  /** Names the turn in log records, spans and events. */
  readonly trace: string
  /** Answers to suggest to the user. */
  readonly suggestions?: readonly string[]
}

/** How input is sent. */
export interface SendOptions {
  /** A command with the same id is carried out once, however often it is sent. */
  readonly id?: string
  /** The sender's name, for the log. */
  readonly by?: string
  /** While a turn runs: wait for its end, join it, or refuse the input. The profile decides unless given. */
  readonly whenBusy?: WhenBusy
}

export type WhenBusy = "queue" | "steer" | "refuse"

/** A person's decision about a call. */
export interface Decision {
  /** Whether the call may run. */
  readonly decision: "approved" | "denied"
  /** Run the call with these arguments instead. */
  readonly arguments?: JsonObject
  /** Why it was denied; the model gets this reason. */
  readonly reason?: string
  /** Similar calls need no further approval: in this session, or in all. Destructive calls still do. */
  readonly grant?: Grant
  /** A command with the same id is carried out once, however often it is sent. */
  readonly id?: string
  /** The approver's name, for the log. */
  readonly by?: string
}

/** What goes with the decision about a call: other arguments, a reason, a grant. */
export type DecideOptions = Omit<Decision, "decision">

export interface CompactOptions {
  /** What the summary should concentrate on. */
  readonly focus?: string
  readonly id?: string
  readonly by?: string
}

export interface AnswerOptions {
  /**
   * The `seq` of the fact that asked, which is how an event's position begins. A tool may ask
   * several questions while it runs.
   */
  readonly question?: number
  readonly id?: string
  readonly by?: string
}

export interface FollowOptions {
  readonly after?: string | number
  readonly signal?: AbortSignal
  /** Throw when the session cannot go on in this process, instead of waiting for a process that can run it. */
  readonly failFast?: boolean
}

export interface HandlePorts {
  readonly store: Store
  readonly host: Pick<SessionHost, "wake">
  readonly ids: Ids
  readonly subscribe: (session: string, options: SubscribeOptions) => AsyncGenerator<Event, void, void>
  /** Stores a grant that holds in all sessions. */
  readonly grant: (grant: Grant) => void | Promise<void>
  /** The agent's workspace, with symbolic links resolved. */
  readonly workspace?: string
  /** A mark of the failures so far: later failures of the runtime are newer. */
  readonly failureMark: () => number
  /** Files of the workspace, for undo. */
  readonly files?: Files
  readonly fork: (id: string, options: ForkOptions) => Promise<Session>
  /** Describes why a call that waits for an approval cannot run with these arguments. */
  readonly problemWith?: (session: string, call: string, given: JsonObject) => Promise<string | undefined>
  /** The request that would be sent in this state. */
  readonly report: (state: State) => Promise<ContextReport>
  /** Secrets that the agent knows: they are removed from input. */
  readonly secrets?: KnownSecrets
  readonly limits?: SessionLimits
}
