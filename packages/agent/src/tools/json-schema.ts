// Checks JSON values against JSON Schemas: plain schemas by a light check, all others by ajv. This file words the problems.
import { messageOf, PawlError } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import { ajvCheck, isNewer, type SchemaCheck, type SchemaProblem } from "./ajv-check.ts"
import { MANY_CHOICES } from "./many-choices.ts"
import { plainCheck } from "./plain-check.ts"
import { isPlain } from "./plain-schema.ts"

/** How problems are worded. */
export interface SchemaCheckerOptions {
  /** What a problem calls the whole value; a value inside is named by its path. */
  readonly root?: string
  /** A value that the schema makes impossible to check passes; the schema's owner checks it. */
  readonly isLenient?: boolean
}

/** The problems, each with its place and what is expected there; empty when the value fits. */
export type SchemaChecker = (value: unknown) => readonly string[]

/**
 * Checks values against a JSON Schema. Throws `config-invalid` if the schema is not valid, or refers to a schema that it
 * does not contain.
 *
 * @example
 * ```ts
 * import { schemaChecker } from "@pawl/agent"
 *
 * const problems = schemaChecker({ type: "object", required: ["order"] })({})
 * console.log(problems)
 * ```
 */
export function schemaChecker(schema: JsonObject, options: SchemaCheckerOptions = {}): SchemaChecker {
  const { root = "the value", isLenient = false } = options
  const problemsOf = compiled.get(schema) ?? compile(schema)
  compiled.set(schema, problemsOf)
  return (value) => {
    try {
      const problems = problemsOf(value)
      if (problems.length === 0) return []
      return problems.map((problem) => `${placeOf(problem.instancePath, root)}: ${wantedBy(problem)}`)
    } catch (error) {
      // The schema refers to itself endlessly, or its recursion is too deep for this value.
      return isLenient ? [] : [`${root}: cannot be checked (${messageOf(error)})`]
    }
  }
}

/** Compiling takes a thousand times longer than checking, and a tool's schema is needed more than once. */
const compiled = new WeakMap<JsonObject, SchemaCheck>()

function compile(schema: JsonObject): SchemaCheck {
  // The validator may not know the dialect, or may know the id already; references inside a schema need neither.
  const { $schema: _dialect, $id: _id, ...bare } = schema
  try {
    return !isNewer(JSON.stringify(bare)) && isPlain(bare) ? plainCheck(bare) : ajvCheck(bare)
  } catch (error) {
    throw new PawlError("config-invalid", `It is not a JSON Schema that can be checked: ${reasonIn(error)}.`, {
      cause: error,
    })
  }
}

/** The first of the meta-schema's complaints. */
function reasonIn(error: unknown): string {
  const message = messageOf(error)
  if (!message.startsWith("schema is invalid: ")) return message
  const [first = message] = message.replace("schema is invalid: ", "").split(", ")
  return first
    .replace(/^data\/?/, "")
    .replaceAll("/", ".")
    .trim()
}

function placeOf(pointer: string, root: string): string {
  if (pointer === "") return root
  return pointer.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~")
}

/** ajv's own words, with the names and values it leaves out. */
function wantedBy({ keyword, params, message = "is not valid", data, schema }: SchemaProblem): string {
  switch (keyword) {
    case "type":
      return `${message}, and is ${kindOf(data)}`
    case "enum":
      return choices(params.allowedValues as readonly unknown[])
    case MANY_CHOICES:
      return choices(schema as readonly unknown[])
    case "const":
      return `must be ${shown(params.allowedValue)}`
    case "additionalProperties":
      return `must not have the additional property "${params.additionalProperty}"`
    case "unevaluatedProperties":
      return `must not have the additional property "${params.unevaluatedProperty}"`
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return `${message}, and is ${shown(data)}`
    default:
      return message
  }
}

const MAX_SHOWN = 100

/** A model that is shown thousands of choices reads none of them. */
function choices(values: readonly unknown[]): string {
  const more = values.length > MAX_SHOWN ? `, or one of ${values.length - MAX_SHOWN} more` : ""
  return `must be one of ${values.slice(0, MAX_SHOWN).map(shown).join(", ")}${more}`
}

function kindOf(value: unknown): string {
  if (value === null) return "null"
  return Array.isArray(value) ? "array" : typeof value
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? String(value)
}
