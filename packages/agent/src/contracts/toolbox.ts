// The port to tools. A call is prepared first: what cannot run is an immediate result, not an exception.
import type { BytesPart, Part } from "./content.ts"
import type { Cut, EffectClass, LastWords, Risk, ToolOutcome } from "./fact.ts"
import type { JsonObject } from "./json.ts"
import type { Call } from "./message.ts"
import type { ToolDefinition } from "./model.ts"

export interface Toolbox {
  definitions(): readonly ToolDefinition[]
  /** What this call would write to; pure, and empty for what only reads. */
  touches(call: Pick<Call, "name" | "arguments">): readonly string[]
  prepare(call: Call): Promise<Preparation>
  run(prepared: PreparedCall, how: RunOptions): Promise<ToolResult>
  /** What a tool says of an effect that a crash interrupted. `unknown` where it cannot say, fails, or takes too long. */
  verify?(call: Pick<Call, "name" | "arguments">, how: RunOptions): Promise<Verdict>
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
  /** Somebody has to agree first. */
  readonly approval?: { readonly preview: string; readonly risk: Risk }
  /** The call is a question to a person; their answer is its result. */
  readonly question?: { readonly question: string; readonly suggestions: readonly string[] }
  /** The call ends the turn. */
  readonly ends?: LastWords
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
}

export interface RunOptions {
  readonly signal: AbortSignal
  /** The same for every attempt at this call, so that a server can recognise a repeat. */
  readonly effectKey: string
  readonly call: string
  readonly session: string
  readonly trace: string
  readonly onOutput: (delta: string) => void
  /** The whole text of an earlier result of this session that was cut. */
  readonly readResult: (call: string) => Promise<string | undefined>
}
