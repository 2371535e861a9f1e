// The role of a request in the conversation. Most requests are part of it; a feature may make
// requests with other roles.
import type { Fitting } from "../context/fitting.ts"
import type { Answer } from "../contracts/answer.ts"
import type { ModelAsked } from "./facts/model-asked.ts"
import type { CallModel } from "./steps/call-model.ts"

export interface RequestRole {
  /** The request shows the conversation: input that was waiting is history from then on. */
  readonly isShown: boolean
  /** The request has the same contents as the next one will, so its size helps to estimate the next one. */
  readonly isMeasured: boolean
  /** Its answer is published to subscribers: text while it streams, and failures. */
  readonly isPublished: boolean
  /** Its answer may call tools. */
  readonly hasCalls: boolean
  /** The turn continues with tools after it, so room must be left for that. */
  readonly goesOn: boolean
  /** Extracts the text from the answer, when that is more than the plain text. */
  readonly textOf?: (answer: Answer) => string
  /** Fields that say where in a plan the request belongs; stored in `model-asked`. */
  readonly placeOf?: (step: CallModel, chain: number, fitting: Fitting) => Partial<ModelAsked>
}

export const CONVERSATION: RequestRole = {
  isShown: true,
  isMeasured: true,
  isPublished: true,
  hasCalls: true,
  goesOn: true,
}
