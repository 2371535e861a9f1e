// What a session's facts add up to: all that rules may look at. Plain data; it survives JSON, so it can be snapshotted.
import type { ModelError, Problem, Stop } from "../../contracts/answer.ts"
import type { Contract } from "../../contracts/compaction.ts"
import type { BlobPart, Part } from "../../contracts/content.ts"
import type { Delegated } from "../../contracts/delegation.ts"
import type {
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
} from "../../contracts/fact.ts"
import type { Verdict, WrittenAsText } from "../../contracts/finish-check.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { Call, Message } from "../../contracts/message.ts"
import type { Phase, StepAsked } from "../../contracts/plan.ts"
import type { Note, Task } from "../../contracts/tasks.ts"
import type { FileHashes, Wish } from "../../contracts/undo.ts"
import { noUsage, type Usage } from "../../contracts/usage.ts"
import type { Plan } from "../../features/plans/plan.ts"
import { type Counts, noCounts } from "../../tokens/counts.ts"
import type { Weights } from "../../tokens/weights.ts"
import { emptyList, type GrowList } from "./grow-list.ts"

export interface State {
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
  /** What was allowed for the whole session, each with the workspace it was allowed in. */
  readonly grants: readonly Grant[]
  /** Tools that are offered no more, for this turn or for good. */
  readonly withheld: readonly Withheld[]
  /** The tools that were called last, newest last, each with the turn it was called in. */
  readonly usedTools: readonly { readonly tool: string; readonly turn: number }[]
  /** Failures of each tool since it last worked, over all turns. */
  readonly toolFailures: Readonly<Record<string, number>>
  /** Models of the chain that could not be reached the last time they were asked, by place. */
  readonly down: Readonly<Record<number, Down>>
  /** Blob hash of the tools' names, as the model was shown them last. */
  readonly catalogue?: string
  /** The beginning of the first thing the user said. */
  readonly preview: string
  /** The session's own lists, once it has any. */
  readonly tasks?: readonly Task[]
  readonly notes?: readonly Note[]
  /** How many calls of the session may have changed something. */
  readonly changes: number
  /** What is kept of files for an undo, in bytes. */
  readonly keptBytes: number
  /** Files are to be put back, or the conversation is to be taken back. */
  readonly restore?: Restoring
  /** The conversation was taken back to this fact, and this state does not know how it was then: fold the log again. */
  readonly rewoundTo?: number
}

export interface Restoring extends Wish {
  readonly command: string
  readonly by?: string
  /** Once the present files are kept: those that could not be, and why. */
  readonly unkept?: Readonly<Record<string, string>>
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
  /** The last question to a judge model about an answer. */
  readonly judgement?: Judgement
  /** How it is carried out, where it is by a plan. */
  readonly plan?: Plan
  /** The finish checks that its answers are held against. */
  readonly checks?: readonly string[]
  /** Tasks that the model set to `in_progress` in this turn. */
  readonly begunTasks?: readonly number[]
  /** The calls of this turn that may have changed something. */
  readonly changing: readonly string[]
  /** What of the tools is offered, where it is not all of them. */
  readonly offer?: Offer
  readonly usage: Usage
  readonly counters: Counters
}

export interface Offer {
  /** Offered in every request of the turn from now on. */
  readonly tools: readonly string[]
  /** How often the model wanted a tool that was not among them. */
  readonly misses: number
  /** The category that the model chose, where it chooses one. */
  readonly category?: string
}

export interface Judgement {
  /** The answer it is about. */
  readonly about: string
  readonly open: boolean
  /** How often it was asked: more than once means a crash in between. */
  readonly tries: number
  /** Undefined while it is open, and when no verdict came. */
  readonly verdict?: Verdict
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

export interface CallState {
  readonly call: Call
  readonly stage: CallStage
  /** How often it was started; more than one means a crash in between. */
  readonly starts: number
  /** What the files held that it is to change, as it was kept before the call was started first. */
  readonly before?: FileHashes
  /** The tool's own name, once resolved. */
  readonly name?: string
  readonly effect?: EffectClass
  /** As a person was told when they were asked. */
  readonly risk?: Risk
  /** What the files held that they were shown. */
  readonly base?: Readonly<Record<string, string | null>>
  /** What the model wrote was repaired: with these arguments it was shown or begun, and so it runs. */
  readonly repaired?: { readonly arguments: JsonObject; readonly repairs: readonly string[] }
  /** Until then they may answer; and how long that was to be. */
  readonly expiresAt?: number
  readonly expiresIn?: number
  /** The fact with the question that the tool has asked while it runs, until it is answered or withdrawn. */
  readonly asking?: number
  /** It is no question: a child's call wants to be allowed, with this risk. */
  readonly asksLeave?: Risk
  /** How often children have wanted that. */
  readonly leaves?: number
  /** The session that does the work. */
  readonly child?: string
  readonly decision?: { readonly approved: boolean; readonly arguments?: JsonObject; readonly reason?: string }
  readonly answer?: string
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
  usedTools: [],
  toolFailures: {},
  down: {},
  preview: "",
  changes: 0,
  keptBytes: 0,
}

export function isRunning(turn: Turn | undefined): turn is Turn {
  return turn !== undefined && turn.finished === undefined
}

export function openCalls(turn: Turn): readonly CallState[] {
  return turn.calls.filter((call) => call.stage !== "finished")
}

/** What the call is run with: as edited by whoever approved it, as repaired, or as the model wrote it. */
export function argumentsOf({ decision, repaired, call }: CallState): JsonObject {
  return decision?.arguments ?? repaired?.arguments ?? call.arguments
}

/** A person is asked something, before the call or in the middle of it. */
export function isAsking(call: CallState): boolean {
  return isAwaiting(call) || (call.stage === "started" && call.asking !== undefined)
}

/** Waits for a person, and nothing runs meanwhile. */
export function isAwaiting(call: CallState): boolean {
  return call.stage === "awaiting-approval" || call.stage === "awaiting-answer"
}
