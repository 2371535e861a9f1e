// A tool as its author writes it.
import type { BytesPart, Part } from "../contracts/content.ts"
import { PawlError } from "../contracts/error.ts"
import type { EffectClass, Risk } from "../contracts/fact.ts"
import type { Json } from "../contracts/json.ts"
import type { InferInput, InputSchema } from "./input-schema.ts"

export interface Tool<Schema extends InputSchema = InputSchema> {
  readonly name: string
  readonly description: string
  /** JSON Schema, or any Standard Schema that can describe itself as JSON Schema (zod 4, valibot, arktype). */
  readonly input: Schema
  /** What running it twice would do. `once` unless you say otherwise: then it is never re-run after a crash. */
  readonly effect?: EffectClass
  /** What it writes to (paths, rows): calls of one answer that touch the same thing run in request order. */
  readonly touches?: (input: InferInput<Schema>) => readonly string[]
  /** Ask a person first? By default everything but `read` asks. */
  readonly approval?: boolean
  readonly risk?: Risk
  readonly preview?: (input: InferInput<Schema>) => string | Promise<string>
  /** Makes the call a question to a person, whose answer is its result; `run` is then never called. */
  readonly question?: (input: InferInput<Schema>) => {
    readonly question: string
    readonly suggestions: readonly string[]
  }
  readonly timeoutMs?: number
  /** How much of its result a model is shown; the rest stays readable. */
  readonly maxResultChars?: number
  readonly run: (input: InferInput<Schema>, context: ToolContext) => Promise<ToolOutput> | ToolOutput
}

/** Text, parts, or any JSON value. */
export type ToolOutput = readonly (Part | BytesPart)[] | Json | undefined

export interface ToolContext {
  readonly signal: AbortSignal
  /** The same for every attempt at this call: pass it on, so that the other side can recognise a repeat. */
  readonly effectKey: string
  readonly call: string
  readonly session: string
  readonly trace: string
  /** Tells people what the tool is doing; not stored. */
  readonly output: (text: string) => void
  /** The whole text of an earlier result of this session that was cut. */
  readonly readResult: (call: string) => Promise<string | undefined>
}

/**
 * Throw it for a failure the model can do something about: the message is shown as it stands, and `code` says which
 * kind of failure it was. Anything else that is thrown is a failure of kind `tool-failed`.
 */
export class ToolFailure extends Error {
  readonly code: string
  readonly outcome: "error" | "timeout"

  constructor(code: string, message: string, outcome: "error" | "timeout" = "error") {
    super(message)
    this.name = "ToolFailure"
    this.code = code
    this.outcome = outcome
  }
}

/** Where tools come from. A list that changed is another array. */
export interface ToolSource {
  tools(): readonly Tool[]
}

export function tool<Schema extends InputSchema>(definition: Tool<Schema>): Tool<Schema> {
  if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(definition.name)) {
    throw new PawlError(
      "config-invalid",
      `"${definition.name}" cannot name a tool: use 1 to 64 letters, digits, "_", "-" or ".", as model providers demand.`,
    )
  }
  return definition
}
