// Defines what a tool is: its definition, what it gets when it runs, and what it may return or throw.
import { PawlError } from "../contracts/error.ts"
import type { EffectClass, LastWords, Risk } from "../contracts/fact.ts"
import type { AskApproval, AskAside, AskPerson, OwnState, ToolResult } from "../contracts/toolbox.ts"
import type { NeedsContext, TurnAbout } from "../contracts/turn-about.ts"
import type { InferInput, InputSchema } from "./input-schema.ts"
import { effectNamed } from "./read-definition.ts"

/** A tool as its author writes it. `Context`: what it needs to know of the application. */
export interface Tool<
  Schema extends InputSchema = InputSchema,
  Output extends ToolOutput = ToolOutput,
  Context = unknown,
> extends ToolParts<Schema, Output, Context>,
    EffectNamed<Schema> {}

/** What a tool must say of itself, so that a crash repeats nothing that must not happen twice. */
export interface EffectNamed<Schema extends InputSchema, _Explained extends string = string> {
  /**
   * What running it twice would do:
   * - `read`: it changes nothing, so it may run again, and needs no approval.
   * - `idempotent`: running it twice is like running it once, so it is run again after a crash.
   * - `once`: running it twice would do it twice, so it is never run again unasked.
   *
   * A function decides for each call. A tool from plain JavaScript that does not say counts as `once`.
   */
  readonly effect: EffectClass | OfInput<Schema, EffectClass>
}

/** What a tool consists of, besides its effect class. */
export interface ToolParts<
  Schema extends InputSchema = InputSchema,
  Output extends ToolOutput = ToolOutput,
  Context = unknown,
> extends NeedsContext<Context> {
  /** The name by which a model calls it: 1 to 64 letters, digits, "_", "-" or ".". */
  readonly name: string
  /** What it does and when to use it, for the model. */
  readonly description: string
  /** JSON Schema, or any Standard Schema that can describe itself as JSON Schema (zod 4, valibot, arktype). */
  readonly input: Schema
  /** What it writes to (paths, rows). Calls of one answer that touch the same thing run in request order. */
  readonly touches?: OfInput<Schema, readonly string[]>
  /**
   * The files it creates, changes, moves or deletes, relative to the workspace or absolute. Their contents are kept before
   * it runs, so that the call can be undone. Without a workspace nothing is kept.
   */
  readonly changes?: OfInput<Schema, readonly string[]>
  /**
   * The content of these files after the call, null for a deleted file. With it, a call that is resumed after a crash
   * recognises its own changes.
   */
  readonly leaves?: OfInput<Schema, Readonly<Record<string, string | Uint8Array | null>>>
  /**
   * Whether a call needs approval. Default: every effect class except `read`. A function decides for each call; when it
   * throws or rejects, approval is needed.
   */
  readonly approval?: boolean | OfCall<Schema, boolean | Promise<boolean>, Context>
  /** Refuses a call before approval is asked for, so that no approval can allow it. */
  readonly refuses?: OfCall<Schema, ToolFailure | undefined, Context>
  /** How bad a mistake would be, for the approver. A `destructive` call needs approval each time. */
  readonly risk?: Risk
  /**
   * Arguments that hold content (of a file, or a search text) instead of file names. All other arguments are searched for
   * files that no grant covers and for files with secrets, whatever the arguments are called.
   */
  readonly contents?: readonly string[]
  /**
   * What the approver is shown. Default: name and arguments. If it throws a ToolFailure, the call can have no effect: it
   * fails with that, and nobody is asked.
   */
  readonly preview?: OfCall<Schema, string | Promise<string>, Context>
  /** Makes the call a question to a person, whose answer is its result; `run` is then never called. */
  readonly question?: OfInput<Schema, { readonly question: string; readonly suggestions: readonly string[] }>
  /** Makes the call the end of the turn, with these words to the user; `run` is then never called. */
  readonly lastWords?: OfInput<Schema, LastWords>
  /** The name of the tool to try when this one fails; the model is given it. */
  readonly fallback?: string
  /** After this time its `signal` is aborted and the call times out. */
  readonly timeoutMs?: number
  /** Each `alive()` starts `timeoutMs` anew, up to this limit in total. */
  readonly maxTimeoutMs?: number
  /** How many characters of its result a model is shown; the rest stays readable. */
  readonly maxResultChars?: number
  /** Where a longer result is cut: `end` (default) keeps the beginning, `middle` keeps beginning and end. */
  readonly cutAt?: "end" | "middle"
  /**
   * Its paths are paths of this machine: one that cannot be meant literally ("~/x", "/home/user/x") is repaired, and no
   * guess leads outside of `within`. `isSupposed`: this is only assumed; the tool's own description then decides, path by
   * path.
   */
  readonly localPaths?: { readonly within?: string; readonly isSupposed?: boolean }
  /** Another session does the work: crashes during the call do not count against it. */
  readonly delegates?: boolean
  /** The MCP server it belongs to, and its name there. */
  readonly origin?: { readonly server: string; readonly tool: string }
  /**
   * Called after a crash to find out whether an interrupted call took effect, by its key: `happened` is recorded and not
   * done again, `not-happened` is done again. Without `verify`, or without an answer in half a minute, the outcome is
   * unknown.
   */
  verify?(effectKey: string, input: InferInput<Schema>, context: VerifyContext<Context>): Promise<Verified> | Verified
  /** Does the work. What it returns is shown to the model. */
  run(input: InferInput<Schema>, context: ToolContext<Context>): Promise<Output> | Output
}

/** A function of the arguments. It is declared as a method, so that one list may hold tools with different inputs. */
type OfInput<Schema, Result> = { of(input: InferInput<Schema>): Result }["of"]

/** The same for a function that is also told in which turn the call is made, and for whom. */
type OfCall<Schema, Result, Context> = { of(input: InferInput<Schema>, about: TurnAbout<Context>): Result }["of"]

/** The effect class when the arguments are not known: a function counts as `once`. */
export function effectOf({ effect = "once" }: Partial<Pick<Tool, "effect">>): EffectClass {
  return typeof effect === "function" ? "once" : effectNamed(effect)
}

/** What a tool knows about an effect, with the result the call would have had. */
export type Verified =
  | "happened"
  | "not-happened"
  | "unknown"
  | { readonly outcome: "happened"; readonly result: ToolOutput }

/**
 * Text, parts, or any value that JSON can hold, interfaces and dates too; a `PartialResult` when only part of the work was
 * done. A date becomes its ISO text and an undefined field is left out. A map, a set, a bigint, a function, a promise or a
 * cycle inside fails the call, and the failure names the place.
 */
export type ToolOutput = string | number | boolean | object | null | undefined

/**
 * Only part of the work was done: the model is shown what was done and what was not.
 *
 * @example
 * ```ts
 * import { PartialResult, tool } from "@pawl/agent"
 *
 * const readAll = tool({
 *   name: "read_all",
 *   description: "Reads all pages of the handbook.",
 *   input: { type: "object" },
 *   effect: "read",
 *   run: () => new PartialResult("Pages 1 to 11.", "Page 12 could not be read."),
 * })
 * ```
 */
export class PartialResult {
  /** What was done. */
  readonly output: ToolOutput
  /** What was not done, in words for the model. */
  readonly missing: string

  constructor(output: ToolOutput, missing: string) {
    this.output = output
    this.missing = missing
  }
}

/** The call found tools to offer from now on: `loads` adds tools, `category` offers only those of a category. */
export class FoundTools {
  readonly words: string
  readonly found: { readonly loads: readonly string[] } | { readonly category: string }

  constructor(words: string, found: FoundTools["found"]) {
    this.words = words
    this.found = found
  }
}

/** The result as the log stores it: for Pawl's own tools, which return more than text. */
export class WholeResult {
  readonly result: ToolResult

  constructor(result: ToolResult) {
    this.result = result
  }
}

/** What a tool gets when it runs: the turn with the context of the application, and what it may do. */
export interface ToolContext<Context = unknown> extends TurnAbout<Context> {
  /** Aborted when the call must stop: its time is over, or the turn was cancelled. */
  readonly signal: AbortSignal
  /** The same for every attempt at this call. Pass it to the service you call, so that it can recognise a repeat. */
  readonly effectKey: string
  /** The call's id. */
  readonly call: string
  /** Names the turn in log records and spans. */
  readonly trace: string
  /** Shows people what the tool is doing; not stored. */
  readonly output: (text: string) => void
  /** The full text of an earlier result of this session that was truncated. */
  readonly readResult: (call: string) => Promise<string | undefined>
  /** How many characters of the result the model is shown. Default: all. */
  readonly resultChars?: number
  /**
   * Call it right before the first change. It rejects when another process has taken the session over, or when a file of
   * `changes` has changed since the call was prepared.
   */
  readonly beforeChange: () => Promise<void>
  /** Reports progress: the deadline starts anew, up to the tool's `maxTimeoutMs`. */
  readonly alive: () => void
  /**
   * Asks the person while the tool runs; the deadline stands still until the answer. Rejects when no answer comes in time
   * and when the call is stopped. After a crash the question is void, like the call itself.
   */
  readonly ask: AskPerson
  /** Asks the agent's model something beside the conversation; the session pays for it. */
  readonly askModel: AskAside
  /** Asks the person to approve what a child wants to do, and waits as `ask` does. */
  readonly askApproval: AskApproval
  /** Session state for Pawl's own tools. */
  readonly own?: OwnState
}

/** What `verify` gets: it only looks, so it can neither ask nor change anything, and its time is fixed. */
export type VerifyContext<Context = unknown> = Omit<
  ToolContext<Context>,
  "beforeChange" | "alive" | "ask" | "askModel" | "askApproval"
>

/**
 * Throw it for a failure the model can do something about. The model is shown the message, without secrets, stack lines,
 * and paths and addresses that are neither in the workspace nor in the call; `code` names the kind of failure. Anything
 * else that is thrown is classified by its own code: `file-failed`, `permission-denied`, `authentication-failed`,
 * `network-failed` or `tool-failed`.
 *
 * @example
 * ```ts
 * import { ToolFailure, tool } from "@pawl/agent"
 *
 * const readPage = tool({
 *   name: "read_page",
 *   description: "Reads a page of the handbook.",
 *   input: { type: "object", properties: { page: { type: "integer" } }, required: ["page"] },
 *   effect: "read",
 *   run: ({ page }) => {
 *     throw new ToolFailure("no-such-page", `There is no page ${page}. The last one is 12.`)
 *   },
 * })
 * ```
 */
export class ToolFailure extends Error {
  /** The kind of failure. */
  readonly code: string
  /** `unknown`: the effect may or may not have taken place. */
  readonly outcome: FailureOutcome
  /** The message is what the tool printed, and is shown like a result. */
  readonly isOutput: boolean

  constructor(
    code: string,
    message: string,
    outcome: FailureOutcome = "error",
    more: { readonly isOutput?: boolean } = {},
  ) {
    super(message)
    this.name = "ToolFailure"
    this.code = code
    this.outcome = outcome
    this.isOutput = more.isOutput ?? false
  }
}

/** How a failed call ends. */
export type FailureOutcome = "error" | "timeout" | "unknown"

/** Where tools come from. A source returns a new array whenever its list changed. */
export interface ToolSource {
  tools(): readonly Tool[]
  /** Why this tool was added or removed, if the source knows. */
  whyChanged?(name: string): string | undefined
  /** Why a tool that should exist is missing: its server is down. In sentences, for the model. */
  whyMissing?(name: string): string | undefined
  /** Tools that cannot be used now: they are not offered, and a call gets `why` as its error. */
  standby?(): readonly { readonly name: string; readonly why: string }[]
  /** Its schemas are known to be valid, so they are not checked when the registry is built. */
  readonly isProven?: boolean
  /** Its list never changes, so it is asked for once. */
  readonly isFixed?: boolean
  /** The group name of its tools in `onlyTools`. */
  readonly group?: "builtin" | "mcp"
}

/** The compiler prints it when a tool has no `effect`. */
type EffectMissing =
  `Say what running it twice would do. "read": it changes nothing. "idempotent": twice is like once. "once": it must not happen twice.`

/**
 * Types an object as a tool, so that an editor can help, and checks its name.
 *
 * @example
 * ```ts
 * import { tool } from "@pawl/agent"
 *
 * const refundOrder = tool({
 *   name: "refund_order",
 *   description: "Pays an order back to the customer.",
 *   input: { type: "object", properties: { order: { type: "integer" } }, required: ["order"] },
 *   effect: "once",
 *   run: ({ order }) => `Order ${order} is refunded.`,
 * })
 * ```
 */
export function tool<const Schema extends InputSchema, Output extends ToolOutput = ToolOutput, Context = unknown>(
  definition: ToolParts<Schema, Output, Context> & EffectNamed<Schema, EffectMissing>,
): Tool<Schema, Output, Context> {
  if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(definition.name)) {
    throw new PawlError(
      "config-invalid",
      `"${definition.name}" cannot be a tool's name. Use 1 to 64 letters, digits, "_", "-" or ".", as model providers require.`,
    )
  }
  return definition
}

/**
 * `tool` for tools that need the context of your application: their functions get it typed, without a cast.
 *
 * @example
 * ```ts
 * import { toolFor } from "@pawl/agent"
 *
 * interface App { readonly tenant: string }
 *
 * const listOrders = toolFor<App>()({
 *   name: "list_orders",
 *   description: "Lists the customer's orders.",
 *   input: { type: "object" },
 *   effect: "read",
 *   run: (_, { context, owner }) => `Orders of ${owner} at ${context.tenant}.`,
 * })
 * ```
 */
export function toolFor<Context>(): <const Schema extends InputSchema, Output extends ToolOutput = ToolOutput>(
  definition: ToolParts<Schema, Output, Context> & EffectNamed<Schema, EffectMissing>,
) => Tool<Schema, Output, Context> {
  return tool
}
