// The text by which a tool is found: its name, its server, its description, and its parameters.
import { isObject } from "../base/is-object.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { FieldWeight } from "./bm25.ts"
import { termsIn } from "./terms.ts"

export interface IndexedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  /** The server it belongs to. */
  readonly server?: string
}

/** For name, server, description, parameters. */
export const FIELD_WEIGHTS: readonly FieldWeight[] = [
  { weight: 3, shrink: 0.95 },
  { weight: 2, shrink: 0 },
  { weight: 0.75, shrink: 0.4 },
  { weight: 0.45, shrink: 1 },
]

export function fieldsOf({ name, server = "", description, inputSchema }: IndexedTool): readonly (readonly string[])[] {
  const about = termsIn(description.slice(0, MAX_CHARS_ABOUT), TELLING_WORDS)
  const parameters = termsIn(parameterText(inputSchema).slice(0, MAX_CHARS), 0)
  return [termsIn(ownName(name, server)), termsIn(server), about, parameters]
}

/** A description says at its beginning what the tool is for; the rest is details. */
const TELLING_WORDS = 25
const MAX_CHARS_ABOUT = 600
const MAX_CHARS = 1200

/** The name on its server: "github__create_issue" of "github" is "create_issue". */
export function ownName(name: string, server: string): string {
  if (server === "" || !name.startsWith(server)) return name
  return name.slice(server.length).replace(/^[._-]+/, "") || name
}

/** Names, choices and descriptions of parameters, two levels deep, lists included: deeper levels are details. */
function parameterText({ properties }: JsonObject, depth = 0): string {
  if (!isObject(properties)) return ""
  let text = ""
  for (const name of Object.keys(properties)) {
    const value = properties[name]
    text += `${name} `
    if (!isObject(value)) continue
    const parts = isObject(value.items) ? [value, value.items] : [value]
    text += `${parts.flatMap(choicesIn).slice(0, MAX_CHOICES).join(" ")} `
    if (typeof value.description === "string") text += `${value.description.slice(0, MAX_CHARS_EACH)} `
    if (depth === 0) text += parts.map((part) => parameterText(part, 1)).join("")
    if (text.length > MAX_CHARS) break
  }
  return text
}

const MAX_CHARS_EACH = 200
const MAX_CHOICES = 12

/** That a tool can "archive" may show only in the values that an argument takes. */
function choicesIn({ enum: values, const: only, anyOf, oneOf }: JsonObject): readonly string[] {
  const own = [...(Array.isArray(values) ? values : []), only].filter((value) => typeof value === "string")
  const ways = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []))
  return [...own, ...ways.flatMap(choicesIn)]
}

/** The parameters' names alone, for the embedder. */
export function parameterNames({ properties }: JsonObject): string {
  return isObject(properties) ? Object.keys(properties).join(" ") : ""
}
