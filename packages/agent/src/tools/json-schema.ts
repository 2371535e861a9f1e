// Does a JSON value fit a JSON Schema? ajv decides; this says it in words. ajv takes longer to load than the rest of the
// library, so it is loaded when the first schema is compiled.
import { createRequire } from "node:module"
import type { Ajv, ErrorObject, ValidateFunction } from "ajv"
import { messageOf, PawlError } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import { knowsManyChoices, MANY_CHOICES, withManyChoices } from "./many-choices.ts"
import { carefulRegExp, withoutSlowNames } from "./safe-pattern.ts"

/** How problems are worded. */
export interface SchemaCheckerOptions {
  /** What the whole value is called in a problem; what is inside goes by its path. */
  readonly root?: string
  /** What the schema itself makes impossible to check is left to somebody else. */
  readonly isLenient?: boolean
}

/** What does not fit, each with its place and what is wanted; empty when everything does. */
export type SchemaChecker = (value: unknown) => readonly string[]

/**
 * Checks values against a JSON Schema. Throws `config-invalid` for what is no JSON Schema, or refers to one that is not
 * in it.
 *
 * @example
 * ```ts
 * import { schemaChecker } from "@pawl/agent"
 *
 * const problems = schemaChecker({ type: "object", required: ["order"] })({})
 * console.log(problems)
 * ```
 */
export function schemaChecker(
  schema: JsonObject,
  { root = "the value", isLenient = false }: SchemaCheckerOptions = {},
): SchemaChecker {
  const validate = compiled.get(schema) ?? compile(schema)
  compiled.set(schema, validate)
  return (value) => {
    try {
      return validate(value) ? [] : describe(validate.errors ?? [], root)
    } catch (error) {
      // A schema that refers to itself without an end, or to what only a deep value reaches.
      return isLenient ? [] : [`${root}: cannot be checked (${messageOf(error)})`]
    }
  }
}

/** Compiling takes a thousand times longer than checking, and a tool's schema is asked for more than once. */
const compiled = new WeakMap<JsonObject, ValidateFunction>()

function compile(schema: JsonObject): ValidateFunction {
  // Names that our validator may not know or has met before; references inside a schema do not need them.
  const { $schema: _dialect, $id: _id, ...plain } = schema
  try {
    const validator = validatorFor(plain)
    const written = JSON.stringify(plain)
    const named = NAMED.test(written) ? withoutSlowNames(plain) : plain
    const checked = written.includes('"enum":') ? withManyChoices(named) : named
    const validate = validator.compile(checked as JsonObject) // What was an object still is one.
    // It would be kept for ever otherwise, and lists of tools come and go.
    validator.removeSchema(checked as JsonObject)
    return validate
  } catch (error) {
    throw new PawlError("config-invalid", `It is not a JSON Schema that can be checked: ${reasonIn(error)}.`, {
      cause: error,
    })
  }
}

/** Of all that its own schema has against it, the first. */
function reasonIn(error: unknown): string {
  const message = messageOf(error)
  if (!message.startsWith("schema is invalid: ")) return message
  const [first = message] = message.replace("schema is invalid: ", "").split(", ")
  return first
    .replace(/^data\/?/, "")
    .replaceAll("/", ".")
    .trim()
}

const load = createRequire(import.meta.url)
let common: Ajv | undefined
let newer: Ajv | undefined

// `strict: false`: schemas come from many hands, and an unknown keyword is no reason to refuse one.
// Patterns come with them, and one that takes for ever would stop all sessions of this process.
const OPTIONS = {
  allErrors: true,
  strict: false,
  logger: false,
  verbose: true,
  code: { regExp: carefulRegExp },
} as const

/** The newer dialect takes twice as long to load and reads lists in another way: it is for schemas that need it. */
function validatorFor(schema: JsonObject): Ajv {
  if (NEWER.test(JSON.stringify(schema))) {
    const { Ajv2020 } = load("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js")
    newer ??= knowsManyChoices(new Ajv2020(OPTIONS) as unknown as Ajv) // Another dialect of the same.
    return newer
  }
  const { Ajv: Validator } = load("ajv") as typeof import("ajv")
  common ??= knowsManyChoices(new Validator(OPTIONS))
  return common
}

const NEWER =
  /"(prefixItems|dependentRequired|dependentSchemas|unevaluatedItems|unevaluatedProperties|minContains|maxContains|\$dynamicRef)":/

const NAMED = /"patternProperties":/

function describe(errors: readonly ErrorObject[], root: string): readonly string[] {
  return errors.map((error) => `${placeOf(error.instancePath, root)}: ${wantedBy(error)}`)
}

function placeOf(pointer: string, root: string): string {
  if (pointer === "") return root
  return pointer.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~")
}

/** ajv's own words, with the names and values it leaves out. */
function wantedBy({ keyword, params, message = "is not valid", data, schema }: ErrorObject): string {
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

/** A model that is told of thousands reads none of them. */
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
