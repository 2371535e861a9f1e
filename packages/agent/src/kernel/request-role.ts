// What a request is to the conversation. Most are part of it; a feature may make others of the same kind.
import type { Fitting } from "../context/fitting.ts"
import type { Answer } from "../contracts/answer.ts"
import type { ModelAsked } from "./facts/model-asked.ts"
import type { CallModel } from "./steps/call-model.ts"

export interface RequestRole {
  /** It shows the conversation: what waited to be said is history from there on. */
  readonly isShown: boolean
  /** It is made of what the next request is made of, so that its size tells of that. */
  readonly isMeasured: boolean
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

export const CONVERSATION: RequestRole = {
  isShown: true,
  isMeasured: true,
  isTold: true,
  hasCalls: true,
  goesOn: true,
}
