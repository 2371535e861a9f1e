// The options, results and ports of a session handle.
import type { Ids } from "../contracts/clock.ts"
import type { ApprovalMode, TurnModel } from "../contracts/command.ts"
import type { ContextReport } from "../contracts/context.ts"
import type { Event, SubscribeOptions, TurnEnd, TurnOf } from "../contracts/event.ts"
import type { Grant, TurnError, TurnOutcome } from "../contracts/fact.ts"
import type { Files } from "../contracts/files.ts"
import type { SessionHost } from "../contracts/host.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { AnyModel } from "../contracts/model.ts"
import type { Priority } from "../contracts/queue.ts"
import type { Store } from "../contracts/store.ts"
import type { ToolChoice } from "../contracts/turn-output.ts"
import type { Usage } from "../contracts/usage.ts"
import type { OutputSchema } from "../features/output/compile-output.ts"
import type { LiveOutputs } from "../features/output/live-outputs.ts"
import type { State } from "../kernel/state/state.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import type { ForkOptions } from "./fork.ts"
import type { Session } from "./handle.ts"
import type { OwnerCounts, SessionLimits } from "./limits.ts"
import type { ContextKeeper } from "./turn-context.ts"

/** How a turn ended, with its last text. */
export interface TurnResult<Output = unknown> {
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
  /** The typed answer of a completed turn that was asked for one (`output`). */
  readonly output?: Output
}

/** The result of a turn that gave the typed answer it was asked for. */
export interface TypedResult<Output> extends TurnResult<Output> {
  /** The answer, as the schema types it. */
  readonly output: Output
}

/** How input is sent. */
export interface SendOptions<Context = unknown> {
  /** A command with the same id is carried out once, however often it is sent. */
  readonly id?: string
  /** The sender's name, for the log. */
  readonly by?: string
  /** While a turn runs: wait for its end, join it, or refuse the input. The profile decides unless given. */
  readonly whenBusy?: WhenBusy
  /**
   * The model of this turn only, in place of the agent's: one of those that the agent was given in `model` or
   * `models`, or its name. Input that joins a running turn leaves that turn's model as it is.
   */
  readonly model?: AnyModel
  /**
   * The tools of this turn only, by name or by the beginning of a name ("server__*"). An empty list means no tools.
   * Tools that end a turn stay, and sub-agents have no other tools either. Input that joins a running turn leaves that turn's tools as they are.
   */
  readonly tools?: readonly string[]
  /**
   * The type of the final answer: a zod, valibot or arktype schema, or a JSON Schema of any type. The turn ends with JSON
   * that fits, or fails. Input that joins a running turn leaves that turn's output as it is.
   */
  readonly output?: OutputSchema
  /** Whether the turn has to begin with a call, or has none; the agent's `toolChoice` unless given. */
  readonly toolChoice?: ToolChoice
  /**
   * Which calls run unasked in this turn: none ("ask"), changes of files that can be undone ("edits"), all but grave ones
   * ("auto"); with "plan" nothing that changes something runs. It never allows what the agent denies. Input that joins a
   * running turn leaves that turn's mode as it is, unless it names one.
   */
  readonly approval?: ApprovalMode
  /**
   * How soon the turn is to run when more sessions wait than can run; the agent's `priority` unless given. It is a head start in
   * waiting time, so that nothing waits for ever: "high" counts as having waited five minutes longer, "low" half an hour less.
   */
  readonly priority?: Priority
  /**
   * What your tools need to know of your application in this turn, in place of what `open` was given. Input that joins a
   * running turn leaves that turn's context as it is.
   */
  readonly context?: Context
  /**
   * Cancels the turn that the input becomes part of when it is aborted, as `cancel` does. A signal that is aborted
   * before the call is refused, and nothing is sent.
   */
  readonly signal?: AbortSignal
}

/** What happens to a message while a turn runs. */
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

/** How a history is condensed on request. */
export interface CompactOptions {
  /** What the summary should concentrate on. */
  readonly focus?: string
  /** A request with the id of an earlier one is not carried out again. */
  readonly id?: string
  /** The person who asked for it. */
  readonly by?: string
}

/** The question to answer: the event that asked, an open request, or the id of its call. */
export type AnswerTo = string | { readonly call: string; readonly question?: number | string }

/** How a question is answered. */
export interface AnswerOptions {
  /**
   * The `seq` of the fact that asked, which is how an event's position begins. A tool may ask
   * several questions while it runs.
   */
  readonly question?: number
  /** An answer with the id of an earlier one is not carried out again. */
  readonly id?: string
  /** The person who answers. */
  readonly by?: string
}

/** Where a stream of events begins, and when it ends. */
export interface FollowOptions {
  /** The position after which it begins. */
  readonly after?: string | number
  /** Ends the stream. */
  readonly signal?: AbortSignal
  /** Throw when the session cannot go on in this process, instead of waiting for a process that can run it. */
  readonly failFast?: boolean
}

export interface HandlePorts {
  readonly store: Store
  readonly host: Pick<SessionHost, "wake"> & {
    /** The runner that is to run what is sent; undefined for any. */
    runnerOf?(): Promise<string | undefined>
  }
  readonly ids: Ids
  /** The time, for messages that wait. */
  readonly now?: () => number
  readonly subscribe: (session: string, options: SubscribeOptions) => AsyncGenerator<Event, void, void>
  /** Like `subscribe`, but the events come in lists, as they become known. */
  readonly lists: (session: string, options: SubscribeOptions) => AsyncGenerator<readonly Event[], void, void>
  /** Waits for the end of the turn that took up a command. Undefined when the agent is closed first. */
  readonly turnEnd: (session: string, of: TurnOf, failAfter: number) => Promise<TurnEnd | undefined>
  /** Stores a grant that holds in all sessions of this session's owner. */
  readonly grant: (grant: Grant, session: string) => void | Promise<void>
  /** The agent's workspace, with symbolic links resolved. */
  readonly workspace?: string
  /** A mark of the failures so far: later failures of the runtime are newer. */
  readonly failureMark: () => number
  /** Files of the workspace, for undo. */
  readonly files?: Files
  readonly fork: (id: string, options: ForkOptions, context: unknown) => Promise<Session>
  /** Called when the program has read what a session asks of people. */
  readonly onSeen?: (session: string) => void
  /** Takes the contexts of turns. */
  readonly contexts?: ContextKeeper
  /** Describes why a call that waits for an approval cannot run with these arguments. */
  readonly problemWith?: (session: string, call: string, given: JsonObject) => Promise<string | undefined>
  /** The request that would be sent in this state. */
  readonly report: (state: State) => Promise<ContextReport>
  /** Where the profile of a session shows a digest of the history; in a message unless given. */
  readonly placeFor?: (state: State) => "message" | "system"
  /** Secrets that the agent knows: they are removed from input. */
  readonly secrets?: KnownSecrets
  readonly limits?: SessionLimits
  /** How many sessions the owner of this one may have, where each owner has limits of its own. */
  readonly countsOf?: (session: string) => Promise<OwnerCounts>
  /** The checks of typed answers that this process asks for. */
  readonly outputs?: LiveOutputs
  /** The model as a command names it. Throws when the agent was not given it. */
  readonly modelNamed?: (wanted: AnyModel) => TurnModel
  /** The approval modes that turns may be sent with; all of them unless given. */
  readonly approvalModes?: readonly ApprovalMode[]
  /** The priority of turns that name none. */
  readonly priority?: Priority
  /** The names of the tools that are known now. */
  readonly toolNames?: () => readonly string[]
  /** No tool appears later, or in another process that runs the turns. */
  readonly hasAllTools?: boolean
}
