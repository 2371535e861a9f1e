// Checks JSON values against JSON Schemas. ajv validates; this file words the problems. ajv takes longer to load than
// the rest of the library, so it is loaded when the first schema is compiled.
import type { Ajv, ErrorObject, ValidateFunction } from "ajv"
import { messageOf, PawlError } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import { ajv2020Package, ajvPackage } from "../outside/packages.ts"
import { addManyChoices, MANY_CHOICES, withManyChoices } from "./many-choices.ts"
import { carefulRegExp, withoutSlowNames } from "./safe-pattern.ts"

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
  const validate = compiled.get(schema) ?? compile(schema)
  compiled.set(schema, validate)
  return (value) => {
    try {
      return validate(value) ? [] : describe(validate.errors ?? [], root)
    } catch (error) {
      // The schema refers to itself endlessly, or its recursion is too deep for this value.
      return isLenient ? [] : [`${root}: cannot be checked (${messageOf(error)})`]
    }
  }
}

/** Compiling takes a thousand times longer than checking, and a tool's schema is needed more than once. */
const compiled = new WeakMap<JsonObject, ValidateFunction>()

function compile(schema: JsonObject): ValidateFunction {
  // The validator may not know the dialect, or may know the id already; references inside a schema need neither.
  const { $schema: _dialect, $id: _id, ...plain } = schema
  try {
    const validator = validatorFor(plain)
    const written = JSON.stringify(plain)
    const named = NAMED.test(written) ? withoutSlowNames(plain) : plain
    const checked = written.includes('"enum":') ? withManyChoices(named) : named
    const validate = validator.compile(checked as JsonObject) // What was an object still is one.
    // The validator would keep the schema for the life of the process, although lists of tools come and go.
    validator.removeSchema(checked as JsonObject)
    return validate
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

let common: Ajv | undefined
let newer: Ajv | undefined

// `strict: false`: schemas come from many authors, and an unknown keyword is no reason to refuse one.
// `regExp`: their patterns are untrusted, and one that never ends would stop all sessions of this process.
const OPTIONS = {
  allErrors: true,
  strict: false,
  logger: false,
  verbose: true,
  code: { regExp: carefulRegExp },
} as const

/** The newer dialect takes twice as long to load and treats lists differently: only schemas that need it get it. */
function validatorFor(schema: JsonObject): Ajv {
  if (NEWER.test(JSON.stringify(schema))) {
    const { Ajv2020 } = ajv2020Package()
    newer ??= addManyChoices(new Ajv2020(OPTIONS) as unknown as Ajv) // The same interface, another dialect.
    return newer
  }
  const { Ajv: Validator } = ajvPackage()
  common ??= addManyChoices(new Validator(OPTIONS))
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
