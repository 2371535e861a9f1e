// Navigates a JSON Schema: finds all subschemas that apply to the same value, and those that apply to values inside it.
import { isObject } from "../base/is-object.ts"
import type { Json, JsonObject } from "../contracts/json.ts"

export interface Spot {
  readonly schema: JsonObject
  /** Its place in the whole schema: "#/properties/key". */
  readonly pointer: string
}

export function rootOf(schema: JsonObject): Spot {
  return { schema, pointer: "#" }
}

/** The spots and all subschemas that they refer to, combine or choose from. Every alternative counts. */
export function facetsOf(spots: readonly Spot[], root: JsonObject): readonly Spot[] {
  const found = new Map<string, Spot>()
  const waiting = [...spots]
  for (let spot = waiting.pop(); spot !== undefined; spot = waiting.pop()) {
    if (found.has(spot.pointer)) continue
    found.set(spot.pointer, spot)
    waiting.push(...referred(spot, root), ...CHOICES.flatMap((keyword) => under(spot as Spot, keyword)))
  }
  return [...found.values()]
}

const CHOICES = ["allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"]

/** The target of a reference within the same schema; empty when it cannot be followed. */
export function referred({ schema }: Spot, root: JsonObject): readonly Spot[] {
  const { $ref } = schema
  if (typeof $ref !== "string" || !/^#(?:\/|$)/.test($ref)) return []
  const keys = $ref.split("/").slice(1).map(unescaped)
  const target = keys.reduce<unknown>((at, key) => (isInside(at, key) ? at[key] : undefined), root)
  return isObject(target) ? [{ schema: target, pointer: ["#", ...keys.map(escaped)].join("/") }] : []
}

function isInside(at: unknown, key: string): at is Readonly<Record<string, unknown>> {
  return typeof at === "object" && at !== null && Object.hasOwn(at, key)
}

/** The subschemas for one property. Every `patternProperties` entry counts: untrusted patterns are not run. */
export function propertySpots(spot: Spot, key: string): readonly Spot[] {
  const named = namedProperty(spot, key)
  if (named !== undefined) return [named, ...under(spot, "patternProperties")]
  return OPEN.flatMap((keyword) => under(spot, keyword))
}

export function namedProperty(spot: Spot, key: string): Spot | undefined {
  return under(spot, "properties").find(({ pointer }) => pointer === `${spot.pointer}/properties/${escaped(key)}`)
}

const OPEN = ["patternProperties", "additionalProperties", "unevaluatedProperties"]

export function itemSpots(spot: Spot): readonly Spot[] {
  return ITEMS.flatMap((keyword) => under(spot, keyword))
}

/** The subschemas for one item: those for its index, else those for all further items. */
export function itemSpot(spot: Spot, index: number): readonly Spot[] {
  const placed = PLACED.filter((keyword) => Array.isArray(spot.schema[keyword]))
  const own = placed.flatMap((keyword) => under(spot, keyword).filter(({ pointer }) => pointer.endsWith(`/${index}`)))
  if (own.length > 0) return own
  return ITEMS.filter((keyword) => !placed.includes(keyword)).flatMap((keyword) => under(spot, keyword))
}

const PLACED = ["prefixItems", "items"]

const ITEMS = ["items", "prefixItems", "additionalItems", "unevaluatedItems"]
const MEMBERS = ["properties", ...OPEN, ...ITEMS]

/** All subschemas that can apply to a value of this schema or to anything inside it. */
export function reachedFrom(start: Spot, root: JsonObject): readonly Spot[] {
  const found = new Map<string, Spot>()
  const waiting = [start]
  for (let spot = waiting.pop(); spot !== undefined; spot = waiting.pop()) {
    for (const facet of facetsOf([spot], root)) {
      if (found.has(facet.pointer)) continue
      found.set(facet.pointer, facet)
      waiting.push(...MEMBERS.flatMap((keyword) => under(facet, keyword)))
    }
  }
  return [...found.values()]
}

/** Every subschema, whether a value can reach it or not. */
export function everySpot(spot: Spot): readonly Spot[] {
  const keywords = Object.keys(spot.schema).filter((keyword) => !LITERALS.has(keyword))
  return [spot, ...keywords.flatMap((keyword) => under(spot, keyword).flatMap(everySpot))]
}

const LITERALS: ReadonlySet<string> = new Set(["default", "const", "enum", "examples", "example"])
const MAPS: ReadonlySet<string> = new Set([
  ...["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"],
])

/** The subschemas of a keyword: one, a list, or a map. */
export function under({ schema, pointer }: Spot, keyword: string): readonly Spot[] {
  const held = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
  const here = `${pointer}/${escaped(keyword)}`
  if (isObject(held) && !MAPS.has(keyword)) return [{ schema: held, pointer: here }]
  if (typeof held !== "object" || held === null) return []
  return Object.entries(held).flatMap(([key, each]: readonly [string, Json]) =>
    isObject(each) ? [{ schema: each, pointer: `${here}/${escaped(key)}` }] : [],
  )
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1")
}

function unescaped(key: string): string {
  const text = key.replaceAll("~1", "/").replaceAll("~0", "~")
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
