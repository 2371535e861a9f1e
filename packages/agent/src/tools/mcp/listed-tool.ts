// A tool as a server lists it, made into one of ours: our name, a schema providers take, an effect class from its hints.
import type { EffectClass, Risk } from "../../contracts/fact.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import { compileSchema, type InputSchema } from "../input-schema.ts"
import type { Tool, ToolContext, ToolOutput } from "../tool.ts"
import { isRecord } from "./config.ts"

export interface ListedTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: JsonObject
  readonly annotations?: Annotations
}

interface Annotations {
  readonly readOnlyHint?: boolean
  readonly idempotentHint?: boolean
  readonly destructiveHint?: boolean
}

/** Read leniently: one odd tool must not cost the others. What has no name, or one that is taken, cannot be called. */
export function readListed(given: unknown): readonly ListedTool[] {
  const byName = new Map<string, ListedTool>()
  for (const tool of Array.isArray(given) ? given : []) {
    if (isRecord(tool) && isName(tool.name) && !byName.has(tool.name)) byName.set(tool.name, readOne(tool, tool.name))
  }
  return [...byName.values()]
}

function isName(name: unknown): name is string {
  return typeof name === "string" && name !== ""
}

function readOne(tool: Record<string, unknown>, name: string): ListedTool {
  const description = typeof tool.description === "string" ? tool.description : tool.title
  return {
    name,
    ...(typeof description === "string" && { description }),
    inputSchema: isRecord(tool.inputSchema) ? (tool.inputSchema as JsonObject) : {}, // Came from JSON.
    ...(isRecord(tool.annotations) && { annotations: readAnnotations(tool.annotations) }),
  }
}

function readAnnotations(given: Record<string, unknown>): Annotations {
  const hints = ["readOnlyHint", "idempotentHint", "destructiveHint"] as const
  return Object.fromEntries(hints.flatMap((hint) => (typeof given[hint] === "boolean" ? [[hint, given[hint]]] : [])))
}

export interface ToolBody {
  readonly name: string
  readonly server: string
  readonly timeoutMs: number
  readonly run: (input: JsonObject, context: ToolContext) => Promise<ToolOutput>
}

export function toTool(listed: ListedTool, { name, server, timeoutMs, run }: ToolBody): Tool {
  const risk = riskOf(listed.annotations)
  return {
    name,
    description: listed.description ?? "",
    input: schemaFor(name, listed.inputSchema),
    effect: effectOf(listed.annotations),
    ...(risk !== undefined && { risk }),
    timeoutMs,
    origin: { server, tool: listed.name },
    run: (input, context) => run(input as JsonObject, context), // An object by its schema.
  }
}

/** A tool that says it destroys is never repeated, whatever else it says. */
export function effectOf(annotations: Annotations = {}): EffectClass {
  if (annotations.destructiveHint === true) return "once"
  if (annotations.readOnlyHint === true) return "read"
  return annotations.idempotentHint === true ? "idempotent" : "once"
}

function riskOf(annotations: Annotations | undefined): Risk | undefined {
  if (annotations === undefined) return "unknown"
  return annotations.destructiveHint === true ? "destructive" : undefined
}

/** An object schema that compiles. Where the server's own does not, the server alone checks the arguments. */
function schemaFor(name: string, given: JsonObject): InputSchema {
  // `$schema` and `$id` name things our validator may not know or has met before; references inside do not need them.
  const { $schema: _, $id: __, ...rest } = given
  const schema: JsonObject = { ...rest, type: "object", properties: isRecord(rest.properties) ? rest.properties : {} }
  try {
    compileSchema(name, schema)
    return schema
  } catch {
    return { type: "object", properties: {}, additionalProperties: true } satisfies Json
  }
}
