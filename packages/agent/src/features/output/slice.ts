// The part of a turn's state that is about its typed answer.
import type { TurnOutput } from "../../contracts/turn-output.ts"

export interface OutputTurn {
  /** What the final answer has to fit. */
  readonly output?: TurnOutput
  /** What the program's own check said about the last answer that fits the JSON Schema. */
  readonly outputCheck?: OutputCheck
}

export interface OutputCheck {
  /** The attempt of the answer it is about. */
  readonly attempt: string
  /** Empty when the answer stands. */
  readonly problems: readonly string[]
}
