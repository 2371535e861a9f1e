// What a repair is: a value that was probably meant, and how to say so. Two that disagree are none.
import type { Json, JsonObject } from "../../contracts/json.ts"

/** Undefined where there is nothing to repair, or more than one way to do it. */
export type RepairText = (text: string, wanted: ReadonlySet<JsonType>) => Json | undefined

export type JsonType = "string" | "number" | "boolean" | "object" | "array" | "null"

/** What a repaired path is held against. */
export interface Surroundings {
  /** The user's home folder. */
  readonly home: string
  /** Where relative paths begin. */
  readonly folder: string
  readonly exists: (path: string) => Promise<boolean>
}

/** Undefined where it is no path of this kind, or what it would become is not there. */
export type RepairPath = (path: string, around: Surroundings) => Promise<string | undefined>

export interface Repaired {
  readonly arguments: JsonObject
  /** In plain words, for the log, for whoever approves, and for the model. */
  readonly repairs: readonly string[]
}

export function typeOf(value: Json): JsonType {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  return typeof value as "string" | "number" | "boolean" | "object" // All that JSON has besides.
}
