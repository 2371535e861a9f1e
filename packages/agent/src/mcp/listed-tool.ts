// Makes a listed tool of a server into a tool of ours: our name, its schema, an effect class from its hints. Tools that
// cannot be offered are left out and broken ones are repaired; both are noted for the user.
import { defined } from "../base/defined.ts"
import { wellFormed, wholeText } from "../base/well-formed.ts"
import type { EffectClass, Risk } from "../contracts/fact.ts"
import type { JsonObject } from "../contracts/json.ts"
import { isChecked, lenientSchema } from "../tools/lenient-schema.ts"
import { MAX_CHARS, sizeOf, tooLarge } from "../tools/schema-size.ts"
import type { Tool, ToolContext, ToolOutput, Verified, VerifyContext } from "../tools/tool.ts"
import { isRecord } from "./config.ts"

export interface ListedTool {
  readonly name: string
  readonly description?: string
  readonly inputSchema: JsonObject
  readonly annotations?: Annotations
  /** It takes an `effectKey` and reports whether that call took effect on its server. */
  readonly verifies?: boolean
  /** Why it is not offered, in plain text. */
  readonly refused?: string
  /** What was changed about it. */
  readonly notes?: readonly string[]
}

interface Annotations {
  readonly readOnlyHint?: boolean
  readonly idempotentHint?: boolean
  readonly destructiveHint?: boolean
}

/** Lenient: one odd tool must not cost the others. A tool without a name, or with a taken one, cannot be called. */
export function readListed(given: unknown): readonly ListedTool[] {
  const byName = new Map<string, ListedTool>()
  let chars = 0
  for (const tool of Array.isArray(given) ? given : []) {
    if (!isRecord(tool) || !isName(tool.name)) continue
    const name = wholeText(tool.name)
    // The server knows the tool by this exact name: a repaired name would call another tool or none.
    const broken = name === tool.name ? undefined : "its name has half a character or NUL in it"
    if (byName.has(name)) continue
    const read = broken === undefined ? readOne(tool, name) : refused(name, broken)
    chars += sizeOf(read.inputSchema).chars
    byName.set(name, chars <= MAX_LISTED_CHARS ? read : refused(name, "its server lists more than can be offered"))
  }
  return [...byName.values()]
}

function refused(name: string, why: string): ListedTool {
  return { name: name.slice(0, MAX_NAME_CHARS), inputSchema: {}, refused: why }
}

const MAX_NAME_CHARS = 200
/** The limit for all schemas together: many schemas just below the single limit are too large together. */
const MAX_LISTED_CHARS = 10 * MAX_CHARS

function isName(name: unknown): name is string {
  return typeof name === "string" && name !== ""
}

function readOne(tool: Record<string, unknown>, name: string): ListedTool {
  // Our own cache writes this field. A server that sets it for its own tool is believed.
  if (typeof tool.refused === "string") return refused(name, wholeText(tool.refused).slice(0, MAX_NAME_CHARS))
  const schema = isRecord(tool.inputSchema) ? (tool.inputSchema as JsonObject) : {} // Came from JSON.
  const large = name.length > MAX_NAME_CHARS ? `its name has more than ${MAX_NAME_CHARS} characters` : tooLarge(schema)
  if (large !== undefined) return refused(name, large)
  const said = typeof tool.description === "string" ? tool.description : tool.title
  const description = typeof said === "string" ? wholeText(said.slice(0, MAX_DESCRIPTION_CHARS)) : undefined
  const inputSchema = wellFormed(schema)
  const isRepaired = inputSchema !== schema || (typeof said === "string" && !said.startsWith(description ?? ""))
  const notes = [
    ...(isRepaired ? ["half characters in its description or schema were replaced"] : []),
    ...(typeof said === "string" && said.length > MAX_DESCRIPTION_CHARS ? ["its description was cut"] : []),
    ...(isChecked(inputSchema) ? [] : ["its schema is so large that its server alone checks the arguments"]),
  ]
  return {
    name,
    ...defined({ description }),
    inputSchema,
    ...(isRecord(tool.annotations) && { annotations: readAnnotations(tool.annotations) }),
    ...((tool.verifies === true || saysVerifies(tool._meta)) && { verifies: true }),
    ...notesIn(notes, tool.notes),
  }
}

const MAX_DESCRIPTION_CHARS = 20_000

/** A list from the cache was repaired before, so its notes are kept. */
function notesIn(found: readonly string[], kept: unknown): Pick<ListedTool, "notes"> {
  const before = Array.isArray(kept) ? kept.filter((note) => typeof note === "string").slice(0, 3) : []
  const notes = [...new Set([...before.map((note) => wholeText(note.slice(0, MAX_NAME_CHARS))), ...found])]
  return notes.length === 0 ? {} : { notes }
}

function saysVerifies(meta: unknown): boolean {
  return isRecord(meta) && meta[VERIFIES] === true
}

/** The key in a tool's `_meta` with which a server marks it. */
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
  readonly verify?: (effectKey: string, context: VerifyContext) => Promise<Verified>
  readonly run: (input: JsonObject, context: ToolContext) => Promise<ToolOutput>
}

export function toTool(listed: ListedTool, body: ToolBody): Tool {
  const { name, server, localPaths, timeoutMs, maxTimeoutMs, verify, run } = body
  const risk = riskOf(listed.annotations)
  return {
    name,
    description: listed.description ?? "",
    input: lenientSchema(objectSchema(listed.inputSchema)),
    effect: effectOf(listed.annotations),
    ...defined({ risk }),
    timeoutMs,
    maxTimeoutMs,
    ...(verify !== undefined && { verify: (effectKey, _input, context) => verify(effectKey, context) }),
    ...defined({ localPaths }),
    origin: { server, tool: listed.name },
    run: (input, context) => run(input as JsonObject, context), // An object by its schema.
  }
}

/** A tool that declares itself destructive is never repeated, whatever else it declares. */
export function effectOf(annotations: Annotations = {}): EffectClass {
  if (annotations.destructiveHint === true) return "once"
  if (annotations.readOnlyHint === true) return "read"
  return annotations.idempotentHint === true ? "idempotent" : "once"
}

export function riskOf(annotations: Annotations | undefined): Risk | undefined {
  if (annotations === undefined) return "unknown"
  return annotations.destructiveHint === true ? "destructive" : undefined
}

/** Everything else stays as the server wrote it: `$schema` defines the meaning of its keywords. */
function objectSchema(given: JsonObject): JsonObject {
  return { ...given, type: "object", properties: isRecord(given.properties) ? (given.properties as JsonObject) : {} } // Came from JSON.
}
