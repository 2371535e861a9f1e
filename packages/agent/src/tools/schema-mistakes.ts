// A quick check of an input schema without compiling it: thousands are checked in the time that one takes to compile.
// It finds common mistakes; the rest is found when the tool is first called.
import { isObject } from "../base/is-object.ts"
import type { Json, JsonObject } from "../contracts/json.ts"

const TYPES: ReadonlySet<unknown> = new Set(["object", "array", "string", "number", "integer", "boolean", "null"])
const MAX_DEPTH = 8

/** What is wrong with the schema, as a sentence. */
export function schemaMistake(schema: unknown): string | undefined {
  if (!isObject(schema)) return `It must be an object, and is ${kindOf(schema)}.`
  const { type = "object" } = schema
  // A list of types is checked below: "object" may be one of them.
  if (typeof type === "string" && TYPES.has(type) && type !== "object")
    return `A tool is called with an object: type must be "object", and is "${type}".`
  return mistakeWithin(schema, "", 0)
}

function mistakeWithin(schema: JsonObject, path: string, depth: number): string | undefined {
  const { type, properties, required, items } = schema
  const types = Array.isArray(type) ? type : [type]
  const odd = type === undefined ? undefined : types.find((each) => !TYPES.has(each))
  if (odd !== undefined) return `${path}type must be one of ${[...TYPES].join(", ")}, and is ${JSON.stringify(odd)}.`
  if (properties !== undefined && !isObject(properties))
    return `${path}properties must be an object, and is ${kindOf(properties)}.`
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === "string")))
    return `${path}required must be an array of names.`
  if (depth >= MAX_DEPTH) return undefined
  for (const [name, each] of Object.entries(properties ?? {})) {
    const problem = mistakeInPart(each, `${path}properties.${name}`, depth)
    if (problem !== undefined) return problem
  }
  return isObject(items) ? mistakeWithin(items, `${path}items.`, depth + 1) : undefined
}

/** `true` and `false` are schemas, too. */
function mistakeInPart(part: Json, path: string, depth: number): string | undefined {
  if (typeof part === "boolean") return undefined
  if (!isObject(part)) return `${path} must be a schema, and is ${kindOf(part)}.`
  return mistakeWithin(part, `${path}.`, depth + 1)
}

function kindOf(value: unknown): string {
  if (value === undefined) return "missing"
  if (value === null) return "null"
  return Array.isArray(value) ? "an array" : `a ${typeof value}`
}
