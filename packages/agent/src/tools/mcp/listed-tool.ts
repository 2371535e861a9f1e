// A tool as a server lists it, made into one of ours: our name, a schema providers take, an effect class from its hints.
import type { EffectClass, Risk } from "../../contracts/fact.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import { compileSchema, type InputSchema } from "../input-schema.ts"
import type { Tool, ToolContext, ToolOutput, Verified } from "../tool.ts"
import { isRecord } from "./config.ts"

export interface ListedTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: JsonObject
  readonly annotations?: Annotations
  /** It takes an `effectKey` and says whether that call of its server took effect. */
  readonly verifies?: boolean
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
    ...((tool.verifies === true || saysVerifies(tool._meta)) && { verifies: true }),
  }
}

function saysVerifies(meta: unknown): boolean {
  return isRecord(meta) && meta[VERIFIES] === true
}

/** How a server marks it, in the tool's `_meta`. */
const VERIFIES = "pawl/verifiesEffects"

function readAnnotations(given: Record<string, unknown>): Annotations {
  const hints = ["readOnlyHint", "idempotentHint", "destructiveHint"] as const
  return Object.fromEntries(hints.flatMap((hint) => (typeof given[hint] === "boolean" ? [[hint, given[hint]]] : [])))
}

export interface ToolBody {
  readonly name: string
  readonly server: string
  readonly localPaths?: Tool["localPaths"]
  readonly timeoutMs: number
  readonly maxTimeoutMs: number
  readonly verify?: (effectKey: string, context: ToolContext) => Promise<Verified>
  readonly run: (input: JsonObject, context: ToolContext) => Promise<ToolOutput>
}

export function toTool(listed: ListedTool, body: ToolBody): Tool {
  const { name, server, localPaths, timeoutMs, maxTimeoutMs, verify, run } = body
  const risk = riskOf(listed.annotations)
  return {
    name,
    description: listed.description ?? "",
    input: schemaFor(name, listed.inputSchema),
    effect: effectOf(listed.annotations),
    ...(risk !== undefined && { risk }),
    timeoutMs,
    maxTimeoutMs,
    ...(verify !== undefined && { verify: (effectKey, _input, context) => verify(effectKey, context) }),
    ...(localPaths !== undefined && { localPaths }),
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
  // All else stays as the server wrote it: `$schema` says what its keywords mean.
  const schema: JsonObject = {
    ...given,
    type: "object",
    properties: isRecord(given.properties) ? given.properties : {},
  }
  try {
    compileSchema(name, schema)
    return schema
  } catch {
    return { type: "object", properties: {}, additionalProperties: true } satisfies Json
  }
}
