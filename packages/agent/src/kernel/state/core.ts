// The kernel's part of the state: conversation, turn, attempts and calls. What features add is in registry/state.ts.
import type { ModelError, Problem, Stop } from "../../contracts/answer.ts"
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
import type { JsonObject } from "../../contracts/json.ts"
import type { Call, Message } from "../../contracts/message.ts"
import type { Phase, StepAsked } from "../../contracts/plan.ts"
import { noUsage, type Usage } from "../../contracts/usage.ts"
import type { CallState, Turn } from "../../registry/state.ts"
import { type Counts, noCounts } from "../../tokens/counts.ts"
import type { Weights } from "../../tokens/weights.ts"
import type { Slice } from "../define-slice.ts"
import { emptyList, type GrowList } from "./grow-list.ts"

export interface CoreState {
  readonly seq: number
  readonly at: number
  readonly session?: {
    readonly id: string
    readonly profile: string
    readonly owner?: string
    readonly parent?: Parent
    /** Where the last turn runs. */
    readonly workspace?: string
    readonly instructions?: string
    /** It works on a task of another session's. */
    readonly delegated?: Delegated
  }
  /** Settled history in request order, as far as a model is shown it. What is still open stands in the turn. */
  readonly history: GrowList<Message>
  /** What the history is made of, kept while it grows: its tokens are never counted twice. */
  readonly counts: Counts
  /** How many blobs its messages name. */
  readonly blobs: number
  readonly gauge: Gauge
  /** Said or nudged, and not yet shown to a model. */
  readonly waiting: readonly WaitingInput[]
  /** The running turn, or the last one. */
  readonly turn?: Turn
  readonly turns: number
  readonly usage: Usage
  /** Where the whole of a result is that the model was shown only the beginning of, by call. */
  readonly cutResults: Readonly<Record<string, BlobPart>>
  /** Tools that are offered no more, for this turn or for good. */
  readonly withheld: readonly Withheld[]
  /** Failures of each tool since it last worked, over all turns. */
  readonly toolFailures: Readonly<Record<string, number>>
  /** Models of the chain that could not be reached the last time they were asked, by place. */
  readonly down: Readonly<Record<number, Down>>
  /** The beginning of the first thing the user said. */
  readonly preview: string
}

/** What is known of the sizes of requests. */
export interface Gauge {
  /** Tokens of the system prompt and of the tools in the last request. */
  readonly system: number
  readonly tools: number
  /** By model family, as corrected by what its provider reported. */
  readonly weights: Readonly<Record<string, Weights>>
  readonly samples: number
  /** The mean of |estimated - reported| / reported. */
  readonly error: number
  /** By model, the tokens of the smallest request that was refused as too large. */
  readonly tooLarge: Readonly<Record<string, number>>
  /** Characters of the last counted request beside the conversation. */
  readonly frameChars?: number
}

export interface Down {
  /** When it failed last. */
  readonly at: number
  /** How often in a row. */
  readonly times: number
}

export interface WaitingInput {
  readonly seq: number
  readonly parts: readonly Part[]
  readonly from: "user" | "nudge" | "note"
  /** Shown to one request, then forgotten. */
  readonly ephemeral: boolean
  /** All of it, when it had to be shortened to fit. */
  readonly whole?: readonly Part[]
}

export interface CoreTurn {
  readonly number: number
  readonly trace: string
  readonly command: string
  readonly startedAt: number
  readonly cancelled: boolean
  readonly finished?: { readonly outcome: TurnOutcome; readonly text: string; readonly error?: TurnError }
  /** Model calls so far; a retry is the same call. */
  readonly iteration: number
  /** Requests since somebody spoke, retries included. */
  readonly asks: number
  /** The iteration at which somebody spoke last: limits count from there. */
  readonly spokenAt: number
  /** Where in the history the turn begins. */
  readonly begins: number
  /** Text of answers that the next one continues. */
  readonly kept: string
  /** The next answer is the last, and is asked for without tools. */
  readonly ending?: Ending
  readonly attempt?: Attempt
  /** The last answer, until the model is asked again. */
  readonly answer?: AnswerState
  /** The calls of the last answer, in request order. */
  readonly calls: readonly CallState[]
  readonly usage: Usage
  readonly counters: Counters
}

/** One request to a model. Open until it is answered or failed; an open one nobody runs is the orphan of a crash. */
export interface Attempt {
  readonly id: string
  readonly iteration: number
  /** The request shows the log up to here. */
  readonly seen: number
  readonly open: boolean
  /** Attempts at this iteration that a crash left open. */
  readonly orphans: number
  /** Attempts at this iteration that failed, not counting those that a stopping runner gave up. */
  readonly failures: number
  readonly tries: number
  /** Which model of the chain was asked. */
  readonly chain: number
  readonly failure?: AttemptFailure
  readonly model: string
  readonly offersTools: boolean
  /** What a turn with a plan asks for, and for which step. */
  readonly phase?: Phase
  readonly step?: StepAsked
  /** What the request weighs, as estimated, and what the estimate rests on. */
  readonly tokens?: number
  readonly counts?: Counts
}

export interface AttemptFailure {
  readonly error: ModelError
  readonly at: number
  readonly retryAt?: number
  /** What the user had read when they stopped it. */
  readonly kept?: string
}

export interface AnswerState {
  readonly seq: number
  readonly attempt: string
  readonly text: string
  readonly stop: Stop
  /** Taken back: it is not what the turn ends with. */
  readonly nudged: boolean
  readonly problems: readonly Problem[]
  readonly written?: WrittenAsText
}

export interface CoreCall {
  readonly call: Call
  readonly stage: CallStage
  /** How often it was started; more than one means a crash in between. */
  readonly starts: number
  /** The tool's own name, once resolved. */
  readonly name?: string
  readonly effect?: EffectClass
  /** What the model wrote was repaired: with these arguments it was shown or begun, and so it runs. */
  readonly repaired?: { readonly arguments: JsonObject; readonly repairs: readonly string[] }
  readonly result?: CallResult
  /** Its turn was given up before it had a result of its own: a retry takes it up. */
  readonly pending?: true
}

export type CallStage =
  | "asked"
  | "awaiting-approval"
  | "settled"
  | "awaiting-answer"
  | "answered"
  | "started"
  | "finished"

export interface CallResult {
  readonly name: string
  readonly outcome: ToolOutcome
  readonly code?: string
  readonly content: readonly Part[]
  readonly ends?: LastWords
}

/** Folded, never stored; the rules hold them against their limits. */
export interface Counters {
  readonly nudges: Readonly<Record<string, number>>
  /** The same, since a call last worked. */
  readonly nudgesSinceCall: Readonly<Record<string, number>>
  readonly toolFailures: Readonly<Record<string, number>>
  /** Empty answers in a row. */
  readonly empties: number
  /** Answers in a row that could not be read. */
  readonly malformed: number
  /** Calls that were carried out and may have changed something. */
  readonly changes: number
  /** The last calls that worked, newest last: enough to see a model going in circles. */
  readonly recent: readonly RecentCall[]
  /** Calls that must not be tried again because somebody urges: of unknown outcome, or denied by a person. */
  readonly delicate: number
  /** Calls refused as exact repeats since one last worked. */
  readonly refusedRepeats: number
  /** The same thing going wrong again and again. */
  readonly sameError: { readonly key: string; readonly times: number }
}

export interface RecentCall {
  readonly signature: string
  /** How often it was made since another call changed something. */
  readonly made: number
  /** How often in a row with the same result, and nothing changed in between. */
  readonly inVain: number
  readonly result: string
  /** `changes` after it was made last. */
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
    cutResults: {},
    withheld: [],
    toolFailures: {},
    down: {},
    preview: "",
  },
  conversation: ["turn", "history", "counts", "blobs", "cutResults", "preview"],
}
