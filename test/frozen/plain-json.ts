// Turns values into JSON that is the same each time: maps as lists, bytes as size and hash.
import { createHash } from "node:crypto"

export function plain(value: unknown): unknown {
  if (value instanceof Uint8Array)
    return { bytes: value.length, sha256: createHash("sha256").update(value).digest("hex") }
  if (value instanceof Map) return [...value].map(([key, each]) => [key, plain(each)])
  if (value instanceof Set) return [...value].map(plain)
  if (value instanceof Error)
    return { error: value.name, message: value.message, ...("code" in value && { code: value.code }) }
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]))
}

export function asLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(plain(value))}\n`).join("")
}
