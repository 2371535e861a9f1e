// A feature's part of the state: how it begins, which facts of others it follows, and what of it belongs to the conversation.
import type { Stamp } from "../contracts/fact.ts"
import type { Draft, FactType } from "../registry/facts.ts"
import type { State } from "../registry/state.ts"
import type { ToolFinished } from "./facts/tool-finished.ts"

export interface Slice {
  /** Its fields in the state of a new session. */
  readonly initial?: Partial<State>
  /** Follows facts that others define, before those fold themselves. */
  readonly on?: { readonly [Type in FactType]?: (state: State, fact: Extract<Draft, { type: Type }> & Stamp) => State }
  /** Fields that go back with the conversation when it is taken back. */
  readonly conversation?: readonly (keyof State)[]
  /** The same, where it is not as simple: what becomes of its fields. */
  readonly rewind?: (past: State, now: State) => Partial<State>
  /** The call changed something of the session's own, and nothing in the world. */
  readonly isOwnChange?: (fact: ToolFinished) => boolean
}
