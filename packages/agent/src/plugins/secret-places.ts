// Finds the secrets in a plugin's settings: walks schema and value together, through choices, references, lists and maps.
import type { JsonObject } from "../contracts/json.ts"
import {
  everySpot,
  facetsOf,
  itemSpot,
  itemSpots,
  propertySpots,
  reachedFrom,
  rootOf,
  type Spot,
} from "./schema-spots.ts"
import { isSecret } from "./secret.ts"

/** The same value with every secret replaced. Every value in a place that the schema marks as secret is a secret. */
export function swapSecrets(
  value: unknown,
  { spot, root }: { readonly spot: Spot; readonly root: JsonObject },
  swap: (secret: unknown) => unknown,
): unknown {
  return swapped(value, [spot], false)

  function swapped(given: unknown, spots: readonly Spot[], isHidden: boolean): unknown {
    if (given === null || given === undefined) return given
    const facets = facetsOf(spots, root)
    const hides = isHidden || facets.some(({ schema }) => isSecret(schema))
    // Values without secrets stay exactly as the schema transformed them.
    if (!hides && !facets.some((facet) => hasSecrets(facet, root))) return given
    const inPlace = (index: number) => facets.flatMap((facet) => itemSpot(facet, index))
    if (Array.isArray(given)) return given.map((each, index) => swapped(each, inPlace(index), hides))
    if (!isPlain(given)) return hides ? swap(given) : given
    const inside = (key: string) => facets.flatMap((facet) => propertySpots(facet, key))
    return Object.fromEntries(Object.entries(given).map(([key, each]) => [key, swapped(each, inside(key), hides)]))
  }
}

export function secretsIn(
  value: unknown,
  place: { readonly spot: Spot; readonly root: JsonObject },
): readonly unknown[] {
  const found: unknown[] = []
  swapSecrets(value, place, (secret) => found.push(secret))
  return found
}

export function hasSecrets(spot: Spot, root: JsonObject): boolean {
  return secretSpots(spot, root).length > 0
}

/** What is wrong with the secrets of one field: each must be a string or a list of strings, without a default. */
export function secretProblems(spot: Spot, root: JsonObject): readonly string[] {
  const marked = secretSpots(spot, root)
  return [
    ...(marked.every((each) => isText(each, root, ["string", "array", "null"])) ? [] : [NO_TEXT]),
    ...(marked.some(({ schema }) => (schema.default ?? undefined) !== undefined) ? [NO_DEFAULT] : []),
  ]
}

const NO_TEXT = "a secret is a string, or a list of them"
export const NO_DEFAULT = "a secret has no default"

/** Secrets that cannot be reached from any setting: plugin code would get them as plain text. */
export function lostSecrets(schema: JsonObject, settings: readonly Spot[]): readonly string[] {
  const found = settings.flatMap((spot) => secretSpots(spot, schema))
  const reached = new Set(found.map(({ pointer }) => pointer))
  const all = everySpot(rootOf(schema)).filter((spot) => isSecret(spot.schema))
  return all.filter(({ pointer }) => !reached.has(pointer)).map(({ pointer }) => pointer)
}

function secretSpots(spot: Spot, root: JsonObject): readonly Spot[] {
  return reachedFrom(spot, root).filter(({ schema }) => isSecret(schema))
}

function isText(spot: Spot, root: JsonObject, allowed: readonly unknown[]): boolean {
  const facets = facetsOf([spot], root)
  const types = facets.flatMap(({ schema }) => (schema.type === undefined ? [] : [schema.type].flat()))
  if (!types.some((type) => type === "string" || type === "array")) return false
  if (!types.every((type) => allowed.includes(type))) return false
  const items = facets.flatMap(itemSpots)
  if (types.includes("array") && items.length === 0) return false
  return items.every((item) => isText(item, root, ["string", "null"]))
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false
  const made = Object.getPrototypeOf(value)
  return made === Object.prototype || made === null
}
