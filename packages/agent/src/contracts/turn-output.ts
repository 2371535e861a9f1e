// What a turn may demand of a model's answers: a final answer of a type, and a call before it. Both are part of the
// command that begins the turn, so every process that runs the turn demands the same.
import type { JsonObject } from "./json.ts"

/**
 * Whether a model calls tools. `auto`: as it sees fit. `required`: the turn begins with a call of a tool;
 * `{ tool }`: of this one. After a call was run the answers are free, because a turn that has to call a tool each time would
 * never end. `none`: no answer of the turn calls a tool.
 *
 * @example
 * ```ts
 * import type { ToolChoice } from "@pawl/agent"
 *
 * const lookFirst: ToolChoice = { tool: "find_order" }
 * await session.ask("Where is order 42?", { toolChoice: lookFirst })
 * ```
 */
export type ToolChoice = "auto" | "required" | "none" | { readonly tool: string }

/** What the final answer of a turn has to fit. */
export interface TurnOutput {
  /** The JSON Schema of the answer. */
  readonly schema: JsonObject
  /** The program has a check of its own beside the JSON Schema: that of zod, valibot or arktype. */
  readonly refined?: true
}
