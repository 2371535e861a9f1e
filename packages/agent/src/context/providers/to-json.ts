// Converts any value to plain JSON within limits. Never throws because of the value: a provider may pass on whatever
// its library returned.
import type { Json } from "../../contracts/json.ts"
import { count, cut } from "./cut-text.ts"

export interface Limits {
  readonly string: number
  readonly items: number
  readonly keys: number
  readonly depth: number
  /** Approximate maximum number of characters; conversion stops beyond it. */
  readonly budget: number
}

/** Thrown by toJson to leave the recursion; its caller in prune.ts catches it. */
export class OverBudget extends Error {}

export function toJson(value: unknown, limits: Limits): { readonly json: Json; readonly isPruned: boolean } {
  const writing: Writing = { limits, above: new Set(), left: limits.budget, isPruned: false }
  const json = convert(value, writing) ?? null
  return { json, isPruned: writing.isPruned }
}

interface Writing {
  readonly limits: Limits
  /** The objects that contain this value: meeting one of them again is a cycle. */
  readonly above: Set<object>
  left: number
  isPruned: boolean
}

/** Undefined for values that JSON omits: functions, symbols, undefined. */
function convert(value: unknown, writing: Writing): Json | undefined {
  spend(writing, 1)
  switch (typeof value) {
    case "string":
      return shorten(value, writing)
    case "number":
      return Number.isFinite(value) ? value : null
    case "boolean":
      return value
    case "bigint":
      return shorten(value.toString(), writing)
    case "object":
      return value === null ? null : guarded(value, writing)
    default:
      return undefined
  }
}

function spend(writing: Writing, characters: number): void {
  writing.left -= characters
  if (writing.left < 0) throw new OverBudget()
}

function shorten(text: string, writing: Writing): string {
  const { string } = writing.limits
  const kept = text.length <= string ? text : cut(text, string)
  spend(writing, kept.length)
  if (kept.length === text.length) return text
  writing.isPruned = true
  return `${kept}… ${count(text.length - kept.length)} more characters`
}

/** A getter, a proxy or a toJSON may throw anything. */
function guarded(value: object, writing: Writing): Json | undefined {
  if (writing.above.has(value)) return "[circular]"
  writing.above.add(value)
  try {
    return convertObject(value, writing)
  } catch (error) {
    if (error instanceof OverBudget) throw error
    return "[unreadable]"
  } finally {
    writing.above.delete(value)
  }
}

function convertObject(value: object, writing: Writing): Json | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${count(value.byteLength)} bytes]`
  if (value instanceof Error) return shorten(`${value.name}: ${value.message}`, writing)
  if (value instanceof String || value instanceof Number || value instanceof Boolean) {
    return convert(value.valueOf(), writing)
  }
  if (writing.above.size > writing.limits.depth) return tooDeep(value, writing)
  if (value instanceof Map) return convertMap(value, writing)
  if (value instanceof Set) return convertList([...value], writing)
  if (Array.isArray(value)) return convertList(value, writing)
  const { toJSON } = value as { readonly toJSON?: unknown }
  if (typeof toJSON === "function") return convert(toJSON.call(value, ""), writing)
  return convertFields(Object.keys(value), (key) => (value as Record<string, unknown>)[key], writing)
}

function tooDeep(value: object, writing: Writing): Json {
  writing.isPruned = true
  return Array.isArray(value) ? `… ${count(value.length)} items` : `… ${count(Object.keys(value).length)} fields`
}

/** An object if all keys are strings, otherwise a list of pairs. */
function convertMap(map: ReadonlyMap<unknown, unknown>, writing: Writing): Json {
  const keys = [...map.keys()]
  if (keys.every((key) => typeof key === "string")) return convertFields(keys, (key) => map.get(key), writing)
  return convertList([...map], writing)
}

function convertList(list: readonly unknown[], writing: Writing): Json {
  const { items } = writing.limits
  // A plain loop, because a list may have holes or claim a length that it does not have.
  const kept: Json[] = []
  for (let index = 0; index < Math.min(list.length, items); index++) kept.push(convert(list[index], writing) ?? null)
  if (list.length <= items) return kept
  writing.isPruned = true
  return [...kept, `… ${count(list.length - items)} more`]
}

function convertFields(keys: readonly string[], read: (key: string) => unknown, writing: Writing): Json {
  // Without a prototype, "__proto__" is an ordinary key.
  const fields: Record<string, Json> = Object.create(null)
  let missing = 0
  for (const [place, key] of keys.entries()) {
    if (place >= writing.limits.keys) {
      missing += keys.length - place
      break
    }
    const converted = convertField(key, read, writing)
    if (converted === undefined) continue
    const shown = shorten(key, writing)
    // Two long keys may have been shortened to the same text.
    if (Object.hasOwn(fields, shown)) missing++
    else fields[shown] = converted
  }
  if (missing === 0) return fields
  writing.isPruned = true
  let marker = "…"
  while (Object.hasOwn(fields, marker)) marker += "…"
  fields[marker] = `${count(missing)} more`
  return fields
}

function convertField(key: string, read: (key: string) => unknown, writing: Writing): Json | undefined {
  let value: unknown
  try {
    value = read(key)
  } catch {
    return "[unreadable]"
  }
  return convert(value, writing)
}
