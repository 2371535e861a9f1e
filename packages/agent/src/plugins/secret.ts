// The class and schema marker for secret settings. A secret prints masked everywhere; only `reveal()` gives its value.
import type { JsonObject } from "../contracts/json.ts"
import type { StandardSchema } from "../tools/input-schema.ts"

export const MASK = "********"

/**
 * A secret setting. It prints masked everywhere; only `reveal()` gives its value.
 *
 * @example
 * ```ts
 * import { Secret } from "@pawl/agent"
 *
 * const key = new Secret("a very secret key")
 * console.log(`${key}`, key.reveal().length)
 * ```
 */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The value itself. Pass it only to the code that needs it. */
  reveal(): string {
    return this.#value
  }

  /** The mask. */
  toString(): string {
    return MASK
  }

  /** The mask. */
  toJSON(): string {
    return MASK
  }

  [Symbol.toPrimitive](): string {
    return MASK
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `Secret(${MASK})`
  }
}

/**
 * Marks a setting as secret: JSON Schema of a string, or a zod schema. In JSON Schema `secret: true` does the same.
 *
 * @example
 * ```ts
 * import { plugin, type Secret, secret } from "@pawl/agent"
 *
 * export default plugin<{ readonly apiKey: Secret }>({
 *   name: "tickets",
 *   settings: { type: "object", properties: { apiKey: secret() }, required: ["apiKey"] },
 * })
 * ```
 */
export function secret(schema?: JsonObject): JsonObject
export function secret<Schema extends StandardSchema>(schema: Schema): Schema
export function secret(schema: JsonObject | StandardSchema = {}): JsonObject | StandardSchema {
  if (!("~standard" in schema)) return { type: "string", ...schema, secret: true }
  const { meta } = schema as { readonly meta?: unknown } // zod's method for metadata.
  if (typeof meta !== "function")
    throw new TypeError("secret() cannot mark this schema. Use a zod schema, or JSON Schema with `secret: true`.")
  return meta.call(schema, { ...meta.call(schema), secret: true }) as StandardSchema
}

/** By our own marker, or by a common JSON Schema convention. */
export function isSecret(schema: JsonObject): boolean {
  return schema.secret === true || schema.writeOnly === true || schema.format === "password"
}

/** Whether the text is a mask, ours or that of another program's form. If it were stored, it would replace the secret. */
export function isMasked(value: string): boolean {
  return /^[*•●∙·]+$/u.test(value.trim()) || value.trim() === "[redacted]" || value.trim() === `Secret(${MASK})`
}
