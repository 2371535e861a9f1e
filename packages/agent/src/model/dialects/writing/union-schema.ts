// The JSON Schema of "FinalResponse or one of the tools". The union is nested in an object, because OpenAI's endpoint
// accepts none at the root. The discriminator is the first property of every branch, because the endpoint expects it
// there.
import { isObject } from "../../../base/is-object.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import type { FitTool, ToolDefinition } from "../../../contracts/model.ts"
import { DECISION, FINAL } from "../reading/decision.ts"
import { type Draft, isList, put } from "../reading/json-object.ts"

export interface UnionOptions {
  /** Adapts a tool's schema to the provider. Fitted schemas contain no references. */
  readonly fit?: FitTool
  /** The schema of the final answer. Default: text. */
  readonly answer?: JsonObject
}

export function unionSchema(tools: readonly ToolDefinition[], { fit, answer = TEXT }: UnionOptions = {}): JsonObject {
  const { $defs: own, definitions: older, ...final } = answer
  const definitions: Draft = {}
  for (const group of [own, older]) if (isObject(group)) Object.assign(definitions, atRoot(group))
  const branches = tools.map((tool) => {
    const { description, inputSchema } = fit?.(tool) ?? { ...tool, inputSchema: hoisted(tool, definitions) }
    return branch(tool.name, { arguments: inputSchema }, description)
  })
  const last = branch(FINAL, { answer: atRoot(final) }, "The answer for the user.")
  return {
    ...object({ [DECISION]: { anyOf: [last, ...branches] } }),
    ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
  }
}

const TEXT: JsonObject = { type: "string" }

/** References in the final answer's schema, as they are from the root of the union. */
function atRoot(schema: JsonObject): JsonObject {
  const inside = (value: Json): Json => {
    if (isList(value)) return value.map(inside)
    if (!isObject(value)) return value
    const copy: Draft = {}
    for (const [key, each] of Object.entries(value)) put(copy, key, key === "$ref" ? reference(each) : inside(each))
    return copy
  }
  return inside(schema) as JsonObject // What was an object still is one.
}

function reference(given: Json): Json {
  if (given === "#") return ANSWER_PLACE
  return typeof given === "string" ? given.replace(/^#\/definitions\//, "#/$defs/") : given
}

const ANSWER_PLACE = `#/properties/${DECISION}/anyOf/0/properties/answer`

function branch(type: string, rest: JsonObject, description: string): JsonObject {
  return {
    ...(description.trim() !== "" && { description }),
    ...object({ type: { type: "string", const: type }, thought: { type: "string" }, ...rest }),
  }
}

function object(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false }
}

/** Moves a tool's definitions to the root under unique names, and rewrites its references to match. */
function hoisted({ name, inputSchema }: ToolDefinition, definitions: Draft): JsonObject {
  const { $schema: _dialect, $id: _id, $defs, definitions: older, ...schema } = inputSchema
  const prefix = name.replace(/[^\w-]/g, "_")
  const move = (value: Json): Json => moved(value, prefix)
  for (const group of [$defs, older]) {
    if (!isObject(group)) continue
    for (const [key, value] of Object.entries(group)) put(definitions, `${prefix}__${key}`, move(value))
  }
  const own = move({ type: "object", properties: {}, ...schema })
  return isObject(own) ? own : {}
}

function moved(value: Json, prefix: string): Json {
  if (isList(value)) return value.map((each) => moved(each, prefix))
  if (!isObject(value)) return value
  const copy: Draft = {}
  for (const [key, each] of Object.entries(value)) {
    const reference =
      key === "$ref" && typeof each === "string" ? /^#\/(?:\$defs|definitions)\/(.+)$/.exec(each)?.[1] : undefined
    put(copy, key, reference === undefined ? moved(each, prefix) : `#/$defs/${prefix}__${reference}`)
  }
  return copy
}
