// Reads and checks the labelled set: tools as their servers list them, and queries.
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { ToolDefinition } from "../../packages/agent/src/contracts/model.ts"

export const DATA_FILE = fileURLToPath(new URL("./labelled.json", import.meta.url))

export type Tools = readonly ToolDefinition[]

export interface LabelledQuery {
  readonly text: string
  /** "server.name" of each that is needed. */
  readonly tools: readonly string[]
  /** Any tool of a group is right. */
  readonly anyOf?: readonly (readonly string[])[]
}

export interface Data {
  readonly tools: Tools
  readonly queries: readonly LabelledQuery[]
}

interface Listed extends ToolDefinition {
  readonly server: string
}

/** A file with queries only uses the tools of Pawl's set. Returns a text if the file is wrong. */
export function readData(file: string): Data | string {
  if (file === "") return "--data needs a file."
  if (!existsSync(file)) return `There is no file ${file}.`
  const body = parsed(file)
  if (typeof body === "string") return body
  const queries = Array.isArray(body) ? (body as Data["queries"]) : body.queries
  if (!Array.isArray(queries) || queries.length === 0) return `${file} has no "queries".`
  if (body.tools === undefined) {
    const own = file === DATA_FILE ? `${file} has no "tools".` : readData(DATA_FILE)
    return typeof own === "string" ? own : checked(file, { tools: own.tools, queries })
  }
  if (!Array.isArray(body.tools) || body.tools.length === 0) return `${file} has no "tools".`
  const tools = (body.tools as readonly Listed[]).map(({ server, name, description = "", inputSchema = {} }) => ({
    name: `${server}.${name}`,
    description,
    inputSchema,
  }))
  return checked(file, { tools, queries })
}

type Body = Partial<{ readonly tools: readonly Listed[]; readonly queries: Data["queries"] }>

function parsed(file: string): Body | string {
  try {
    const body: unknown = JSON.parse(readFileSync(file, "utf8"))
    return typeof body === "object" && body !== null ? (body as Body) : `${file} has no "queries".`
  } catch (error) {
    return `${file} cannot be read as JSON: ${error instanceof Error ? error.message : error}`
  }
}

/** A label that names no tool could never be found, and would look like a weakness of the search. */
function checked(file: string, data: Data): Data | string {
  const known = new Set(data.tools.map(({ name }) => name))
  for (const [place, { text, tools, anyOf = [] }] of data.queries.entries()) {
    const which = `${file}: query ${place + 1}`
    if (typeof text !== "string" || !Array.isArray(tools) || tools.length === 0)
      return `${which} needs a "text", and "tools" with at least one name.`
    const strange = [...tools, ...anyOf.flat()].find((name) => !known.has(name))
    if (strange !== undefined)
      return `${which} names ${JSON.stringify(strange)}, and there is no such tool. Names are "server.name".`
  }
  return data
}

export function serverOf(name: string): string {
  return name.slice(0, name.indexOf("."))
}
