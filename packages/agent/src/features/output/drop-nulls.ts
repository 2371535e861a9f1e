// Models write null for a field that they have nothing for. Where the field is optional and may not be null, it is left out.
// Pure: a replay reads the same.
import { isObject } from "../../base/is-object.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import { resolved, typesOf } from "../../tools/repair/repair-values.ts"

/** Returns the same value where nothing is left out. */
export function dropNulls(value: Json, given: JsonObject, root: JsonObject = given): Json {
  const schema = resolved(given, root)
  if (Array.isArray(value)) {
    const { items } = schema
    if (!isObject(items)) return value
    const kept = value.map((each: Json) => dropNulls(each, items, root))
    return kept.every((each, at) => each === value[at]) ? value : kept
  }
  const { properties, required } = schema
  if (!isObject(value) || !isObject(properties)) return value
  const needed: readonly Json[] = Array.isArray(required) ? required : []
  const entries = Object.entries(value)
  const kept = entries.flatMap(([name, each]): readonly [string, Json][] => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!isObject(own)) return [[name, each]]
    if (each === null) return needed.includes(name) || mayBeNull(own, root) ? [[name, each]] : []
    return [[name, dropNulls(each, own, root)]]
  })
  const isSame = kept.length === entries.length && kept.every(([, each], at) => each === entries[at]?.[1])
  return isSame ? value : Object.fromEntries(kept)
}

/** A schema that does not say which types it allows may allow null. */
function mayBeNull(given: JsonObject, root: JsonObject): boolean {
  const schema = resolved(given, root)
  if (Array.isArray(schema.enum)) return schema.enum.includes(null)
  if (schema.const !== undefined) return schema.const === null
  const types = typesOf(schema, root)
  return types.size === 0 || types.has("null")
}
