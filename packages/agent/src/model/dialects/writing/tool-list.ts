// Writes the list of tools for a prompt.
import { isObject } from "../../../base/is-object.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import type { ToolDefinition } from "../../../contracts/model.ts"
import { type Draft, isList, put } from "../reading/json-object.ts"
import { itemsOf, kindsOf, propertyNames, propertyOf, type Typed, typed } from "../reading/schema.ts"

/** `name`: the tool's name as the dialect writes it; `example`: one call. */
export function toolList(
  tools: readonly ToolDefinition[],
  name: (tool: ToolDefinition) => string,
  example?: (tool: ToolDefinition) => string,
): string {
  const listed = tools.map((tool) => {
    const { $schema: _dialect, ...schema } = tool.inputSchema
    const lines = [`## ${name(tool)}`, tool.description, `Parameters (JSON Schema): ${JSON.stringify(schema)}`]
    return [...lines, ...(example === undefined ? [] : [`Example:\n${example(tool)}`])]
      .filter((line) => line !== "")
      .join("\n")
  })
  return listed.join("\n\n")
}

const LOOKS =
  /(?:^|[._-])(?:read|list|get|search|find|look|lookup|show|view|fetch|query|stat|grep|glob|describe|count|check)(?:$|[._-]|(?=[A-Z]))/
const CHANGES =
  /(?:^|[._-])(?:delete|remove|move|rename|write|edit|create|update|set|put|post|send|run|exec|execute|kill|drop|replace)(?:$|[._-]|(?=[A-Z]))/

/** Chooses the tool for the example call. Weak models copy the example, so it should be a tool that only reads. */
export function exampleTool(tools: readonly ToolDefinition[]): ToolDefinition | undefined {
  const changesNothing = ({ name }: ToolDefinition) => !CHANGES.test(name)
  return tools.find((tool) => LOOKS.test(tool.name) && changesNothing(tool)) ?? tools.find(changesNothing) ?? tools[0]
}

/** Example arguments that fit the schema: the required ones, or the first one. */
export function exampleArguments({ inputSchema }: ToolDefinition): JsonObject {
  const value = exampleOf(typed(inputSchema), 3)
  return isObject(value) ? value : {}
}

function exampleOf(type: Typed | undefined, deepest: number): Json {
  const kinds = kindsOf(type)
  const { enum: allowed, const: fixed, examples, default: preset } = type?.schema ?? {}
  for (const list of [allowed, examples]) if (isList(list) && list[0] !== undefined) return list[0]
  if (fixed !== undefined) return fixed
  if (preset !== undefined && preset !== null) return preset
  if (kinds.has("object")) return deepest === 0 ? {} : exampleObject(type, deepest)
  if (kinds.has("array")) return deepest === 0 ? [] : [exampleOf(itemsOf(type), deepest - 1)]
  if (kinds.has("string") || kinds.size === 0) return "text"
  if (kinds.has("boolean")) return true
  return kinds.has("null") && kinds.size === 1 ? null : 1
}

function exampleObject(type: Typed | undefined, deepest: number): JsonObject {
  const names = propertyNames(type)
  const { required } = type?.schema ?? {}
  const wanted =
    isList(required) && required.length > 0 ? names.filter((name) => required.includes(name)) : names.slice(0, 1)
  const object: Draft = {}
  for (const name of wanted) put(object, name, exampleOf(propertyOf(type, name), deepest - 1))
  return object
}
