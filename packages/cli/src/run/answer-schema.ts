// `--json-schema`: what the model is told, and whether its last text is JSON that fits.
import { existsSync, readFileSync } from "node:fs"
import { badInput } from "../failure.ts"
import { problemsOf, type Schema, unsupportedIn } from "../json-schema.ts"

export interface AnswerSchema {
  readonly instructions: string
  read(text: string): { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly problems: string }
}

/** A file, or the schema itself. */
export function answerSchema(given: string): AnswerSchema {
  const schema = parseSchema(given)
  return {
    instructions: `\n\nAnswer with JSON only, without any other text, that fits this JSON Schema:\n${JSON.stringify(schema)}`,
    read(text) {
      const data = parseJson(text)
      if (data === undefined) return { ok: false, problems: "it is not JSON" }
      const problems = problemsOf(data, schema)
      return problems.length === 0 ? { ok: true, data } : { ok: false, problems: problems.slice(0, 20).join("; ") }
    },
  }
}

export function askAgain(problems: string): string {
  return `Your answer does not fit the JSON Schema: ${problems}. Answer again with the corrected JSON only, without any other text.`
}

function parseSchema(given: string): Schema {
  const isInline = given.trimStart().startsWith("{")
  if (!isInline && !existsSync(given)) {
    throw badInput(
      `There is no file "${given}" for --json-schema. Give a file or the schema itself, beginning with "{".`,
    )
  }
  const schema = parseJson(isInline ? given : readFileSync(given, "utf8"))
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    throw badInput("The value of --json-schema is not a JSON object. Give a JSON Schema, or a file that holds one.")
  }
  const unsupported = unsupportedIn(schema)
  if (unsupported.length === 0) return schema as Schema // An object, as was just checked.
  throw badInput(
    `The JSON Schema uses ${unsupported.join(", ")}, which Pawl does not check. Leave it out, or check the answer yourself.`,
  )
}

/** Models like to put JSON into a fence; what is inside is what was asked for. */
function parseJson(text: string): unknown {
  const inside = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text
  try {
    return JSON.parse(inside)
  } catch {
    return undefined
  }
}
