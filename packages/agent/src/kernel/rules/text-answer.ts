// The answer that most rules about answers start from.
import type { AnswerState, State, Turn } from "../state/state.ts"

export interface TextAnswer {
  readonly turn: Turn
  readonly answer: AnswerState
}

/** The last answer, if it has no calls, was not taken back, and there is no input that the model has not seen. */
export function textAnswer({ turn, waiting }: State): TextAnswer | undefined {
  const answer = turn?.answer
  if (turn === undefined || turn.cancelled || answer === undefined || answer.nudged) return undefined
  return turn.calls.length > 0 || waiting.length > 0 ? undefined : { turn, answer }
}
