// The port to tools. A call is prepared first: a call that cannot run gives an immediate result, not an exception.

import type { Soon } from "../base/at-hand.ts"
import type { ApprovalRequested } from "../features/approval/facts/approval-requested.ts"
import type { Reply } from "./answer.ts"
import type { ApprovalMode } from "./command.ts"
import type { BytesPart, Part } from "./content.ts"
import type { ApprovalReply, ChildRequest, Delegated } from "./delegation.ts"
import type { Cut, EffectClass, Grant, LastWords, Risk, StructuredPart, ToolOutcome } from "./fact.ts"
import type { Kept } from "./files.ts"
import type { JsonObject } from "./json.ts"
import type { Call } from "./message.ts"
import type { ModelRequest, ToolDefinition } from "./model.ts"
import type { Priority } from "./queue.ts"
import type { StopSignal } from "./stop-signal.ts"
import type { Note, Task } from "./tasks.ts"
import type { TurnAbout } from "./turn-about.ts"
import type { FileHashes } from "./undo.ts"
import type { Usage } from "./usage.ts"

export interface Toolbox {
  definitions(): readonly ToolDefinition[]
  /** Why these tools appeared or disappeared, if known. */
  whyChanged?(names: readonly string[]): string | undefined
  /** Tools that cannot be used now, with the reason: never offered, never run, but named to the model. */
  standby?(): readonly StandbyTool[]
  /** The MCP server that a tool belongs to, if any. */
  serverOf?(name: string): string | undefined
  /** What this call would write to. Pure, and empty for a call that only reads. */
  touches(call: Pick<Call, "name" | "arguments">): readonly string[]
  prepare(call: Call, how?: PrepareOptions): Soon<Preparation>
  run(prepared: PreparedCall, how: RunOptions): Soon<ToolResult>
  /** The contents of the files that this call will change; undefined if it names none. Errors do not stop the call. */
  keep?(prepared: PreparedCall, maxBytes: number): Promise<Kept | undefined> | undefined
  /** The contents of the files after this call, if its tool knows. */
  leaves?(prepared: PreparedCall): FileHashes | undefined
  /** Asks the tool whether an interrupted effect happened. `unknown` when it cannot say, fails, or takes too long. */
  verify?(call: Pick<Call, "name" | "arguments">, how: RunOptions): Promise<Verdict>
}

export interface StandbyTool {
  readonly name: string
  readonly why: string
}

export interface PrepareOptions {
  /** `false` uses the arguments unchanged. */
  readonly repair?: boolean
  /** The turn of the call, and for whom it is made. */
  readonly of?: Pick<RunOptions, "trace" | keyof TurnAbout>
  /** A person or an earlier start has decided: whether the call needs approval is not asked again. */
  readonly isDecided?: boolean
  /** The tools that the model was offered: only these are suggested for an unknown name. */
  readonly offered?: () => ReadonlySet<string>
}

/** Whether an interrupted effect happened, as its tool reports. */
export type Verdict =
  | { readonly outcome: "happened"; readonly result?: ToolResult }
  | { readonly outcome: "not-happened" | "unknown" }

export type Preparation = PreparedCall | ImmediateResult

export interface PreparedCall {
  readonly kind: "prepared"
  readonly name: string
  readonly arguments: JsonObject
  readonly repairs: readonly string[]
  readonly effect: EffectClass
  /** The call needs an approval, or a grant that covers it. */
  readonly approval?: Approval
  /** The call is a question to a person; the answer is its result. */
  readonly question?: { readonly question: string; readonly suggestions: readonly string[] }
  /** The call ends the turn. */
  readonly ends?: LastWords
  /** Another session does the work, and the call waits for it. */
  readonly delegates?: boolean
  /** Its tool names the files that it changes. */
  readonly changes?: true
}

export interface Approval {
  readonly preview: string
  readonly risk: Risk
  /** The hashes of the files that the call will change, when the preview was made. */
  readonly base?: FileHashes
  /** Arguments that hold a file's new content and name no file. */
  readonly contents?: readonly string[]
  /** Set when approvals cannot be asked for: the result of a call that no grant covers. */
  readonly refusal?: ToolResult
  /** Set when the call cannot have its effect: its result in place of a question to a person. */
  readonly futile?: ToolResult
}

export interface ImmediateResult {
  readonly kind: "immediate"
  readonly name: string
  readonly result: ToolResult
}

export interface ToolResult {
  readonly outcome: ToolOutcome
  readonly code?: string
  /** What the model is shown. */
  readonly content: readonly (Part | BytesPart)[]
  /** The first part of `content` is the JSON of the value that the tool returned. */
  readonly json?: true
  /** Which part of `content` holds the structured value that a server returned. */
  readonly structured?: StructuredPart
  /** Set when `content` is only the beginning: the whole text stays readable. */
  readonly full?: { readonly text: string; readonly cut: Cut }
  readonly ends?: LastWords
  /** The hashes, after the call, of the files that it was to change. */
  readonly left?: FileHashes
  /** Tools to offer from now on: `loads` adds these, `category` offers only the tools of a category. */
  readonly loads?: readonly string[]
  readonly category?: string
  /** Tokens that a child used. */
  readonly usage?: Usage
  /** The session's lists after the call. */
  readonly tasks?: readonly Task[]
  readonly notes?: readonly Note[]
}

/** An agent passes the whole turn; only a toolbox by itself lacks some of it. */
export interface RunOptions extends Partial<Omit<TurnAbout, "session">> {
  readonly signal: StopSignal
  /** The same for every attempt at this call, so that a server can recognise a repeat. */
  readonly effectKey: string
  readonly call: string
  readonly session: string
  readonly trace: string
  readonly onOutput: (delta: string) => void
  /** Call right before a change: rejects when another process runs the session now, or a file has changed. */
  readonly beforeChange?: () => Promise<void>
  /** The full text of an earlier result of this session that was cut. */
  readonly readResult: (call: string) => Promise<string | undefined>
  /** Asks a person. Rejects when there is no answer in time, and when the call is stopped. */
  readonly ask?: AskPerson
  /** Asks the agent's model, beside the conversation. */
  readonly askModel?: AskAside
  /** Asks a person for the approval of a child's call. Rejects as `ask` does. */
  readonly askApproval?: AskApproval
  /** The session's data for runtime tools. */
  readonly own?: OwnState
  /** The tools that the model was offered: no others are named to it. */
  readonly offered?: () => ReadonlySet<string>
}

/** Data of the session in which the call is made, from when the call began. */
export interface OwnState {
  /** The session's task list. */
  readonly tasks: readonly Task[]
  /** The session's notes. */
  readonly notes: readonly Note[]
  /** Read each time: the current grants. */
  readonly grants: readonly Grant[]
  /** The profile of the session. */
  readonly profile?: string
  /** The owner of the session. */
  readonly owner?: string
  /** The instructions of the session. */
  readonly instructions?: string
  /** Set in the session of a child: what it may do. */
  readonly delegated?: Delegated
  /** The model and the tools that the turn was given in place of the session's, what runs unasked in it, and its priority. */
  readonly turn?: {
    readonly model?: string
    readonly tools?: readonly string[]
    readonly approval?: ApprovalMode
    readonly priority?: Priority
  }
}

/** A child's approval request. */
export type ApprovalRequest = Omit<ApprovalRequested, "type" | "call"> & { readonly from: ChildRequest }

/** Passes the approval request of a child on to a person, and resolves to the decision. */
export type AskApproval = (request: ApprovalRequest, how?: { readonly signal?: AbortSignal }) => Promise<ApprovalReply>

/** Asks a person a question while a tool runs, and resolves to the answer. */
export type AskPerson = (question: Question, how?: { readonly signal?: AbortSignal }) => Promise<string>

/** A question to a person. */
export interface Question {
  /** The question, as it is shown. */
  readonly question: string
  /** Answers to choose from. */
  readonly suggestions?: readonly string[]
  /** The answer to use when no person can be asked. */
  readonly otherwise?: string
  /** Set when a child asks. */
  readonly from?: ChildRequest
}

/** A failure of the model is a value, as everywhere. Rejects when the call is stopped. */
export type AskAside = (request: AsideRequest, how?: { readonly signal?: AbortSignal }) => Promise<AsideReply>

/** What a model answered beside the conversation. */
export interface AsideReply {
  /** The answer, or the failure. */
  readonly reply: Reply
  /** The model that answered. */
  readonly model: string
}

/** Sent to the model as it is: without the conversation and without tools. */
export type AsideRequest = Pick<ModelRequest, "system" | "messages" | "blobs" | "sampling" | "outputTokens">
