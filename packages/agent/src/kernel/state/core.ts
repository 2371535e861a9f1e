// The kernel's part of the state: conversation, turn, attempts and calls. Features add theirs in registry/state.ts.
import type { ModelError, Problem, Stop } from "../../contracts/answer.ts"
import type { ApprovalMode, TurnModel } from "../../contracts/command.ts"
import type { BlobPart, Part } from "../../contracts/content.ts"
import type { Delegated } from "../../contracts/delegation.ts"
import type {
  EffectClass,
  Ending,
  LastWords,
  Parent,
  ToolOutcome,
  TurnError,
  TurnOutcome,
  Withheld,
} from "../../contracts/fact.ts"
import type { WrittenAsText } from "../../contracts/finish-check.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Call, Message } from "../../contracts/message.ts"
import type { Phase, StepAsked } from "../../contracts/plan.ts"
import type { Priority } from "../../contracts/queue.ts"
import type { ToolChoice } from "../../contracts/turn-output.ts"
import { noUsage, type Usage } from "../../contracts/usage.ts"
import type { CallState, Turn } from "../../registry/state.ts"
import { type Counts, noCounts } from "../../tokens/counts.ts"
import type { Weights } from "../../tokens/weights.ts"
import type { Slice } from "../define-slice.ts"
import { emptyList, type GrowList } from "./grow-list.ts"

/** A session, without what features keep of it. */
export interface CoreState {
  readonly seq: number
  readonly at: number
  readonly session?: {
    readonly id: string
    readonly profile: string
    readonly owner?: string
    readonly parent?: Parent
    /** The workspace of the last turn. */
    readonly workspace?: string
    readonly instructions?: string
    /** What the application passed when it opened the session, if it is stored. */
    readonly context?: Json
    /** Set when the session works on a task of another session. */
    readonly delegated?: Delegated
  }
  /** The settled history that a model is shown, in request order. Open work is in `turn`. */
  readonly history: GrowList<Message>
  /** Token counts of the history, updated as it grows, so that no message is counted twice. */
  readonly counts: Counts
  /** The number of blobs that messages of the history refer to. */
  readonly blobs: number
  readonly gauge: Gauge
  /** Input and nudges that no request has shown yet. */
  readonly waiting: readonly WaitingInput[]
  /** The running turn, or the last one. */
  readonly turn?: Turn
  readonly turns: number
  readonly usage: Usage
  /** How long requests to models and tool calls took, in milliseconds. */
  readonly workMs: number
  /** Calls that models made, whether they were run or refused. */
  readonly toolCalls: number
  /** Blobs with the full text of results that the model saw only the beginning of, by call. */
  readonly cutResults: Readonly<Record<string, BlobPart>>
  /** Tools that are no longer offered, for this turn or for the session. */
  readonly withheld: readonly Withheld[]
  /** Failures of each tool since it last worked, over all turns. */
  readonly toolFailures: Readonly<Record<string, number>>
  /** Models of the chain that were unreachable when last asked, by index. */
  readonly down: Readonly<Record<number, Down>>
  /** The beginning of the first user input. */
  readonly preview: string
  /** The preview of before, where the conversation was taken back to its beginning: a list goes on to call it so. */
  readonly earlierPreview?: string
}

/** What is known about the sizes of requests. */
export interface Gauge {
  /** Tokens of the system prompt and of the tools in the last request. */
  readonly system: number
  readonly tools: number
  /** Per model family, corrected by the usage that its provider reported. */
  readonly weights: Readonly<Record<string, Weights>>
  readonly samples: number
  /** The mean of |estimated - reported| / reported. */
  readonly error: number
  /** Per model: the tokens of the smallest request that was refused as too large. */
  readonly tooLarge: Readonly<Record<string, number>>
  /** Characters of the last counted request outside the conversation. */
  readonly frameChars?: number
}

/** A model that did not answer lately. */
export interface Down {
  /** When it failed last. */
  readonly at: number
  /** Failures in a row. */
  readonly times: number
}

/** Input that waits for its turn. */
export interface WaitingInput {
  readonly seq: number
  readonly parts: readonly Part[]
  readonly from: "user" | "nudge" | "note"
  /** Shown in one request, then removed. */
  readonly ephemeral: boolean
  /** The full content, when `parts` had to be shortened to fit. */
  readonly whole?: readonly Part[]
}

/** A turn, without what features keep of it. */
export interface CoreTurn {
  readonly number: number
  readonly trace: string
  readonly command: string
  readonly startedAt: number
  readonly cancelled: boolean
  /** The turn's own model, in place of the chain. */
  readonly model?: TurnModel
  /** The tools that the turn may use, by name or by the beginning of a name; all of them unless given. */
  readonly tools?: readonly string[]
  /** Whether the model has to call a tool in its first answer, or must not in any. Absent: as it sees fit. */
  readonly toolChoice?: Exclude<ToolChoice, "auto">
  /** What runs unasked in the turn; absent: as the agent's policy says. */
  readonly approval?: ApprovalMode
  /** How soon it was to run; absent: as soon as others. */
  readonly priority?: Exclude<Priority, "normal">
  /** What the application passed for the turn, if it is stored. */
  readonly context?: Json
  readonly finished?: { readonly outcome: TurnOutcome; readonly text: string; readonly error?: TurnError }
  /** Model calls so far; a retry is the same call. */
  readonly iteration: number
  /** Requests since the last user input, retries included. */
  readonly asks: number
  /** The iteration of the last user input: limits count from there. */
  readonly spokenAt: number
  /** The index in the history at which the turn begins. */
  readonly begins: number
  /** Text of earlier answers that the next one continues. */
  readonly kept: string
  /** The next answer is the last one, and is requested without tools. */
  readonly ending?: Ending
  readonly attempt?: Attempt | undefined
  /** The next request waits for the rate of its model. */
  readonly held?: HeldRequest | undefined
  /** The last answer, until the model is asked again. */
  readonly answer?: AnswerState | undefined
  /** The calls of the last answer, in request order. */
  readonly calls: readonly CallState[]
  readonly usage: Usage
  /** How long its requests to models and its tool calls took, in milliseconds. */
  readonly workMs: number
  /** Calls that models made in it, whether they were run or refused. */
  readonly toolCalls: number
  readonly counters: Counters
}

/**
 * One request to a model. Open until it is answered or failed; an open attempt that is not
 * running was orphaned by a crash.
 */
export interface Attempt {
  readonly id: string
  readonly iteration: number
  /** The request shows the log up to this `seq`. */
  readonly seen: number
  readonly open: boolean
  /** Attempts at this iteration that a crash left open. */
  readonly orphans: number
  /** Failed attempts at this iteration, without those that a stopping runner gave up. */
  readonly failures: number
  readonly tries: number
  /** Index of the model in the chain. */
  readonly chain: number
  readonly failure?: AttemptFailure | undefined
  readonly model: string
  readonly offersTools: boolean
  /** In a turn with a plan: the phase of the request, and the step of the plan. */
  readonly phase?: Phase | undefined
  readonly step?: StepAsked | undefined
  /** The estimated size of the request, and the counts behind the estimate. */
  readonly tokens?: number | undefined
  readonly counts?: Counts | undefined
}

/** A request that waits for the rate of its model. */
export interface HeldRequest {
  readonly iteration: number
  readonly chain: number
  readonly at: number
  readonly until: number
  readonly phase?: Phase
  readonly step?: StepAsked
}

/** How an attempt to ask a model failed. */
export interface AttemptFailure {
  readonly error: ModelError
  readonly at: number
  readonly retryAt?: number
  /** The text that the user had seen when they cancelled. */
  readonly kept?: string
}

/** The last answer of a turn. */
export interface AnswerState {
  readonly seq: number
  readonly attempt: string
  readonly text: string
  readonly stop: Stop
  /** The answer was nudged: the turn does not end with it. */
  readonly nudged: boolean
  readonly problems: readonly Problem[]
  readonly written?: WrittenAsText | undefined
}

/** A call, without what features keep of it. */
export interface CoreCall {
  readonly call: Call
  readonly stage: CallStage
  /** How often it was started; more than one means a crash in between. */
  readonly starts: number
  /** The tool's resolved name. */
  readonly name?: string
  readonly effect?: EffectClass
  /** The model's arguments were repaired. The call was shown or started with these, so it runs with these. */
  readonly repaired?: { readonly arguments: JsonObject; readonly repairs: readonly string[] }
  readonly result?: CallResult
  /** The turn was given up before the call had its own result; a retry takes it up. */
  readonly pending?: true
}

/** How far a call is. */
export type CallStage =
  | "asked"
  | "awaiting-approval"
  | "settled"
  | "awaiting-answer"
  | "answered"
  | "started"
  | "finished"

/** The result of a call. */
export interface CallResult {
  readonly name: string
  readonly outcome: ToolOutcome
  readonly code?: string
  readonly content: readonly Part[]
  readonly ends?: LastWords
}

/** Derived by the fold, never stored. Rules compare them with their limits. */
export interface Counters {
  readonly nudges: Readonly<Record<string, number>>
  /** The same counts since a call last succeeded. */
  readonly nudgesSinceCall: Readonly<Record<string, number>>
  readonly toolFailures: Readonly<Record<string, number>>
  /** Empty answers in a row. */
  readonly empties: number
  /** Answers in a row that could not be parsed. */
  readonly malformed: number
  /** Calls that ran and may have changed something. */
  readonly changes: number
  /** The last successful calls, newest last: enough to see a model going in circles. */
  readonly recent: readonly RecentCall[]
  /** Calls that a nudge must not lead the model to try again: of unknown outcome, or denied by a person. */
  readonly delicate: number
  /** Calls refused as exact repeats since a call last succeeded. */
  readonly refusedRepeats: number
  /** The same error in a row. */
  readonly sameError: { readonly key: string; readonly times: number }
}

/** A call that was made lately, to notice circles. */
export interface RecentCall {
  readonly signature: string
  /** How often it was made since another call changed something. */
  readonly made: number
  /** How often in a row it returned the same result with no change in between. */
  readonly inVain: number
  readonly result: string
  /** The value of `changes` after the last time it was made. */
  readonly changes: number
}

export const noCounters: Counters = {
  nudges: {},
  nudgesSinceCall: {},
  toolFailures: {},
  empties: 0,
  malformed: 0,
  changes: 0,
  recent: [],
  delicate: 0,
  refusedRepeats: 0,
  sameError: { key: "", times: 0 },
}

export const coreSlice: Slice = {
  initial: {
    seq: 0,
    at: 0,
    history: emptyList,
    counts: noCounts,
    blobs: 0,
    gauge: { system: 0, tools: 0, weights: {}, samples: 0, error: 0, tooLarge: {} },
    waiting: [],
    turns: 0,
    usage: noUsage,
    workMs: 0,
    toolCalls: 0,
    cutResults: {},
    withheld: [],
    toolFailures: {},
    down: {},
    preview: "",
  },
  conversation: ["turn", "history", "counts", "blobs", "cutResults", "preview"],
  rewind: (past, now) => (past.preview === "" && now.preview !== "" ? { earlierPreview: now.preview } : {}),
}
