// Refuses keys of a body that its schema does not have: a mistyped one would be left out in silence, and the rest carried out.
import { z } from "zod"
import { HttpError } from "./http-error.ts"

/** `value`: what was sent, which the schema has accepted. */
export function refuseUnknownKeys(schema: z.ZodType, value: unknown): void {
  const found = unknownIn(schema, value, "")
  if (found === undefined) return
  const { key, at, known } = found
  const near = nearest(key, known)
  const meant = near === undefined ? "" : `; the nearest is "${near}"`
  const message = `${at || "The body"} has no "${key.slice(0, 100)}"${meant}. It has: ${known.join(", ") || "no keys"}.`
  throw new HttpError(400, "input-invalid", message)
}

interface Unknown {
  readonly key: string
  /** Where it stands: "grant", "input.0". Empty for the body itself. */
  readonly at: string
  readonly known: readonly string[]
}

function unknownIn(schema: unknown, value: unknown, at: string): Unknown | undefined {
  if (typeof value !== "object" || value === null) return undefined
  const under = (name: string | number) => (at === "" ? String(name) : `${at}.${name}`)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unknownIn(schema.unwrap(), value, at)
  if (schema instanceof z.ZodUnion) return unknownInUnion(schema.options, value, at)
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return firstOf(value, (each, index) => unknownIn(schema.element, each, under(index)))
  if (!(schema instanceof z.ZodObject) || schema.def.catchall !== undefined) return undefined
  const shape: Readonly<Record<string, unknown>> = schema.shape
  const known = Object.keys(shape)
  return firstOf(Object.entries(value), ([key, each]) =>
    Object.hasOwn(shape, key) ? unknownIn(shape[key], each, under(key)) : { key, at, known },
  )
}

/** A value is meant for the first of several that it looks like, if its keys are not all known in another. */
function unknownInUnion(options: readonly unknown[], value: object, at: string): Unknown | undefined {
  const found = options.filter((each) => looksLike(each, value)).map((each) => unknownIn(each, value, at))
  return found.includes(undefined) ? undefined : found[0]
}

/** By its kind and its literals, such as `type`. To check the whole again would cost too much where it holds files. */
function looksLike(schema: unknown, value: object): boolean {
  if (Array.isArray(value)) return schema instanceof z.ZodArray
  if (!(schema instanceof z.ZodObject)) return schema instanceof z.ZodRecord
  const literals = Object.entries(schema.shape).filter(([, each]) => each instanceof z.ZodLiteral)
  return literals.every(([name, each]) => (each as z.ZodLiteral).values.has((value as Record<string, never>)[name]))
}

function firstOf<T>(list: readonly T[], look: (each: T, index: number) => Unknown | undefined): Unknown | undefined {
  for (const [index, each] of list.entries()) {
    const found = look(each, index)
    if (found !== undefined) return found
  }
  return undefined
}

/** The one with the longest beginning in common. */
function nearest(key: string, known: readonly string[]): string | undefined {
  const shared = (name: string) => {
    let at = 0
    while (at < name.length && name[at]?.toLowerCase() === key[at]?.toLowerCase()) at++
    return at
  }
  const [best] = [...known].sort((a, b) => shared(b) - shared(a))
  return best !== undefined && shared(best) > 0 ? best : undefined
}
