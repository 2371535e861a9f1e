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

/** How a request of a turn that is carried out in phases relates to the conversation. */
export interface PhaseDefinition {
  /** It shows the conversation: what waited to be said is history from there on. */
  readonly isShown: boolean
  /** It is made of what the next request is made of, so that its size tells of that. */
  readonly isMeasured: boolean
  /** What it says is an answer to the user. */
  readonly speaks: boolean
  /** The calls that it asks for are made. */
  readonly calls: boolean
}

/** Of a request outside of any phase. */
export const NO_PHASE: PhaseDefinition = { isShown: true, isMeasured: true, speaks: true, calls: true }
