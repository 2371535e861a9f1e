// Cuts a result to the limit of its tool before a model is shown it, and adds how to read the rest.
import { text } from "../contracts/content.ts"
import type { ToolResult } from "../contracts/toolbox.ts"
import type { Registry } from "./registry.ts"
import type { Tool } from "./tool.ts"
import type { ToolboxOptions } from "./toolbox.ts"
import { type Advice, DEFAULT_RESULT_CHARS, limitFor, truncate } from "./truncate.ts"

export interface ResultCutter {
  /** How many characters of a tool's result a model is shown. */
  limitOf(name: string, tool: Tool | undefined): number
  /** `of`: the tool's name, and the id of the call. */
  cut(result: ToolResult, of: { readonly name: string; readonly call: string }): ToolResult
}

export function resultCutter(
  registry: () => Registry,
  { resultLimits = {}, maxResultChars = DEFAULT_RESULT_CHARS }: Pick<ToolboxOptions, "resultLimits" | "maxResultChars">,
): ResultCutter {
  const limitOf = (name: string, tool: Tool | undefined) =>
    limitFor(name, resultLimits, tool?.maxResultChars ?? maxResultChars)
  return {
    limitOf,
    cut(result, { name, call }) {
      const { byName } = registry()
      const advice = byName.has(READ_RESULT) ? adviceFor(call) : undefined
      const tool = byName.get(name)?.tool
      return truncate(name, result, {
        limit: limitOf(name, tool),
        at: tool?.cutAt ?? "end",
        ...(advice && { advice }),
      })
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
