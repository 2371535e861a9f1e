// What a session's facts add up to: all that rules may look at. Plain data; it survives JSON, so it can be snapshotted.
import type { ModelError, Problem, Stop } from "../contracts/answer.ts"
import type { BlobPart, Part } from "../contracts/content.ts"
import type {
  Contract,
  EffectClass,
  Ending,
  Grant,
  LastWords,
  Parent,
  Risk,
  ToolOutcome,
  TurnError,
  TurnOutcome,
  Withheld,
} from "../contracts/fact.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Call, Message } from "../contracts/message.ts"
import { noUsage, type Usage } from "../contracts/usage.ts"
import { emptyList, type GrowList } from "./grow-list.ts"
import { type Counts, noCounts } from "./tokens/counts.ts"
import type { Weights } from "./tokens/weights.ts"

export interface State {
  readonly seq: number
  readonly at: number
  readonly session?: {
    readonly id: string
    readonly profile: string
    readonly owner?: string
    readonly parent?: Parent
    readonly instructions?: string
  }
  /** Settled history in request order, as far as a model is shown it. What is still open stands in the turn. */
  readonly history: GrowList<Message>
  /** What the history is made of, kept while it grows: its tokens are never counted twice. */
  readonly counts: Counts
  /** How many blobs its messages name. */
  readonly blobs: number
  /** What is shown in place of the messages that were dropped. */
  readonly digest?: Digest
  /** How many messages are shown no more. */
  readonly dropped: number
  readonly compaction: Compaction
  readonly gauge: Gauge
  /** Said or nudged, and not yet shown to a model. */
  readonly waiting: readonly WaitingInput[]
  /** The running turn, or the last one. */
  readonly turn?: Turn
  readonly turns: number
  readonly usage: Usage
  /** Where the whole of a result is that the model was shown only the beginning of, by call. */
  readonly cutResults: Readonly<Record<string, BlobPart>>
  /** What was allowed for the whole session. */
  readonly grants: readonly Grant[]
  /** Tools that are offered no more, for this turn or for good. */
  readonly withheld: readonly Withheld[]
  /** Failures of each tool since it last worked, over all turns. */
  readonly toolFailures: Readonly<Record<string, number>>
  /** Models of the chain that could not be reached the last time they were asked, by place. */
  readonly down: Readonly<Record<number, Down>>
  /** The beginning of the first thing the user said. */
  readonly preview: string
}

export interface Digest {
  readonly summary: string
  readonly contract: Contract
}

export interface Compaction {
  /** Somebody wants the history to be condensed. */
  readonly asked?: { readonly focus?: string }
  /** The summary that a model was asked for. */
  readonly summary?: {
    readonly attempt: string
    readonly open: boolean
    readonly tries: number
    readonly text?: string
  }
  /** How many messages were shown after the last time: until more have come there is nothing to gain. */
  readonly shown: number
  /** And how many tokens: until they have grown it is too early to do it again. */
  readonly after?: number
  readonly times: number
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
  readonly from: "user" | "nudge"
  /** Shown to one request, then forgotten. */
  readonly ephemeral: boolean
  /** All of it, when it had to be shortened to fit. */
  readonly whole?: readonly Part[]
}

export interface Turn {
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
  /** Some of its messages are shown no more, or not whole. */
  readonly cut: boolean
  /** The request that was too large, once the history was condensed for it. */
  readonly overflow?: {
    readonly attempt: string
    readonly iteration: number
    readonly chain: number
    readonly gained: boolean
  }
  /** Text of answers that the next one continues. */
  readonly kept: string
  /** The next answer is the last, and is asked for without tools. */
  readonly ending?: Ending
  readonly attempt?: Attempt
  /** The last answer, until the model is asked again. */
  readonly answer?: AnswerState
  /** The calls of the last answer, in request order. */
  readonly calls: readonly CallState[]
  /** The last question to a model about an answer in doubt. */
  readonly judgement?: Judgement
  readonly usage: Usage
  readonly counters: Counters
}

export interface Judgement {
  /** The answer it is about. */
  readonly about: string
  readonly open: boolean
  /** How often it was asked: more than once means a crash in between. */
  readonly tries: number
  /** Undefined while it is open, and when no verdict came. */
  readonly unfinished?: boolean
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
}

export interface CallState {
  readonly call: Call
  readonly stage: CallStage
  /** How often it was started; more than one means a crash in between. */
  readonly starts: number
  /** The tool's own name, once resolved. */
  readonly name?: string
  readonly effect?: EffectClass
  /** As a person was told when they were asked. */
  readonly risk?: Risk
  readonly decision?: { readonly approved: boolean; readonly arguments?: JsonObject; readonly reason?: string }
  readonly answer?: string
  readonly result?: CallResult
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
  readonly toolFailures: Readonly<Record<string, number>>
  /** Empty answers in a row. */
  readonly empties: number
  /** Answers in a row that could not be read. */
  readonly malformed: number
  /** Questions to a model about answers in doubt. */
  readonly judgements: number
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
  /** How often it was made in this turn. */
  readonly made: number
  /** How often in a row with the same result, and nothing changed in between. */
  readonly inVain: number
  readonly result: string
  /** `changes` after it was made last. */
  readonly changes: number
}

export const noCounters: Counters = {
  nudges: {},
  toolFailures: {},
  empties: 0,
  malformed: 0,
  judgements: 0,
  changes: 0,
  recent: [],
  delicate: 0,
  refusedRepeats: 0,
  sameError: { key: "", times: 0 },
}

export const emptyState: State = {
  seq: 0,
  at: 0,
  history: emptyList,
  counts: noCounts,
  blobs: 0,
  dropped: 0,
  compaction: { shown: 0, times: 0 },
  gauge: { system: 0, tools: 0, weights: {}, samples: 0, error: 0, tooLarge: {} },
  waiting: [],
  turns: 0,
  usage: noUsage,
  cutResults: {},
  grants: [],
  withheld: [],
  toolFailures: {},
  down: {},
  preview: "",
}

export function isRunning(turn: Turn | undefined): turn is Turn {
  return turn !== undefined && turn.finished === undefined
}

export function openCalls(turn: Turn): readonly CallState[] {
  return turn.calls.filter((call) => call.stage !== "finished")
}

/** Waits for a person. */
export function isAwaiting(call: CallState): boolean {
  return call.stage === "awaiting-approval" || call.stage === "awaiting-answer"
}
