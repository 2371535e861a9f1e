// Providers take only objects as answers and as arguments of tools. An answer of another type is wrapped in an object with
// one field, and taken out of it again.
import { isObject } from "../../base/is-object.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"

export interface ObjectSchema {
  readonly schema: JsonObject
  readonly isWrapped: boolean
}

/** The only field of a wrapped answer. */
const FIELD = "value"

export function objectSchema(schema: JsonObject): ObjectSchema {
  if (schema.type === "object") return { schema, isWrapped: false }
  return { schema: placedIn(schema, FIELD), isWrapped: true }
}

/** References begin at the root: definitions move there, and the root itself has moved. */
function placedIn(schema: JsonObject, field: string): JsonObject {
  const { $defs, definitions, ...inner } = schema
  const root = `#/properties/${field}`
  return {
    type: "object",
    properties: { [field]: moved(inner, root) },
    required: [field],
    additionalProperties: false,
    ...(isObject($defs) && { $defs: moved($defs, root) }),
    ...(isObject(definitions) && { definitions: moved(definitions, root) }),
  }
}

/** References to the whole schema lead to `root` now; those to definitions stay. */
export function moved(value: Json, root: string): Json {
  if (Array.isArray(value)) return value.map((each: Json) => moved(each, root))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === "$ref" && typeof each === "string" ? movedReference(each, root) : moved(each, root),
    ]),
  )
}

function movedReference(reference: string, root: string): string {
  if (reference === "#") return root
  const isDefinition = /^#\/(\$defs|definitions)\//.test(reference)
  return reference.startsWith("#/") && !isDefinition ? root + reference.slice(1) : reference
}

/** The answer as its own schema wants it, from what the model gave for the object. */
export function unwrapped(given: JsonObject, { isWrapped }: ObjectSchema): Json {
  return isWrapped && Object.hasOwn(given, FIELD) ? (given[FIELD] ?? null) : given
}

/** The same in text; text that is no JSON stays as it is, and is reported later. */
export function unwrappedText(text: string, object: ObjectSchema): string {
  if (!object.isWrapped) return text
  try {
    const given = JSON.parse(text) as Json
    return isObject(given) ? JSON.stringify(unwrapped(given, object)) : text
  } catch {
    return text
  }
}

/** Whether every object of the schema names all its fields. Some providers refuse answers of other objects. */
export function isClosed(schema: JsonObject): boolean {
  const written = JSON.stringify(schema)
  if (/"(patternProperties|propertyNames)":|"additionalProperties":(?!false)|"\$ref":"#"/.test(written)) return false
  return namesFields(schema)
}

function namesFields(value: Json): boolean {
  if (Array.isArray(value)) return value.every((each: Json) => namesFields(each))
  if (!isObject(value)) return true
  if (value.type === "object" && !isObject(value.properties)) return false
  return Object.values(value).every(namesFields)
}

/** Names that some providers refuse as they are: in the arguments of tools they are changed and restored. */
export function hasOddNames(value: Json): boolean {
  if (Array.isArray(value)) return value.some((each: Json) => hasOddNames(each))
  if (!isObject(value)) return false
  const { properties } = value
  if (isObject(properties) && Object.keys(properties).some((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name))) return true
  return Object.values(value).some(hasOddNames)
}
