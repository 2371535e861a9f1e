// What performers ask before a request is sent, when there are limits of what may be used.
import type { ModelError } from "../../contracts/answer.ts"
import type { Usage } from "../../contracts/usage.ts"
import type { State } from "../../kernel/state/state.ts"
import type { LimitFact } from "./facts/usage-limit-met.ts"

export interface LimitPorts {
  /**
   * Whether a request may be sent. Absent without limits: then nothing is asked. `more`: what a request used that neither
   * the state nor the store has counted yet.
   */
  readonly allowance?: (session: string, state: State, model: string, more?: MoreUsed) => Promise<Allowance>
}

export interface MoreUsed {
  readonly usage: Usage | undefined
  readonly ms: number
}

export interface Allowance {
  /** Limits that are near and not told yet. */
  readonly near: readonly LimitFact[]
  /** The limit that forbids the request: as a fact of the turn, and as the failure of a request beside it. */
  readonly reached?: { readonly fact: LimitFact; readonly error: ModelError }
}
