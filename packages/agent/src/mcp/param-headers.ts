// Arguments that a server also wants in HTTP headers (`x-mcp-header` in a tool's schema, since 2026-07-28). A tool with an
// invalid declaration must not be offered: its server would refuse every call.
import type { JsonObject } from "../contracts/json.ts"
import { isRecord } from "./config.ts"

interface Declared {
  readonly header: string
  readonly path: readonly string[]
}

/** What the schema declares; undefined when the declaration is not valid. */
export function declaredHeaders(schema: JsonObject): readonly Declared[] | undefined {
  const declared: Declared[] = []
  const isValid = collect(schema, [], declared)
  const names = new Set(declared.map(({ header }) => header.toLowerCase()))
  return isValid && names.size === declared.length ? declared : undefined
}

/** An argument that is missing, null, or not a plain value has no header. */
export function paramHeaders(schema: JsonObject, given: JsonObject): Readonly<Record<string, string>> {
  const headers = (declaredHeaders(schema) ?? []).flatMap(({ header, path }) => {
    const text = textOf(path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), given))
    return text === undefined ? [] : [[`Mcp-Param-${header}`, encoded(text)]]
  })
  return Object.fromEntries(headers)
}

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const PLAIN: ReadonlySet<unknown> = new Set(["string", "integer", "boolean"])

/** Returns false at the first declaration that is not allowed at its place. */
function collect(schema: unknown, path: readonly string[], declared: Declared[]): boolean {
  if (!isRecord(schema)) return true
  const { [KEY]: header, properties, ...rest } = schema
  if (header !== undefined) {
    const isToken = typeof header === "string" && TOKEN.test(header)
    if (path.length === 0 || !isToken || !PLAIN.has(schema.type)) return false
    declared.push({ header, path })
  }
  const inside = isRecord(properties) ? Object.entries(properties) : []
  // Only declarations that do not depend on the value count: none in lists, alternatives or definitions.
  return inside.every(([name, each]) => collect(each, [...path, name], declared)) && !mentions(Object.values(rest))
}

const KEY = "x-mcp-header"

function mentions(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(mentions)
  return isRecord(value) && (KEY in value || Object.values(value).some(mentions))
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value
  if (typeof value === "boolean") return String(value)
  if (typeof value !== "number" || !Number.isFinite(value)) return undefined
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value)
}

/** Unchanged where a header can carry it; otherwise in base64, marked as such. */
function encoded(text: string): string {
  const isMarked = text.startsWith("=?base64?") && text.endsWith("?=")
  const isSafe = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim() && !isMarked
  return isSafe ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`
}
