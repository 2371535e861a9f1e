// The interface between a dialect's markup and AnswerReader: where markup may begin, and which Body collects what is
// inside.
import type { Problem } from "../../../contracts/answer.ts"
import type { DialectOutput, ReadAnswer, WrittenCall } from "../../../contracts/dialect.ts"

export interface Markup {
  /** Characters at which markup may begin, written as the inside of a regular expression class. */
  readonly starts: string
  /** Markup begins only at the start of a line. */
  readonly lines?: true
  /** A fence may be part of the markup instead of a quotation. */
  readonly fences?: true
  begins(input: string, at: number, place: Place): Found
  /** Final correction on the whole answer. */
  finish?(read: ReadAnswer): ReadAnswer
}

export interface Place {
  /** The input is complete, so "maybe" is not a valid result. */
  readonly ended: boolean
  /** Whether only white space stands between the last call and this position. */
  isAfterCall(): boolean
  /** Whether no text came before this position. */
  isFirst(): boolean
  readonly output: DialectOutput
}

/** "maybe": cannot be decided before more input arrives. */
export type Found = "none" | "maybe" | Begun

/** Markup without a body has no meaning and is dropped. */
export interface Begun {
  readonly length: number
  readonly body?: Body | undefined
}

/** Collects everything that belongs to one piece of markup. */
export interface Body {
  readonly done: boolean
  /** Consumes input from `at` on and returns where it stopped. The rest is passed again, with more input after it. */
  push(input: string, at: number): number
  /** Returns the result; call it after `done`. */
  take(): Taken
  /** Returns the result when the input is complete; `left` is what the last push did not consume. */
  end(left: string): Taken
}

export interface Taken {
  readonly calls?: readonly WrittenCall[]
  readonly problems?: readonly Problem[]
  /** The markup turned out to be text, to be emitted as it is. */
  readonly text?: string
  /** The markup ended earlier: this part has to be parsed again as text. */
  readonly rest?: string
}
