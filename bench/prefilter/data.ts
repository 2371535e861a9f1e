// The labelled set, read and checked: tools as their servers list them, and what people ask for.
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { ToolDefinition } from "../../packages/agent/src/contracts/model.ts"

export const DATA_FILE = fileURLToPath(new URL("./labelled.json", import.meta.url))

export type Tools = readonly ToolDefinition[]

export interface LabelledQuery {
  readonly text: string
  /** "server.name" of each that is needed. */
  readonly tools: readonly string[]
  /** Any one of a group will do. */
  readonly anyOf?: readonly (readonly string[])[]
}

export interface Data {
  readonly tools: Tools
  readonly queries: readonly LabelledQuery[]
}

interface Listed extends ToolDefinition {
  readonly server: string
}

/** Queries alone go with the tools of our own set. In words, what is wrong with it. */
export function readData(file: string): Data | string {
  if (file === "") return "--data needs a file."
  if (!existsSync(file)) return `There is no file ${file}.`
  const body = JSON.parse(readFileSync(file, "utf8")) as Partial<{ tools: readonly Listed[]; queries: Data["queries"] }>
  const queries = Array.isArray(body) ? (body as Data["queries"]) : body.queries
  if (queries === undefined) return `${file} has no "queries".`
  if (body.tools === undefined) {
    const own = file === DATA_FILE ? `${file} has no "tools".` : readData(DATA_FILE)
    return typeof own === "string" ? own : { tools: own.tools, queries }
  }
  const tools = body.tools.map(({ server, name, description = "", inputSchema = {} }) => ({
    name: `${server}.${name}`,
    description,
    inputSchema,
  }))
  return { tools, queries }
}

export function serverOf(name: string): string {
  return name.slice(0, name.indexOf("."))
}
