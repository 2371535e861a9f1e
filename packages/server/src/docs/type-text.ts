// Writes a JSON Schema as a TypeScript type: for the page of the routes, and for the types of @pawl/client.
import type { Schema } from "./document.ts"

/** `named`: how a component is written. */
export function typeText(schema: Schema, named: (name: string) => string = (name) => name): string {
  const text = (each: Schema): string => typeText(each, named)
  const { $ref, oneOf, anyOf, allOf } = schema
  if ($ref !== undefined) return named($ref.slice($ref.lastIndexOf("/") + 1))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return either(schema.enum.map((value) => JSON.stringify(value)))
  const choices = oneOf ?? anyOf
  if (choices !== undefined) return either(choices.map(text))
  if (allOf !== undefined) return allOf.map((each) => grouped(text(each))).join(" & ")
  const { type } = schema
  if (typeof type === "object") return either(type.map((each) => text({ ...schema, type: each })))
  return (BY_TYPE[type ?? ""] ?? (() => "unknown"))(schema, text)
}

type Write = (schema: Schema, text: (schema: Schema) => string) => string

const BY_TYPE: Readonly<Record<string, Write>> = {
  string: () => "string",
  number: () => "number",
  integer: () => "number",
  boolean: () => "boolean",
  null: () => "null",
  array: ({ items }, text) => `readonly ${grouped(items === undefined ? "unknown" : text(items))}[]`,
  object: objectText,
}

function objectText(
  { properties = {}, required = [], additionalProperties }: Schema,
  text: (schema: Schema) => string,
) {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? "" : "?"
    return `readonly ${/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name)}${mark}: ${text(schema)}`
  })
  // Named fields beside any others: their types need not fit, so the others are unknown.
  const isLoose = additionalProperties !== undefined && additionalProperties !== false
  const others =
    fields.length === 0 && typeof additionalProperties === "object" ? text(additionalProperties) : "unknown"
  const all = isLoose ? [...fields, `readonly [key: string]: ${others}`] : fields
  return all.length === 0 ? "Readonly<Record<string, never>>" : `{ ${all.join("; ")} }`
}

function either(types: readonly string[]): string {
  return [...new Set(types)].join(" | ")
}

/** A union or a list within a list needs brackets. */
function grouped(type: string): string {
  return /^[\w"]+$/.test(type) || (type.startsWith("{") && !type.includes("} | ")) ? type : `(${type})`
}
