// Measures an input schema, and stops as soon as a limit is passed. A larger schema is useless to a model, and compiling,
// writing and counting it would block every session of the process.
import type { Json, JsonObject } from "../contracts/json.ts"

export interface SchemaSize {
  /** Values of every kind, objects and lists included. */
  readonly values: number
  readonly objects: number
  readonly chars: number
  readonly depth: number
}

export const MAX_VALUES = 20_000
export const MAX_CHARS = 400_000
export const MAX_DEPTH = 100
/** In objects. Compiling takes up to half a millisecond for each. */
export const MAX_COMPILED = 400

/** Why the schema is too large to be offered. */
export function tooLarge(schema: JsonObject): string | undefined {
  const { values, chars, depth } = sizeOf(schema)
  if (values > MAX_VALUES) return `its schema has more than ${MAX_VALUES} values`
  if (chars > MAX_CHARS) return `its schema has more than ${MAX_CHARS} characters`
  return depth > MAX_DEPTH ? `its schema is more than ${MAX_DEPTH} levels deep` : undefined
}

/** Counts until a limit is passed, and no further. */
export function sizeOf(schema: Json): SchemaSize {
  const size = { values: 0, objects: 0, chars: 0, depth: 0 }
  // A work list instead of recursion: the schema may be deeper than the stack.
  const open: { readonly value: Json; readonly depth: number }[] = [{ value: schema, depth: 1 }]
  for (let next = open.pop(); next !== undefined && isWithin(size); next = open.pop()) {
    const { value, depth } = next
    size.values += 1
    size.depth = Math.max(size.depth, depth)
    if (typeof value === "string") size.chars += value.length
    if (typeof value !== "object" || value === null) continue
    const isList = Array.isArray(value)
    if (!isList) size.objects += 1
    for (const key in value) {
      if (!isList) size.chars += key.length
      open.push({ value: (value as JsonObject)[key] as Json, depth: depth + 1 })
      if (open.length <= MAX_VALUES) continue
      size.values = open.length
      break
    }
  }
  return size
}

function isWithin({ values, chars, depth }: SchemaSize): boolean {
  return values <= MAX_VALUES && chars <= MAX_CHARS && depth <= MAX_DEPTH
}
