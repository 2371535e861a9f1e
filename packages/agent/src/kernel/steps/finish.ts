// End the turn.
import type { Ending, TurnError, TurnOutcome } from "../../contracts/fact.ts"
import type { Turn } from "../state/state.ts"

export interface Finish {
  readonly kind: "finish"
  readonly key: string
  readonly outcome: TurnOutcome
  readonly text: string
  readonly error?: TurnError
  readonly suggestions?: readonly string[]
}

export function finishStep(turn: Turn, outcome: TurnOutcome, text: string, error?: TurnError): Finish {
  const key = `finish:${turn.number}`
  return { kind: "finish", key, outcome, text, ...(error !== undefined && { error }) }
}

/** Ends a turn that was asked for its last answer: with that, or with our own words when there is none. */
export function endingFinish(turn: Turn, { outcome, error, text }: Ending, answer = ""): Finish {
  const words = [turn.kept, answer.trim() === "" ? text : answer].filter((each) => each.trim() !== "")
  // It begins anew: what was said before stands for itself.
  return finishStep(turn, outcome, words.join("\n\n"), error)
}
