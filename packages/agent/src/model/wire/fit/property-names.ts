// Converts property names to names that providers accept, and back. The hash makes a changed name unique, so that it
// can be recognised anywhere in a call.
import { isObject } from "../../../base/is-object.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"

const ACCEPTED = /^[a-zA-Z0-9_.-]{1,64}$/

/** Records the changed name in `names`. */
export function sentName(name: string, names: Map<string, string>): string {
  if (ACCEPTED.test(name)) return name
  const sent = `${name.replace(/[^a-zA-Z0-9_.-]/g, "_").slice(0, 55) || "_"}_${hash(name)}`
  names.set(sent, name)
  return sent
}

/** Arguments with the tool's own property names. */
export function ownArguments(given: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  return names.size === 0 ? given : (renamed(given, (name) => names.get(name) ?? name) as JsonObject) // An object stays an object.
}

/** Arguments with the property names that were sent, as a model would have written them. */
export function sentArguments(given: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const sent = new Map(Array.from(names, ([wire, name]) => [name, wire]))
  return names.size === 0 ? given : (renamed(given, (name) => sent.get(name) ?? name) as JsonObject) // An object stays an object.
}

function renamed(value: Json, nameOf: (name: string) => string): Json {
  if (Array.isArray(value)) return value.map((each: Json) => renamed(each, nameOf))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [nameOf(name), renamed(each, nameOf)]))
}

/** FNV-1a. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return (value >>> 0).toString(16).padStart(8, "0")
}
