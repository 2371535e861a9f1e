// What a dialect tells the reader of answers about its markup: where it may begin, and who takes what is inside.
import type { Problem } from "../../../contracts/answer.ts"
import type { ReadAnswer, Told, WrittenCall } from "../../../contracts/dialect.ts"

export interface Markup {
  /** Characters at which it may begin: the inside of a class in a regular expression. */
  readonly starts: string
  /** It begins lines. */
  readonly lines?: true
  /** A fence may be part of it, and is not only a quotation. */
  readonly fences?: true
  begins(input: string, at: number, place: Place): Found
  /** A last look at the whole answer. */
  finish?(read: ReadAnswer): ReadAnswer
}

export interface Place {
  /** Nothing more will come: "maybe" is no answer. */
  readonly ended: boolean
  /** Only white space stands between the last call and here. */
  isAfterCall(): boolean
  /** Nothing has been said yet. */
  isFirst(): boolean
  readonly told: Told
}

/** "maybe": more has to come before it can be told. */
export type Found = "none" | "maybe" | Begun

/** Without a body it is markup that means nothing and is left out. */
export interface Begun {
  readonly length: number
  readonly body?: Body | undefined
}

/** Takes all that belongs to a piece of markup. */
export interface Body {
  readonly done: boolean
  /** Takes what it can from `at` on, and gives the place where it stopped. What it leaves comes again, with more behind it. */
  push(input: string, at: number): number
  /** After `done`. */
  take(): Taken
  /** Nothing more will come; `left` is what the last push did not take. */
  end(left: string): Taken
}

export interface Taken {
  readonly calls?: readonly WrittenCall[]
  readonly problems?: readonly Problem[]
  /** It was none after all: to be told as it is. */
  readonly text?: string
  /** It had ended before: to be read again as text. */
  readonly rest?: string
}
