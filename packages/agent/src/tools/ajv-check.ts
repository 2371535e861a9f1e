// Checks values with ajv, for schemas that are not plain. ajv takes longer to load than the rest of the library, so it is
// loaded when the first such schema is compiled.
import type { Ajv, ErrorObject } from "ajv"
import type { JsonObject } from "../contracts/json.ts"
import { ajv2020Package, ajvPackage } from "../outside/packages.ts"
import { addManyChoices, withManyChoices } from "./many-choices.ts"
import { carefulRegExp, withoutSlowNames } from "./safe-pattern.ts"

/** What does not fit, as ajv describes it. */
export type SchemaProblem = Pick<ErrorObject, "keyword" | "instancePath" | "params" | "message" | "data" | "schema">

export type SchemaCheck = (value: unknown) => readonly SchemaProblem[]

/** Throws if the schema is not valid, or refers to a schema that it does not contain. */
export function ajvCheck(schema: JsonObject): SchemaCheck {
  const written = JSON.stringify(schema)
  const validator = isNewer(written) ? newerValidator() : commonValidator()
  const named = NAMED.test(written) ? withoutSlowNames(schema) : schema
  const checked = written.includes('"enum":') ? withManyChoices(named) : named
  const validate = validator.compile(checked as JsonObject) // What was an object still is one.
  // The validator would keep the schema for the life of the process, although lists of tools come and go.
  validator.removeSchema(checked as JsonObject)
  return (value) => (validate(value) ? [] : (validate.errors ?? []))
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

function commonValidator(): Ajv {
  const { Ajv: Validator } = ajvPackage()
  common ??= addManyChoices(new Validator(OPTIONS))
  return common
}

/** The newer dialect takes twice as long to load and treats lists differently: only schemas that need it get it. */
function newerValidator(): Ajv {
  const { Ajv2020 } = ajv2020Package()
  newer ??= addManyChoices(new Ajv2020(OPTIONS) as unknown as Ajv) // The same interface, another dialect.
  return newer
}

const NEWER =
  /"(prefixItems|dependentRequired|dependentSchemas|unevaluatedItems|unevaluatedProperties|minContains|maxContains|\$dynamicRef)":/

/** Whether the schema, written as JSON, is checked by the rules of the newer dialect. */
export function isNewer(written: string): boolean {
  return NEWER.test(written)
}

const NAMED = /"patternProperties":/
