// One thing to be seen in a turn and its answer. What each weighs is in ../weights.ts, fitted on labelled answers; here is
// only whether it is there, and by what.
import type { Kind } from "../judged.ts"
import type { Reading } from "../reading.ts"

/** `sign`: enough by itself for a nudge. `hint`: speaks for one beside others. `excuse`: speaks for taking the answer. */
export type Role = "sign" | "hint" | "excuse"

export interface Feature {
  readonly role: Role
  /** What the answer is, where this decides. */
  readonly kind: Kind
  /** Known by the phrase tables; what is not is evidence. */
  readonly byWords?: true
  /** What was seen, for people. */
  readonly see: See
}

type See = (reading: Reading) => string | undefined

export type Features = Readonly<Record<string, Feature>>

export const sign = (kind: Kind, see: See): Feature => ({ role: "sign", kind, see })
export const hint = (kind: Kind, see: See): Feature => ({ role: "hint", kind, see })
export const excuse = (kind: Kind, see: See): Feature => ({ role: "excuse", kind, see })
export const byWords = (feature: Feature): Feature => ({ ...feature, byWords: true })

export function when(isSeen: boolean, evidence: string): string | undefined {
  return isSeen ? evidence : undefined
}

export function quote(text: string, most = 100): string {
  return `"${text.length > most ? `${text.slice(0, most)}...` : text}"`
}

export function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? ""
}
