// Text -> the value that a field wants: variables and command lines have nothing but text.
import { messageOf } from "../../contracts/error.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"

export type Read = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly problem: string }

export function readValue(text: string, schema: JsonObject): Read {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  if (types.includes("string")) return value(text)
  const word = text.trim()
  if (types.includes("boolean") && SWITCHES[word.toLowerCase()] !== undefined)
    return value(SWITCHES[word.toLowerCase()] === true)
  const wantsNumber = types.includes("number") || types.includes("integer")
  if (wantsNumber && word !== "" && Number.isFinite(Number(word))) return value(Number(word))
  // Lists may be written as people write them.
  if (types.includes("array") && !word.startsWith("["))
    return value(word === "" ? [] : word.split(",").map((each) => item(each.trim(), schema)))
  if (schema.type === undefined) return anything(text)
  try {
    return value(JSON.parse(word) as Json)
  } catch (error) {
    return {
      ok: false,
      problem: `it must be ${types.join(" or ")}, written as JSON (${messageOf(error).split(":")[0]})`,
    }
  }
}

const SWITCHES: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  1: true,
  false: false,
  no: false,
  off: false,
  0: false,
}

function item(text: string, { items }: JsonObject): Json {
  if (typeof items !== "object" || items === null || Array.isArray(items)) return text
  const read = readValue(text, items as JsonObject)
  // What does not fit is refused with the rest, by the schema.
  return read.ok ? read.value : text
}

function anything(text: string): Read {
  try {
    return value(JSON.parse(text) as Json)
  } catch {
    return value(text)
  }
}

function value(given: Json): Read {
  return { ok: true, value: given }
}
