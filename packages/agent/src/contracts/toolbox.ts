// The port to tools. A call is prepared first: what cannot run is an immediate result, not an exception.
import type { ApprovalRequested } from "../features/approval/facts/approval-requested.ts"
import type { Reply } from "./answer.ts"
import type { BytesPart, Part } from "./content.ts"
import type { ApprovalReply, ChildRequest, Delegated } from "./delegation.ts"
import type { Cut, EffectClass, Grant, LastWords, Risk, ToolOutcome } from "./fact.ts"
import type { Kept } from "./files.ts"
import type { JsonObject } from "./json.ts"
import type { Call } from "./message.ts"
import type { ModelRequest, ToolDefinition } from "./model.ts"
import type { Note, Task } from "./tasks.ts"
import type { FileHashes } from "./undo.ts"
import type { Usage } from "./usage.ts"

export interface Toolbox {
  definitions(): readonly ToolDefinition[]
  /** Why these came or went, where that is known. */
  whyChanged?(names: readonly string[]): string | undefined
  /** Tools that cannot be used now, and why: never offered, never run, and named to the model. */
  standby?(): readonly StandbyTool[]
  /** Which MCP server a tool belongs to, if it belongs to one. */
  serverOf?(name: string): string | undefined
  /** What this call would write to; pure, and empty for what only reads. */
  touches(call: Pick<Call, "name" | "arguments">): readonly string[]
  prepare(call: Call, how?: PrepareOptions): Promise<Preparation>
  run(prepared: PreparedCall, how: RunOptions): Promise<ToolResult>
  /** What the files hold that this call is to change; undefined for one that names none. Nothing it meets stops the call. */
  keep?(prepared: PreparedCall, maxBytes: number): Promise<Kept | undefined> | undefined
  /** What the files hold once this call has run, where its tool knows. */
  leaves?(prepared: PreparedCall): FileHashes | undefined
  /** What a tool says of an effect that a crash interrupted. `unknown` where it cannot say, fails, or takes too long. */
  verify?(call: Pick<Call, "name" | "arguments">, how: RunOptions): Promise<Verdict>
}

export interface StandbyTool {
  readonly name: string
  readonly why: string
}

export interface PrepareOptions {
  /** `false` takes the arguments as they are. */
  readonly repair?: boolean
  /** Whose call it is. */
  readonly of?: Pick<RunOptions, "session" | "trace">
  /** The tools that the model was offered: no other is suggested for a name that is none. */
  readonly offered?: () => ReadonlySet<string>
}

/** Whether an interrupted effect took place, as its tool found out. */
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
  /** Somebody has to agree first, or to have agreed before. */
  readonly approval?: Approval
  /** The call is a question to a person; their answer is its result. */
  readonly question?: { readonly question: string; readonly suggestions: readonly string[] }
  /** The call ends the turn. */
  readonly ends?: LastWords
  /** Another session does the work, and the call waits for it. */
  readonly delegates?: boolean
}

export interface Approval {
  readonly preview: string
  readonly risk: Risk
  /** What the files held that the call is to change, when the preview was made. */
  readonly base?: FileHashes
  /** Arguments that hold what a file will, and name none. */
  readonly contents?: readonly string[]
  /** Nobody can be asked: the result of a call that nobody allowed before. */
  readonly refusal?: ToolResult
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
  /** Set when `content` is only the beginning: all of it stays readable. */
  readonly full?: { readonly text: string; readonly cut: Cut }
  readonly ends?: LastWords
  /** What the files hold now that the call was to change. */
  readonly left?: FileHashes
  /** Tools that are to be offered from now on: these as well, or those of a category only. */
  readonly loads?: readonly string[]
  readonly category?: string
  /** What a child has cost. */
  readonly usage?: Usage
  /** The session's lists, as the call left them. */
  readonly tasks?: readonly Task[]
  readonly notes?: readonly Note[]
}

export interface RunOptions {
  readonly signal: AbortSignal
  /** The same for every attempt at this call, so that a server can recognise a repeat. */
  readonly effectKey: string
  readonly call: string
  readonly session: string
  readonly trace: string
  readonly onOutput: (delta: string) => void
  /** Right before something is changed: rejects when another process runs the session by now, or a file is not as it was. */
  readonly beforeChange?: () => Promise<void>
  /** The whole text of an earlier result of this session that was cut. */
  readonly readResult: (call: string) => Promise<string | undefined>
  /** Asks the person. Rejects when nobody answers in time, and when the call is told to stop. */
  readonly ask?: AskPerson
  /** Asks the agent's model, beside the conversation. */
  readonly askModel?: AskAside
  /** Shows the person what a child wants to do. Rejects as `ask` does. */
  readonly askApproval?: AskApproval
  /** What the session holds for tools of our own. */
  readonly own?: OwnState
  /** The tools that the model was offered: no other is named to it. */
  readonly offered?: () => ReadonlySet<string>
}

/** Of the session in which the call is made, when it begins. */
export interface OwnState {
  readonly tasks: readonly Task[]
  readonly notes: readonly Note[]
  /** As they are when they are looked at. */
  readonly grants: readonly Grant[]
  readonly profile?: string
  readonly owner?: string
  readonly instructions?: string
  readonly delegated?: Delegated
}

/** A child's approval, as it asked for it. */
export type ApprovalRequest = Omit<ApprovalRequested, "type" | "call"> & { readonly from: ChildRequest }

export type AskApproval = (request: ApprovalRequest, how?: { readonly signal?: AbortSignal }) => Promise<ApprovalReply>

export type AskPerson = (question: Question, how?: { readonly signal?: AbortSignal }) => Promise<string>

export interface Question {
  readonly question: string
  readonly suggestions?: readonly string[]
  /** What to answer when nobody is there to be asked. */
  readonly otherwise?: string
  /** It is a child that asks. */
  readonly from?: ChildRequest
}

/** A failure of the model is a value, as everywhere; it rejects when the call is told to stop. */
export type AskAside = (request: AsideRequest, how?: { readonly signal?: AbortSignal }) => Promise<AsideReply>

export interface AsideReply {
  readonly reply: Reply
  /** Who gave it. */
  readonly model: string
}

/** Shown to the model as it is: nothing of the conversation, and no tools. */
export type AsideRequest = Pick<ModelRequest, "system" | "messages" | "blobs" | "sampling" | "outputTokens">
