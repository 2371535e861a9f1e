// Helpers to define built-in tools, whose input type is stated beside their JSON Schema.
import type { EffectClass } from "../contracts/fact.ts"
import type { JsonObject } from "../contracts/json.ts"
import { type Tool, type ToolContext, type ToolFailure, type ToolOutput, tool } from "./tool.ts"

export interface TypedTool<Input>
  extends Pick<
    Tool,
    "name" | "description" | "risk" | "contents" | "timeoutMs" | "maxResultChars" | "cutAt" | "delegates"
  > {
  readonly input: JsonObject
  readonly effect?: EffectClass | ((input: Input) => EffectClass)
  readonly approval?: boolean | ((input: Input) => boolean)
  readonly refuses?: (input: Input) => ToolFailure | undefined
  readonly touches?: (input: Input) => readonly string[]
  readonly changes?: (input: Input) => readonly string[]
  readonly leaves?: (input: Input) => Readonly<Record<string, string | Uint8Array | null>>
  readonly preview?: (input: Input) => string | Promise<string>
  readonly run: (input: Input, context: ToolContext) => Promise<ToolOutput> | ToolOutput
}

export function typedTool<Input>(definition: TypedTool<Input>): Tool {
  // The toolbox checks the arguments against `input` before it calls `preview` and `run`. It calls `touches` earlier, and
  // catches what that throws.
  return tool(checked(definition) as unknown as Tool)
}

/** Applies `refuses` in `run` as well, so that it holds for every caller of `run`. */
function checked<Input>(definition: TypedTool<Input>): TypedTool<Input> {
  const { refuses, run } = definition
  if (refuses === undefined) return definition
  return {
    ...definition,
    run: (input, context) => {
      const refusal = refuses(input)
      if (refusal !== undefined) throw refusal
      return run(input, context)
    },
  }
}

/** Every tool that changes files touches this. A command may write anywhere, so it must keep its order among them. */
export const ANYTHING = "*workspace"

/** A JSON Schema of an object; `?` at the end of a name makes it optional. */
export function objectSchema(properties: Readonly<Record<string, JsonObject>>): JsonObject {
  const names = Object.keys(properties)
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name.replace("?", ""), properties[name] ?? {}])),
    required: names.filter((name) => !name.endsWith("?")),
    additionalProperties: false,
  }
}

export const PATH_SCHEMA: JsonObject = {
  type: "string",
  minLength: 1,
  description: "Path relative to the workspace folder.",
}
