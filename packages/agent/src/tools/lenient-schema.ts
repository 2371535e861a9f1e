// The input schema of a tool from an MCP server: shown to the model unchanged, and compiled when the tool is first
// called. Where it cannot be checked here, the server checks the call.
import type { JsonObject } from "../contracts/json.ts"
import type { StandardSchema } from "./input-schema.ts"
import { type SchemaChecker, schemaChecker } from "./json-schema.ts"
import { MAX_COMPILED, sizeOf } from "./schema-size.ts"

export function lenientSchema(schema: JsonObject): StandardSchema {
  let problemsOf: SchemaChecker | undefined
  return {
    "~standard": {
      version: 1,
      vendor: "pawl",
      jsonSchema: { input: () => schema },
      validate(value) {
        problemsOf ??= checkerFor(schema)
        const problems = problemsOf(value)
        return problems.length === 0 ? { value } : { issues: problems.map(toIssue) }
      },
    },
  }
}

/** Whether arguments are checked against it before the call is made. */
export function isChecked(schema: JsonObject): boolean {
  return sizeOf(schema).objects <= MAX_COMPILED
}

function checkerFor(schema: JsonObject): SchemaChecker {
  if (!isChecked(schema)) return () => []
  try {
    return schemaChecker(schema, { root: "input", isLenient: true })
  } catch {
    // The schema is invalid, or refers to something it does not contain: its server reports what is wrong with a call.
    return () => []
  }
}

/** A problem begins with its place. */
function toIssue(problem: string): { readonly message: string; readonly path: readonly string[] } {
  const colon = problem.indexOf(": ")
  return { path: [problem.slice(0, colon)], message: problem.slice(colon + 2) }
}
