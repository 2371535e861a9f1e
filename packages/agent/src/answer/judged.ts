// What is judged, and what is found: the words between the judges of this folder and the rules that act on them.
import type { JsonObject } from "../contracts/json.ts"

/** A text answer without a call, and what led to it in this turn. */
export interface Judged {
  readonly user: string
  readonly calls: readonly JudgedCall[]
  readonly answer: string
  /** The tools that were offered, when that is known. */
  readonly tools?: readonly string[]
  /** The model's own list: what of it is still to do, and whether this turn worked with it. */
  readonly tasks?: { readonly open: readonly string[]; readonly isUsed: boolean }
}

export interface JudgedCall {
  readonly name: string
  readonly args: JsonObject
  readonly result: string
  readonly isError: boolean
}

/**
 * `incomplete`: work is left that the model could do. `deflection`: it hands the work back, or asks without need.
 * `unproven-claim`: it says it did what no call did. `needs-user`: only the user can answer. `honest-gap`: it tried, and
 * says what it could not do.
 */
export type Kind = "empty" | "incomplete" | "deflection" | "unproven-claim" | "complete" | "honest-gap" | "needs-user"

export interface Finding {
  readonly kind: Kind
  /** What it was found by, for people: "3 of 7 listed files have no call: c.png, d.png, e.png". */
  readonly evidence: string
  /** Shown by calls and results, not by words alone. */
  readonly proven: boolean
  /** Another reading is possible. */
  readonly doubtful: boolean
}

const NUDGED: ReadonlySet<Kind> = new Set(["empty", "incomplete", "deflection", "unproven-claim"])

export function shouldNudge({ kind }: Finding): boolean {
  return NUDGED.has(kind)
}
