// What a turn knows of the checks of its answers.
import type { Verdict } from "../../contracts/finish-check.ts"

export interface FinishTurn {
  /** The finish checks that its answers are held against. */
  readonly checks?: readonly string[]
  /** The last question to a judge model about an answer. */
  readonly judgement?: Judgement
}

export interface Judgement {
  /** The answer it is about. */
  readonly about: string
  readonly open: boolean
  /** How often it was asked: more than once means a crash in between. */
  readonly tries: number
  /** Undefined while it is open, and when no verdict came. */
  readonly verdict?: Verdict
}
