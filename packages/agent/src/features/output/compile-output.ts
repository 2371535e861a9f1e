// Output schemas: what a model is told and the log stores is JSON Schema; the check of a Standard Schema stays in the
// process that asked.
import { messageOf, PawlError } from "../../contracts/error.ts"
import { copyJson, type Json, type JsonObject } from "../../contracts/json.ts"
import type { TurnOutput } from "../../contracts/turn-output.ts"
import { describeSchema } from "../../tools/describe-schema.ts"
import type { InferJson } from "../../tools/infer-json-schema.ts"
import { isStandard, problemsIn, type StandardSchema } from "../../tools/input-schema.ts"
import { schemaChecker } from "../../tools/json-schema.ts"
import { noSchema } from "../../tools/no-schema.ts"
import { endlessPatternIn } from "../../tools/safe-pattern.ts"

/** JSON Schema of any type, or any Standard Schema that can describe itself as JSON Schema (zod 4, valibot, arktype). */
export type OutputSchema = JsonObject | StandardSchema

/** The type of a typed answer: the output of its Standard Schema, or what its JSON Schema allows. */
export type InferOutput<Schema> = Schema extends StandardSchema<infer Output> ? Output : InferJson<Schema>

/** What a check made of an answer: its value, or what it objects to. */
export type CheckedOutput =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly string[] }

export interface CompiledOutput {
  /** The durable part. */
  readonly output: TurnOutput
  /** Checks and transforms what the model gave. It gets only what fits the JSON Schema. */
  readonly check: (value: Json) => Promise<CheckedOutput>
}

export function compileOutput(schema: OutputSchema): CompiledOutput {
  const problem = isStandard(schema) ? undefined : noSchema("output", schema)
  if (problem !== undefined) throw invalid(problem)
  if (!isStandard(schema)) {
    const own = checkable(schema)
    const endless = endlessPatternIn(own)
    if (endless !== undefined) throw invalid(endlessWords(endless))
    return { output: { schema: own }, check: async (value) => checkedBy(own, value) }
  }
  const described = describeSchema("the output schema", schema)
  return {
    output: { schema: checkable(described), refined: true },
    async check(value) {
      const result = await schema["~standard"].validate(copyJson(value))
      return result.issues === undefined
        ? { ok: true, value: result.value }
        : { ok: false, problems: problemsIn(result.issues, "the answer") }
    },
  }
}

/** The turn was checked with its own schema, which is another one where a command's id was used before. */
function checkedBy(schema: JsonObject, value: Json): CheckedOutput {
  const problems = schemaChecker(schema, { root: "the answer" })(value)
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems }
}

/** A copy without the dialect's name: it is stored, sent and compared. */
function checkable(schema: JsonObject): JsonObject {
  const { $schema: _dialect, ...plain } = JSON.parse(JSON.stringify(schema)) as JsonObject
  try {
    schemaChecker(plain)
  } catch (error) {
    throw invalid(messageOf(error))
  }
  return plain
}

/** The answer would count as checked, and would not be. */
function endlessWords(pattern: string): string {
  return `The pattern ${JSON.stringify(pattern)} could take forever to check. Write it without a repetition within a repetition.`
}

function invalid(why: string): PawlError {
  return new PawlError("input-invalid", `The option "output" is no schema. ${why} Nothing was sent.`)
}
