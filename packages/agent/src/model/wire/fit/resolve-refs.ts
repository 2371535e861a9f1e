// Inlines references: many providers support none, and the others only those to `$defs`. A recursive schema is inlined
// once, and accepts anything inside.
import { isObject } from "../../../base/is-object.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import type { Fitting, Place } from "./fitting.ts"

export interface Resolved {
  readonly schema: JsonObject
  readonly via: readonly string[]
}

export function resolved(given: JsonObject, fitting: Fitting, { via }: Place): Resolved {
  let schema = given
  let path = via
  while (schema.$ref !== undefined || schema.$dynamicRef !== undefined) {
    const { $ref, $dynamicRef, ...beside } = schema
    const target = typeof $ref === "string" ? targetOf($ref, fitting.root) : undefined
    const isCircle = typeof $ref === "string" && path.includes($ref)
    fitting.changes.add(wordsFor(target, isCircle))
    // Keywords beside a reference count too, and take precedence here.
    schema = target === undefined || isCircle ? beside : { ...target, ...beside }
    path = typeof $ref === "string" ? [...path, $ref] : path
    if (isCircle) break
  }
  return { schema, via: path }
}

function wordsFor(target: JsonObject | undefined, isCircle: boolean): string {
  if (isCircle) return "recursive references are written out once"
  return target === undefined ? "a reference without a target is left out" : "references are written out"
}

function targetOf(ref: string, root: JsonObject): JsonObject | undefined {
  if (ref === "#" || ref === "") return root
  if (!ref.startsWith("#/")) return undefined
  const found = ref
    .slice(2)
    .split("/")
    .reduce<Json | undefined>((at, step) => inside(at, plain(step)), root)
  return isObject(found) ? found : found === true ? {} : undefined
}

function inside(at: Json | undefined, step: string): Json | undefined {
  if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined
  return (at as JsonObject)[step]
}

function plain(step: string): string {
  const pointer = step.replaceAll("~1", "/").replaceAll("~0", "~")
  try {
    return decodeURIComponent(pointer)
  } catch {
    return pointer
  }
}
