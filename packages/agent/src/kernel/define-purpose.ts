// A request beside the conversation: it is counted and paid for, and leaves no trace in it but what its purpose keeps.
import type { Event } from "../contracts/event.ts"
import type { Stamp } from "../contracts/fact.ts"
import type { State } from "../registry/state.ts"
import type { Teller } from "./define-fact.ts"
import type { ModelAnswered } from "./facts/model-answered.ts"
import type { ModelAsked } from "./facts/model-asked.ts"
import type { ModelFailed } from "./facts/model-failed.ts"

export type AsideFact = (ModelAsked | ModelAnswered | ModelFailed) & Stamp

export interface PurposeDefinition {
  readonly fold: (state: State, fact: AsideFact) => State
  /** Nothing is told unless given. */
  readonly events?: (fact: AsideFact, to: Teller) => readonly Event[]
}
