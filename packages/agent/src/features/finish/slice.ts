// The finish checks' part of a turn's state.
import type { Verdict } from "../../contracts/finish-check.ts"

/** What finish checks keep of a turn. */
export interface FinishTurn {
  /** The finish checks that apply to its answers. */
  readonly checks?: readonly string[]
  /** The last question to a judge model about an answer. */
  readonly judgement?: Judgement
}

/** A verdict of the judge, with its reason. */
export interface Judgement {
  /** The attempt of the answer it is about. */
  readonly about: string
  readonly open: boolean
  /** How often it was asked: more than once means a crash in between. */
  readonly tries: number
  /** Undefined while it is open, and when no verdict came. */
  readonly verdict?: Verdict
  /** A limit of what may be used forbids the question, and asking the model again too: the answer stands. */
  readonly isRefused?: boolean
}
