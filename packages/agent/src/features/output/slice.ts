// The part of a turn's state that is about its typed answer.
import type { TurnOutput } from "../../contracts/turn-output.ts"

/** What a turn keeps of its typed answer. */
export interface OutputTurn {
  /** What the final answer has to fit. */
  readonly output?: TurnOutput
  /** What the program's own check said about the last answer that fits the JSON Schema. */
  readonly outputCheck?: OutputCheck
}

/** What a program's own check said about an answer. */
export interface OutputCheck {
  /** The attempt of the answer it is about. */
  readonly attempt: string
  /** Empty when the answer stands. */
  readonly problems: readonly string[]
  /** What the check threw, instead of judging the answer. */
  readonly failed?: string
}
