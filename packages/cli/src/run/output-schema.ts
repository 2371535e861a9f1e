// `--output-schema`: the JSON Schema that the answer has to fit, from a file or from the command line.
import { existsSync, readFileSync } from "node:fs"
import type { JsonObject } from "@pawl/agent"
import { badInput } from "../failure.ts"
import { fromHere } from "../world.ts"

/** `given`: a file, or the schema itself. */
export async function outputSchema(given: string): Promise<JsonObject> {
  const schema = parseSchema(given)
  const { schemaChecker } = await import("@pawl/agent")
  try {
    schemaChecker(schema)
  } catch (error) {
    const why =
      error instanceof Error ? error.message.replace(/^It is/, "The value of --output-schema is") : String(error)
    throw badInput(`${why} Correct the schema.`)
  }
  return schema
}

function parseSchema(given: string): JsonObject {
  const isInline = given.trimStart().startsWith("{")
  if (!isInline && !existsSync(fromHere(given))) {
    throw badInput(
      `There is no file "${given}" for --output-schema. Give a file or the schema itself, beginning with "{".`,
    )
  }
  const schema = parseJson(isInline ? given : readText(given))
  if (typeof schema === "object" && schema !== null && !Array.isArray(schema)) return schema as JsonObject // Parsed from JSON.
  throw badInput("The value of --output-schema is not a JSON object. Give a JSON Schema, or a file that holds one.")
}

function readText(path: string): string {
  try {
    return readFileSync(fromHere(path), "utf8")
  } catch (error) {
    const why = error instanceof Error && "code" in error ? error.code : error
    throw badInput(`The file "${path}" for --output-schema cannot be read (${why}). Give a file with a JSON Schema.`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
