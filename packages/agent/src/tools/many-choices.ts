// Long `enum` lists. When ajv compiles an `enum` it compares each value with each other, which takes minutes for 60,000.
// Here such a list becomes a keyword that looks values up in a set, which costs nothing.
import type { Ajv, FuncKeywordDefinition } from "ajv"
import type { Json, JsonObject } from "../contracts/json.ts"

export const MANY_CHOICES = "pawlEnum"

/** Lists with more values than this are looked up in a set. */
const FEW = 100

export function addManyChoices(validator: Ajv): Ajv {
  const keyword: FuncKeywordDefinition = {
    keyword: MANY_CHOICES,
    schemaType: "array",
    errors: false,
    compile(values: readonly Json[]) {
      const known = new Set(values.map(canonical))
      return (value: Json) => known.has(canonical(value))
    },
  }
  validator.addKeyword(keyword)
  return validator
}

/** The same schema, with long `enum` lists renamed to our keyword. */
export function withManyChoices(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withManyChoices)
  if (typeof schema !== "object" || schema === null) return schema
  const entries = Object.entries(schema).map(([key, value]): readonly [string, Json] => {
    if (key === "enum" && Array.isArray(value)) return [value.length > FEW ? MANY_CHOICES : key, value]
    return [key, DATA.has(key) ? value : withManyChoices(value)]
  })
  return Object.fromEntries(entries)
}

/** Keywords that hold a value, not a schema. */
const DATA: ReadonlySet<string> = new Set(["const", "default", "examples", "example"])

/** Equal values give the same text, whatever the order of their keys. */
function canonical(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical((value as JsonObject)[name] as Json)}`).join()}}`
}
