// A tool as its author writes it.
import type { BytesPart, Part } from "../contracts/content.ts"
import { PawlError } from "../contracts/error.ts"
import type { EffectClass, LastWords, Risk } from "../contracts/fact.ts"
import type { Json } from "../contracts/json.ts"
import type { AskApproval, AskAside, AskPerson, OwnState, ToolResult } from "../contracts/toolbox.ts"
import type { InferInput, InputSchema } from "./input-schema.ts"
import { effectNamed } from "./read-definition.ts"

/** A tool as its author writes it. */
export interface Tool<Schema extends InputSchema = InputSchema> {
  /** The name by which a model calls it: 1 to 64 letters, digits, "_", "-" or ".". */
  readonly name: string
  /** What it does and when to use it, for the model. */
  readonly description: string
  /** JSON Schema, or any Standard Schema that can describe itself as JSON Schema (zod 4, valibot, arktype). */
  readonly input: Schema
  /**
   * What running it twice would do. `once` unless you say otherwise: then it is never re-run after a crash. A function says so
   * for each call.
   */
  readonly effect?: EffectClass | ((input: InferInput<Schema>) => EffectClass)
  /** What it writes to (paths, rows): calls of one answer that touch the same thing run in request order. */
  readonly touches?: (input: InferInput<Schema>) => readonly string[]
  /**
   * The files it creates, changes, moves or deletes, relative to the workspace or absolute: what they hold is kept before it
   * runs, so that it can be undone. Without a workspace nothing is kept.
   */
  readonly changes?: (input: InferInput<Schema>) => readonly string[]
  /** The content of these files once it has run, null for one that is gone: so that a resumed call knows its own work. */
  readonly leaves?: (input: InferInput<Schema>) => Readonly<Record<string, string | Uint8Array | null>>
  /** Ask a person first? By default everything but `read` asks. A function may say so for each call. */
  readonly approval?: boolean | ((input: InferInput<Schema>) => boolean)
  /** Why this call is not made, whoever would allow it: said before anybody is asked. */
  readonly refuses?: (input: InferInput<Schema>) => ToolFailure | undefined
  /** How bad a mistake would be, for the person who is asked. What is `destructive` is asked about each time. */
  readonly risk?: Risk
  /**
   * Arguments that hold what a file will, or what is looked for in files, and name none. The others are searched for files that
   * no permission covers, and for those with secrets, whatever they are called.
   */
  readonly contents?: readonly string[]
  /** What a person is shown who is asked to approve the call; name and arguments unless given. */
  readonly preview?: (input: InferInput<Schema>) => string | Promise<string>
  /** Makes the call a question to a person, whose answer is its result; `run` is then never called. */
  readonly question?: (input: InferInput<Schema>) => {
    readonly question: string
    readonly suggestions: readonly string[]
  }
  /** Makes the call the end of the turn, with these words to the user; `run` is then never called. */
  readonly lastWords?: (input: InferInput<Schema>) => LastWords
  /** What to try when this tool fails: the model is told its name. */
  readonly fallback?: string
  /** It is told to stop after so long. */
  readonly timeoutMs?: number
  /** Each `alive()` starts `timeoutMs` anew, up to this in all. */
  readonly maxTimeoutMs?: number
  /** How much of its result a model is shown; the rest stays readable. */
  readonly maxResultChars?: number
  /** Where a result is cut that is longer than that: behind its beginning unless given, or between beginning and end. */
  readonly cutAt?: "end" | "middle"
  /**
   * Its paths are paths of this machine: one that cannot be meant ("~/x", "/home/user/x") is repaired, and no guess leads
   * outside of `within`. `isSupposed`: nobody says so; then the tool's own words decide, path by path.
   */
  readonly localPaths?: { readonly within?: string; readonly isSupposed?: boolean }
  /** Another session does the work: crashes meanwhile are not held against the call. */
  readonly delegates?: boolean
  /** Whose it is, if it belongs to an MCP server, and what it is called there. */
  readonly origin?: { readonly server: string; readonly tool: string }
  /**
   * Asked after a crash whether an interrupted call took effect, by its key: `happened` is recorded and not done again,
   * `not-happened` is done again. Without it, or when it cannot say within half a minute, the outcome is unknown.
   */
  readonly verify?: (effectKey: string, input: InferInput<Schema>, context: ToolContext) => Promise<Verified> | Verified
  /** Does the work. What it returns is shown to the model. */
  readonly run: (input: InferInput<Schema>, context: ToolContext) => Promise<ToolOutput> | ToolOutput
}

/** Of any call of the tool: a function may say `read` of some, but not of all. */
export function effectOf({ effect = "once" }: Pick<Tool, "effect">): EffectClass {
  return typeof effect === "function" ? "once" : effectNamed(effect)
}

/** What a tool knows of an effect, with the result it would have had. */
export type Verified =
  | "happened"
  | "not-happened"
  | "unknown"
  | { readonly outcome: "happened"; readonly result: ToolOutput }

/** Text, parts, or any JSON value; wrapped when only some of the work was done, or when it finds other tools. */
export type ToolOutput = PlainOutput | PartialResult | FoundTools | WholeResult
type PlainOutput = readonly (Part | BytesPart)[] | Json | undefined

/**
 * Some of it worked: the model is shown what did, and told what did not.
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
  /** What worked. */
  readonly output: PlainOutput
  /** What did not, in words for the model. */
  readonly missing: string

  constructor(output: PlainOutput, missing: string) {
    this.output = output
    this.missing = missing
  }
}

/** The call found tools that are to be offered from now on: these as well, or those of a category only. */
export class FoundTools {
  readonly words: string
  readonly found: { readonly loads: readonly string[] } | { readonly category: string }

  constructor(words: string, found: FoundTools["found"]) {
    this.words = words
    this.found = found
  }
}

/** The result as it will stand in the log: for tools of our own, which leave more than words. */
export class WholeResult {
  readonly result: ToolResult

  constructor(result: ToolResult) {
    this.result = result
  }
}

/** What a tool is handed when it runs. */
export interface ToolContext {
  /** Aborted when the call is to stop: its time is over, or the turn was cancelled. */
  readonly signal: AbortSignal
  /** The same for every attempt at this call: pass it on, so that the other side can recognise a repeat. */
  readonly effectKey: string
  /** The call's id. */
  readonly call: string
  /** The session's id. */
  readonly session: string
  /** Names the turn in log records and spans. */
  readonly trace: string
  /** Tells people what the tool is doing; not stored. */
  readonly output: (text: string) => void
  /** The whole text of an earlier result of this session that was cut. */
  readonly readResult: (call: string) => Promise<string | undefined>
  /** So many characters of what it returns are shown to the model; all unless given. */
  readonly resultChars?: number
  /**
   * Call it right before the first change: it rejects when another process has taken the session over meanwhile, or when a file
   * of `changes` is not as it was when the call was prepared.
   */
  readonly beforeChange?: () => Promise<void>
  /** The work gets on: its deadline starts anew, up to the tool's `maxTimeoutMs`. */
  readonly alive?: () => void
  /**
   * Asks the person in the middle of the work, who may take their time: the deadline stands still meanwhile. Rejects when
   * nobody answers in time and when the call is told to stop. After a crash the question is void, like the call itself.
   */
  readonly ask?: AskPerson
  /** Asks the agent's model something beside the conversation; its cost is the session's. */
  readonly askModel?: AskAside
  /** Shows the person what a child wants to do, and waits as `ask` does. */
  readonly askApproval?: AskApproval
  /** What the session holds for tools of Pawl's own. */
  readonly own?: OwnState
}

/**
 * Throw it for a failure the model can do something about: the message is shown in these words, without secrets, lines
 * of a stack, and paths and addresses that are neither in the workspace nor in the call; `code` says which kind of
 * failure it was. Anything else that is thrown is told apart by its own code: `file-failed`, `permission-denied`,
 * `authentication-failed`, `network-failed` or `tool-failed`.
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
  /** Which kind of failure it was. */
  readonly code: string
  /** `unknown`: the effect may or may not have taken place, and nobody can say. */
  readonly outcome: FailureOutcome
  /** The message is what the tool printed, and shown like a result. */
  readonly isOutput: boolean

  constructor(code: string, message: string, outcome: FailureOutcome = "error", { isOutput = false } = {}) {
    super(message)
    this.name = "ToolFailure"
    this.code = code
    this.outcome = outcome
    this.isOutput = isOutput
  }
}

type FailureOutcome = "error" | "timeout" | "unknown"

/** Where tools come from. A list that changed is another array. */
export interface ToolSource {
  tools(): readonly Tool[]
  /** Why this tool came or went, where the source knows. */
  whyChanged?(name: string): string | undefined
  /** Why there is no tool of this name although there should be: its server is down. In sentences, for the model. */
  whyMissing?(name: string): string | undefined
  /** Tools that cannot be used now: never offered, and a call is told why. */
  standby?(): readonly { readonly name: string; readonly why: string }[]
  /** Its schemas are known to be good: each is compiled when its tool is first called, for that takes its time. */
  readonly isProven?: boolean
  /** What all of its tools are together called, where somebody wants only some tools. */
  readonly group?: "builtin" | "mcp"
}

/**
 * Says of an object that it is a tool, so that an editor can help, and checks its name.
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
export function tool<Schema extends InputSchema>(definition: Tool<Schema>): Tool<Schema> {
  if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(definition.name)) {
    throw new PawlError(
      "config-invalid",
      `"${definition.name}" cannot name a tool: use 1 to 64 letters, digits, "_", "-" or ".", as model providers demand.`,
    )
  }
  return definition
}
