// Validates with ajv, which has the draft of JSON Schema that compose uses.
import { Ajv2019 } from "ajv/dist/2019.js"

export function jsonSchemaProblems(schema: object, value: unknown): readonly string[] {
  const { $schema: _draft, ...rest } = withoutIds(schema) as Readonly<Record<string, unknown>>
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false })
  const validate = ajv.compile(rest)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** Names of parts, in the way of an older draft. Nothing refers to them. */
function withoutIds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutIds)
  if (typeof schema !== "object" || schema === null) return schema
  const kept = Object.entries(schema).filter(([key, value]) => key !== "id" || typeof value !== "string")
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutIds(value)]))
}
