// A purpose defines an aside: a request beside the conversation. Its tokens are counted and paid for; it leaves
// nothing in the conversation except what its purpose keeps.
import type { Event } from "../contracts/event.ts"
import type { Stamp } from "../contracts/fact.ts"
import type { State } from "../registry/state.ts"
import type { EventWriter } from "./define-fact.ts"
import type { ModelAnswered } from "./facts/model-answered.ts"
import type { ModelAsked } from "./facts/model-asked.ts"
import type { ModelFailed } from "./facts/model-failed.ts"

export type AsideFact = (ModelAsked | ModelAnswered | ModelFailed) & Stamp

export interface PurposeDefinition {
  readonly fold: (state: State, fact: AsideFact) => State
  /** The events of the aside; none unless given. */
  readonly events?: (fact: AsideFact, to: EventWriter) => readonly Event[]
}
