// What a request is to the conversation. Most are part of it; a feature may make others of the same kind.
import type { Fitting } from "../context/fitting.ts"
import type { Answer } from "../contracts/answer.ts"
import type { ModelAsked } from "../contracts/fact.ts"
import type { CallModel } from "./steps/call-model.ts"

export interface RequestRole {
  /** What it says is told to the user: as it comes, and when it fails. */
  readonly isTold: boolean
  /** Its answer may call tools. */
  readonly hasCalls: boolean
  /** The turn goes on with tools after it, so there has to be room for that. */
  readonly goesOn: boolean
  /** What its answer says, where that is not just its text. */
  readonly textOf?: (answer: Answer) => string
  /** What is put on record of where it stands. */
  readonly placeOf?: (step: CallModel, chain: number, fitting: Fitting) => Partial<ModelAsked>
}

export const CONVERSATION: RequestRole = { isTold: true, hasCalls: true, goesOn: true }
