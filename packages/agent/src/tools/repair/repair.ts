// The types of repairs: a value that was probably meant, and a description of the change. If two repairs disagree,
// none is applied.
import type { Json, JsonObject } from "../../contracts/json.ts"

/** Undefined when there is nothing to repair, or more than one way to do it. */
export type RepairText = (text: string, wanted: ReadonlySet<JsonType>) => Json | undefined

export type JsonType = "string" | "number" | "boolean" | "object" | "array" | "null"

/** The file system that path repairs are checked against. */
export interface Surroundings {
  /** The user's home folder. */
  readonly home: string
  /** Where relative paths begin. */
  readonly folder: string
  readonly exists: (path: string) => Promise<boolean>
}

/** Undefined when it is no path of this kind, or the repaired path would not exist. */
export type RepairPath = (path: string, around: Surroundings) => Promise<string | undefined>

export interface Repaired {
  readonly arguments: JsonObject
  /** In plain words, for the log, the approver and the model. */
  readonly repairs: readonly string[]
}

export function typeOf(value: Json): JsonType {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  return typeof value as "string" | "number" | "boolean" | "object" // The remaining JSON types.
}
