// Input schemas: JSON Schema checked by ajv, or a Standard Schema that checks itself and describes itself to the model.
import { goOn, returned, type Soon } from "../base/at-hand.ts"
import { messageOf, PawlError } from "../contracts/error.ts"
import { copyJson, type JsonObject } from "../contracts/json.ts"
import { describeSchema } from "./describe-schema.ts"
import type { InferArguments } from "./infer-json-schema.ts"
import { type SchemaChecker, schemaChecker } from "./json-schema.ts"
import { noSchema } from "./no-schema.ts"

/** What a tool accepts as the schema of its input. */
export type InputSchema = JsonObject | StandardSchema

/** https://standardschema.dev, with its JSON Schema extension. */
export interface StandardSchema<Output = unknown> {
  /** What the standard defines: validation, types, and JSON Schema. */
  readonly "~standard": {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined
    readonly jsonSchema?: { readonly input: (options: { readonly target: string }) => Record<string, unknown> }
  }
}

/** What a Standard Schema says about a value. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] }

/** What a tool gets: the output of its Standard Schema, or what its JSON Schema allows. */
export type InferInput<Schema> = Schema extends StandardSchema<infer Output> ? Output : InferArguments<Schema>

export type Checked = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problems: string }

export interface CompiledSchema {
  readonly jsonSchema: JsonObject
  /**
   * What can be checked at once is: only a Standard Schema may take its time. A copy is checked: when a tool changes its
   * input, the arguments in the log must stay the same.
   */
  readonly check: (value: JsonObject) => Soon<Checked>
}

/** `late`: compile at the first check. An invalid schema is then refused at that check instead of now. */
export function compileSchema(toolName: string, schema: InputSchema, { late = false } = {}): CompiledSchema {
  return isStandard(schema) ? compileStandard(toolName, schema) : compileJsonSchema(toolName, schema, late)
}

export function isStandard(schema: InputSchema): schema is StandardSchema {
  // Some Standard Schemas are functions. Plain JavaScript may pass anything.
  return schema !== null && ["object", "function"].includes(typeof schema) && "~standard" in schema
}

function compileStandard(toolName: string, schema: StandardSchema): CompiledSchema {
  const standard = schema["~standard"]
  return {
    jsonSchema: describeSchema(`the input schema of tool "${toolName}"`, schema),
    check: (given) => goOn(returned(standard.validate(copyJson(given))), checkedBy),
  }
}

function checkedBy(result: StandardResult<unknown>): Checked {
  if (result.issues === undefined) return { ok: true, value: result.value }
  return { ok: false, problems: problemsIn(result.issues, "input").join("; ") }
}

type Issues = NonNullable<StandardResult<unknown>["issues"]>

/** `root`: what a problem calls the whole value. */
export function problemsIn(issues: Issues, root: string): readonly string[] {
  return issues.map(({ message, path }) => `${pathOf(path, root)}: ${message}`)
}

function pathOf(path: readonly unknown[] | undefined, root: string): string {
  const keys = (path ?? []).map((each) =>
    typeof each === "object" && each !== null && "key" in each ? each.key : each,
  )
  return keys.length === 0 ? root : keys.join(".")
}

function compileJsonSchema(toolName: string, schema: JsonObject, late: boolean): CompiledSchema {
  const problem = noSchema("input", schema)
  if (problem !== undefined)
    throw new PawlError("config-invalid", `The input of tool "${toolName}" is no schema. ${problem}`)
  const jsonSchema: JsonObject = schema.type === undefined ? { type: "object", properties: {}, ...schema } : schema
  let problemsOf: SchemaChecker | undefined = late ? undefined : checkerFor(toolName, jsonSchema)
  return {
    jsonSchema,
    check(given) {
      problemsOf ??= checkerFor(toolName, jsonSchema)
      const value = copyJson(given)
      const problems = problemsOf(value)
      return problems.length === 0 ? { ok: true, value } : { ok: false, problems: problems.join("; ") }
    },
  }
}

function checkerFor(toolName: string, jsonSchema: JsonObject): SchemaChecker {
  try {
    return schemaChecker(jsonSchema, { root: "input" })
  } catch (error) {
    const message = `The input schema of tool "${toolName}" is not valid. ${messageOf(error)}`
    throw new PawlError("config-invalid", message, { cause: error })
  }
}
