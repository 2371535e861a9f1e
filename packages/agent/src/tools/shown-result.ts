// Cuts a result to the limit of its tool before a model is shown it, and adds how to read the rest.
import { text } from "../contracts/content.ts"
import type { ToolResult } from "../contracts/toolbox.ts"
import type { Registry } from "./registry.ts"
import type { Tool } from "./tool.ts"
import type { ToolboxOptions } from "./toolbox.ts"
import { type Advice, DEFAULT_RESULT_CHARS, isShort, limitFor, truncate } from "./truncate.ts"

export interface ResultCutter {
  /** How many characters of a tool's result a model is shown. */
  limitOf(name: string, tool: Tool | undefined): number
  /** The same result when it is short enough. */
  cut(result: ToolResult, of: ShownCall): ToolResult
}

export interface ShownCall {
  /** The tool's name, and the tool, if it still exists. */
  readonly name: string
  readonly tool: Tool | undefined
  /** The id of the call. */
  readonly call: string
  /** As `limitOf` says. */
  readonly limit: number
}

export function resultCutter(
  registry: () => Registry,
  { resultLimits = {}, maxResultChars = DEFAULT_RESULT_CHARS }: Pick<ToolboxOptions, "resultLimits" | "maxResultChars">,
): ResultCutter {
  return {
    limitOf: (name, tool) => limitFor(name, resultLimits, tool?.maxResultChars ?? maxResultChars),
    cut(result, { name, tool, call, limit }) {
      if (isShort(result, limit)) return result
      const advice = registry().byName.has(READ_RESULT) ? adviceFor(call) : undefined
      return truncate(name, result, { limit, at: tool?.cutAt ?? "end", ...(advice && { advice }) })
    },
  }
}

/** The built-in tool that shows the rest of a result. If it is registered, the notice says how to call it. */
const READ_RESULT = "read_result"

function adviceFor(call: string): Advice {
  return (shown) => `[To read on: ${READ_RESULT} with call "${call}" and offset ${shown}]`
}

/** Lists the repairs for the model, so that it writes the call correctly the next time. */
export function withRepairs(result: ToolResult, repairs: readonly string[]): ToolResult {
  if (repairs.length === 0) return result
  return { ...result, content: [...result.content, text(`[${repairs.join("; ")}]`)] }
}
