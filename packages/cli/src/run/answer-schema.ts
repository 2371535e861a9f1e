// `--json-schema`: the instructions for the model, and the check whether its last text is JSON of that schema.
import { existsSync, readFileSync } from "node:fs"
import type { JsonObject, SchemaChecker } from "@pawl/agent"
import { badInput } from "../failure.ts"
import { fromHere } from "../world.ts"

export interface AnswerSchema {
  readonly instructions: string
  read(text: string): { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly problems: string }
}

/** `given`: a file, or the schema itself. */
export async function answerSchema(given: string): Promise<AnswerSchema> {
  const schema = parseSchema(given)
  const problemsOf = await checkerFor(schema)
  return {
    instructions: `\n\nAnswer with JSON only, without any other text, that fits this JSON Schema:\n${JSON.stringify(schema)}`,
    read(text) {
      const data = parseJson(text)
      if (data === undefined) return { ok: false, problems: "it is not JSON" }
      const problems = problemsOf(data)
      return problems.length === 0 ? { ok: true, data } : { ok: false, problems: problems.slice(0, 20).join("; ") }
    },
  }
}

export function askAgain(problems: string): string {
  return `Your answer does not fit the JSON Schema: ${problems}. Answer again with the corrected JSON only, without any other text.`
}

function parseSchema(given: string): JsonObject {
  const isInline = given.trimStart().startsWith("{")
  if (!isInline && !existsSync(fromHere(given))) {
    throw badInput(
      `There is no file "${given}" for --json-schema. Give a file or the schema itself, beginning with "{".`,
    )
  }
  const schema = parseJson(isInline ? given : readText(given))
  if (typeof schema === "object" && schema !== null && !Array.isArray(schema)) return schema as JsonObject // Parsed from JSON.
  throw badInput("The value of --json-schema is not a JSON object. Give a JSON Schema, or a file that holds one.")
}

function readText(path: string): string {
  try {
    return readFileSync(fromHere(path), "utf8")
  } catch (error) {
    const why = error instanceof Error && "code" in error ? error.code : error
    throw badInput(`The file "${path}" for --json-schema cannot be read (${why}). Give a file with a JSON Schema.`)
  }
}

async function checkerFor(schema: JsonObject): Promise<SchemaChecker> {
  const { schemaChecker } = await import("@pawl/agent")
  try {
    return schemaChecker(schema, { root: "the answer" })
  } catch (error) {
    const why =
      error instanceof Error ? error.message.replace(/^It is/, "The value of --json-schema is") : String(error)
    throw badInput(`${why} Correct the schema.`)
  }
}

/** Models often put JSON into a code fence: use the text inside. */
function parseJson(text: string): unknown {
  const inside = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text
  try {
    return JSON.parse(inside)
  } catch {
    return undefined
  }
}
