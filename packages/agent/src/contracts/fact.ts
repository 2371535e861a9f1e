// The log's vocabulary: everything that ever happened in a session, past tense, plain data, numbered and stamped.
// Adding an optional field keeps version 1; anything else needs a new version and a reader for the old one.
import type { ModelError, Problem, Stop } from "./answer.ts"
import type { CompactionAsked, HistoryCompacted } from "./compaction.ts"
import type { BlobPart, Part } from "./content.ts"
import type { Budget } from "./context.ts"
import type { ChildRequest, Delegated } from "./delegation.ts"
import type { WrittenAsText } from "./finish-check.ts"
import type { Json, JsonObject } from "./json.ts"
import type { Call, Reasoning } from "./message.ts"
import type { Phase, StepAsked, StepOutcome } from "./plan.ts"
import type { Note, Task } from "./tasks.ts"
import type { CheckpointMade, ConversationRewound, FilesRestored, RestoreAsked } from "./undo.ts"
import type { Usage } from "./usage.ts"

export const FACT_VERSION = 1

/** A fact as it stands in the log. */
export type Fact = Draft & Stamp

export interface Stamp {
  readonly v: typeof FACT_VERSION
  readonly seq: number
  readonly at: number
  /** Of a fact that is not as its type should be: what stands in the log. Set by whoever reads it, and never stored. */
  readonly malformed?: string
}

/** A fact before the session's one writer has numbered it. */
export type Draft =
  | SessionOpened
  | TurnStarted
  | InputAdded
  | ModelAsked
  | ModelAnswered
  | ModelFailed
  | Nudged
  | ApprovalRequested
  | ApprovalSettled
  | QuestionAsked
  | QuestionAnswered
  | QuestionWithdrawn
  | ToolStarted
  | ToolFinished
  | HistoryCompacted
  | CompactionAsked
  | PlanMade
  | PlanStepFinished
  | PlanFailed
  | TurnCancelled
  | TurnFinished
  | CheckpointMade
  | RestoreAsked
  | FilesRestored
  | ConversationRewound
  | CatalogueChanged

export type FactType = Draft["type"]

export interface SessionOpened {
  readonly type: "session-opened"
  readonly session: string
  readonly profile: string
  readonly owner?: string
  readonly parent?: Parent
  /** The real path of the folder that its tools work in. */
  readonly workspace?: string
  /** How the model is to behave in this session, whatever the agent says. */
  readonly instructions?: string
  /** Another session gave it its task. */
  readonly delegated?: Delegated
  /** What was allowed in that one by then. */
  readonly grants?: readonly Grant[]
}

export interface Parent {
  readonly session: string
  /** `import`: the same session, as it was exported somewhere. */
  readonly kind: "fork" | "import" | "delegation"
  /** The last fact of a copied past. What was allowed in it was allowed there, and not here. */
  readonly seq?: number
  readonly call?: string
}

/** A fact that a command became carries the command's id, so that the command can never be carried out twice. */
export interface FromCommand {
  readonly command: string
  readonly by?: string
}

export interface TurnStarted extends FromCommand {
  readonly type: "turn-started"
  readonly turn: number
  readonly trace: string
  readonly input: readonly Part[]
  /**
   * The names of the finish checks that its answers are held against, in order. A turn of an older log has none: its nudges
   * and abandoned answers stay in later requests, as they were sent.
   */
  readonly checks?: readonly string[]
  /** It tries the last one again: these calls, which were pending, are gone on with before the model is asked. */
  readonly takesUp?: readonly string[]
  /** Where it runs, when that is not where the turn before did. */
  readonly workspace?: string
  /** Models of the chain that other sessions could not reach lately, by place. */
  readonly down?: Readonly<Record<number, { readonly at: number; readonly times: number }>>
}

/** Said while the turn was running. */
export interface InputAdded extends FromCommand {
  readonly type: "input-added"
  readonly turn: number
  readonly input: readonly Part[]
}

/**
 * Not a step of the turn: a short question whether an answer is finished, the wish for a summary, or what a tool
 * asks while it runs.
 */
export type Purpose = "judge" | "summary" | "sampling"

export interface ModelAsked {
  readonly type: "model-asked"
  readonly purpose?: Purpose
  /** Of a question about an answer: the finish check that led to it, and what it found. */
  readonly why?: string
  readonly attempt: string
  readonly turn: number
  readonly iteration: number
  readonly model: string
  /** Which model of the chain it is, counted from 0; absent for the first. */
  readonly chain?: number
  /** How long the chain is, when the model stands beside it: a planner or a router. */
  readonly beside?: number
  /** In a turn that is carried out by a plan: what the request is for, and for which step. */
  readonly phase?: Phase
  readonly step?: StepAsked
  /** The request shows what the log held up to here; what was said later waits for the next request. */
  readonly seen: number
  /** Blob hashes of the request's sections: with the log up to `seen` they rebuild the request. */
  readonly sections: Readonly<Record<string, string>>
  /** What the request weighs, as estimated. */
  readonly budget?: Budget
  /** What the estimate rests on: with what the provider reports it corrects the next one. */
  readonly counts?: Readonly<Record<string, number>>
  /** Where not all tools are offered: those that this turn's requests offer from here on, in addition to earlier ones. */
  readonly offers?: readonly string[]
}

export interface ModelAnswered {
  readonly type: "model-answered"
  readonly purpose?: Purpose
  readonly phase?: Phase
  readonly attempt: string
  readonly text: string
  readonly reasoning: readonly Reasoning[]
  readonly calls: readonly Call[]
  readonly problems: readonly Problem[]
  /** A call that the answer ends with, written as text. */
  readonly written?: WrittenAsText
  readonly stop: Stop
  readonly usage?: Usage
  readonly chars?: RequestChars
  readonly ms: number
}

/** Characters of a request as it is written for its provider, where a limit counts them. */
export interface RequestChars {
  readonly sent: number
  /** Of them, as counted by us, the conversation. */
  readonly history: number
}

export interface ModelFailed {
  readonly type: "model-failed"
  readonly purpose?: Purpose
  readonly attempt: string
  readonly error: ModelError
  readonly retryAt?: number
  readonly text?: string
  readonly chars?: RequestChars
  readonly ms: number
}

export interface Nudged {
  readonly type: "nudged"
  readonly reason: string
  readonly evidence: string
  readonly text: string
  /** Shown to one request only. */
  readonly ephemeral: boolean
  /** The answer that is taken back. Without it the answer stays, and what comes next continues it. */
  readonly attempt?: string
  /** A tool that is offered no more. */
  readonly withholds?: Withheld
  /** The next answer is the last: it is asked for without tools. */
  readonly ends?: Ending
}

export interface Withheld {
  readonly tool: string
  readonly until: "turn" | "session"
}

/** How a turn ends whose last answer was asked for. */
export interface Ending {
  readonly outcome: TurnOutcome
  readonly error?: TurnError
  /** What the user is told when even that answer is empty or fails. */
  readonly text: string
}

export interface ApprovalRequested {
  readonly type: "approval-requested"
  readonly call: string
  readonly name: string
  readonly arguments: JsonObject
  readonly preview: string
  readonly risk: Risk
  /** Why the model wants it, in its own words: without links and markup, for it is read by whoever decides. */
  readonly rationale?: string
  /** How the arguments differ from what the model wrote. */
  readonly repairs?: readonly string[]
  /** Until then somebody may settle it; without it, for ever. */
  readonly expiresAt?: number
  /** It is a child's call that waits; this one passes the decision on. */
  readonly from?: ChildRequest
  /** What the files held that the call is to change, as they were shown: by path, the hash of each, null where there was none. */
  readonly base?: Readonly<Record<string, string | null>>
  /** Arguments that hold what a file will, and name none: as the tool's definition says. */
  readonly contents?: readonly string[]
}

export type Risk = "changes" | "destructive" | "unknown"

export interface ApprovalSettled extends FromCommand {
  readonly type: "approval-settled"
  readonly call: string
  readonly decision: "approved" | "denied"
  /** Edited by whoever approved, with what the call writes to now. */
  readonly arguments?: JsonObject
  readonly touches?: readonly string[]
  readonly reason?: string
  /** Calls like this one need not be asked about again. */
  readonly grant?: Grant
}

/** What somebody allowed beyond a single call. */
export interface Grant {
  readonly tool: string
  /** `session`: until the session ends. `always`: in all sessions, until it is revoked. */
  readonly scope: "session" | "always"
  /**
   * What arguments must look like, by name: `*` and `**` as in paths; a `command` by its first words. Of tools that are not built in
   * it names all of them, and covers no call with others. Left out: whatever the tool is given.
   */
  readonly where?: Readonly<Record<string, string>>
  /** `where` has no patterns: it is all of the arguments, each value as JSON with its keys in order. Only that very call is covered. */
  readonly exact?: true
  /** The workspace it holds in, without symbolic links; left out: in every one. The same words mean something else in another folder. */
  readonly workspace?: string
}

export interface QuestionAsked {
  readonly type: "question-asked"
  readonly call: string
  readonly question: string
  readonly suggestions: readonly string[]
  /** What to answer when nobody is there to be asked. */
  readonly otherwise?: string
  /** Until then somebody may answer it; without it, for ever. */
  readonly expiresAt?: number
  /** It is a child that asks; the call passes the answer on. */
  readonly from?: ChildRequest
}

export interface QuestionAnswered extends FromCommand {
  readonly type: "question-answered"
  readonly call: string
  readonly answer: string
}

/** A question, or a child's request, that a running tool had shown is closed without an answer; the tool goes on. */
export interface QuestionWithdrawn {
  readonly type: "question-withdrawn"
  readonly call: string
  /** `timeout`: nobody answered in time. `not-needed`: whoever asked no longer wants to know. */
  readonly why: "timeout" | "not-needed"
}

/** What running a tool a second time would do. `once`: it must not happen twice, so it is never re-run unasked. */
export type EffectClass = "read" | "idempotent" | "once"

export interface ToolStarted {
  readonly type: "tool-started"
  readonly call: string
  readonly asked: string
  readonly name: string
  readonly arguments: JsonObject
  readonly repairs: readonly string[]
  readonly effectKey: string
  readonly effect: EffectClass
  /** Nobody was asked, because of this. */
  readonly granted?: Grant
  /** It was started before and a crash interrupted it: on whose word it is run once more. */
  readonly again?: Again
  /** The session that does the work; the call waits for it. */
  readonly child?: string
  /** It ends the turn, and there is nothing to run. */
  readonly ends?: true
}

/** `safe`: it is declared `read` or `idempotent`. `verified`: its tool says that it did not happen. `profile`: the agent or its profile says so. */
export type Again = "safe" | "verified" | "profile"

/** `unknown`: it may or may not have happened. `refused`: a rule of ours said no. `skipped`: it was never started. */
export type ToolOutcome = "ok" | "error" | "timeout" | "denied" | "unknown" | "refused" | "skipped"

export interface ToolFinished {
  readonly type: "tool-finished"
  readonly call: string
  readonly name: string
  readonly outcome: ToolOutcome
  readonly code?: string
  readonly content: readonly Part[]
  /** Set when `content` is only the beginning of what the tool returned. */
  readonly full?: BlobPart
  readonly cut?: Cut
  /** The call ends the turn, with these words. */
  readonly ends?: LastWords
  /** The turn was given up before the call had a result of its own. A retry takes it up: then another result follows. */
  readonly pending?: true
  /** What the files hold that the call was to change: the hash of each, null where there is none. Others are left out. */
  readonly left?: Readonly<Record<string, string | null>>
  /** Tools that the call found: offered for the rest of the turn. */
  readonly loads?: readonly string[]
  /** The category of tools that the call chose: its tools are offered from here on, and no others. */
  readonly category?: string
  /** What a child has cost: it is the turn's. */
  readonly usage?: Usage
  /** The session's lists, as the call left them. */
  readonly tasks?: readonly Task[]
  readonly notes?: readonly Note[]
  readonly ms: number
}

export interface LastWords {
  readonly text: string
  /** What the user might answer. */
  readonly suggestions?: readonly string[]
}

/** How much of a result the model is shown, in characters. */
export interface Cut {
  readonly shown: number
  readonly total: number
}

export interface PlanMade {
  readonly type: "plan-made"
  readonly steps: readonly Json[]
}

export interface PlanStepFinished {
  readonly type: "plan-step-finished"
  readonly step: number
  readonly outcome: StepOutcome
  /** The beginning of what came of it, or why nothing did. */
  readonly result: string
  readonly calls?: readonly string[]
}

export interface PlanFailed {
  readonly type: "plan-failed"
  readonly why: string
}

export interface TurnCancelled extends FromCommand {
  readonly type: "turn-cancelled"
  readonly turn: number
}

export type TurnOutcome = "completed" | "cancelled" | "failed"

export interface TurnFinished {
  readonly type: "turn-finished"
  readonly turn: number
  readonly outcome: TurnOutcome
  readonly text: string
  readonly error?: TurnError
  readonly suggestions?: readonly string[]
  readonly usage: Usage
  /** The last attempt of a completed turn, and how the window is filled once its answer stands in the history. */
  readonly attempt?: string
  readonly budget?: Budget
}

export interface TurnError {
  readonly code: string
  readonly message: string
}

export interface CatalogueChanged {
  readonly type: "catalogue-changed"
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly why: string
  /** Blob hash of the names that there are now. */
  readonly catalogue?: string
}
