// A slice is a feature's part of the state: its initial fields, the facts of other features it follows, and the
// fields that belong to the conversation.
import type { Stamp } from "../contracts/fact.ts"
import type { Draft, FactType } from "../registry/facts.ts"
import type { State } from "../registry/state.ts"
import type { ToolFinished } from "./facts/tool-finished.ts"

export interface Slice {
  /** Its fields in the state of a new session. */
  readonly initial?: Partial<State>
  /** Folds facts that are defined elsewhere, before those facts fold themselves. */
  readonly on?: { readonly [Type in FactType]?: (state: State, fact: Extract<Draft, { type: Type }> & Stamp) => State }
  /** Fields that are restored when the conversation is taken back. */
  readonly conversation?: readonly (keyof State)[]
  /** Computes the fields after the conversation was taken back, where copying the old ones is not enough. */
  readonly rewind?: (past: State, now: State) => Partial<State>
  /** True when the call changed only the session's own lists, and nothing in the world. */
  readonly isOwnChange?: (fact: ToolFinished) => boolean
}
