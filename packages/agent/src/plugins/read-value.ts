// Converts text to a field's type: environment variables and command lines contain only text.
import { isObject } from "../base/is-object.ts"
import type { Json, JsonObject } from "../contracts/json.ts"

export type Read = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly problem: string }

export function readValue(text: string, schema: JsonObject): Read {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  if (types.includes("string")) return value(text)
  const word = text.trim()
  if (types.includes("boolean") && SWITCHES[word.toLowerCase()] !== undefined)
    return value(SWITCHES[word.toLowerCase()] === true)
  const wantsNumber = types.includes("number") || types.includes("integer")
  if (wantsNumber && word !== "" && Number.isFinite(Number(word))) return value(Number(word))
  // A list may be written with commas instead of JSON.
  if (types.includes("array") && !word.startsWith("["))
    return value(word === "" ? [] : word.split(",").map((each) => item(each.trim(), schema)))
  if (schema.type === undefined) return anything(text, choicesIn(schema))
  try {
    return value(JSON.parse(word) as Json)
  } catch {
    // The text is not quoted, as the engine's message would: it may be a secret.
    return { ok: false, problem: `it must be ${types.join(" or ")}, written as JSON` }
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
  if (!isObject(items)) return text
  const read = readValue(text, items)
  // If it does not fit, the schema refuses it with the rest.
  return read.ok ? read.value : text
}

/** If a string is allowed and a number is not, digits stay a string: a key may be all digits. */
function anything(text: string, types: readonly unknown[]): Read {
  try {
    const read = JSON.parse(text) as Json
    const type = read === null ? "null" : typeof read
    const isMeant = type === "object" || !types.includes("string") || types.includes(type)
    return value(isMeant ? read : text)
  } catch {
    return value(text)
  }
}

function choicesIn({ anyOf, oneOf }: JsonObject): readonly unknown[] {
  const choices = [anyOf, oneOf].flatMap((each) => (Array.isArray(each) ? (each as readonly Json[]) : []))
  return choices.flatMap((each) => (isObject(each) ? [each.type, ...choicesIn(each)] : [])).flat()
}

function value(given: Json): Read {
  return { ok: true, value: given }
}
