// What a model gave back: an answer, or a failure. Both are data; neither is thrown.
import type { WrittenAsText } from "./finish-check.ts"
import type { JsonObject } from "./json.ts"
import type { Reasoning } from "./message.ts"
import type { Usage } from "./usage.ts"

/** What a model gives back. Neither of the two is thrown. */
export type Reply = Answer | Failure

/** A model's answer: its text, and the calls it asks for. */
export interface Answer {
  readonly kind: "answer"
  /** What the model says to the user. */
  readonly text: string
  /** What the model thinks beside its text, as its provider wants it back. */
  readonly reasoning: readonly Reasoning[]
  /** The tool calls it asks for, in its order. */
  readonly calls: readonly AskedCall[]
  /** What could not be read; the model is told. */
  readonly problems: readonly Problem[]
  /** A call of an offered tool that the text ends with, where nobody was told to write calls like that. */
  readonly written?: WrittenAsText
  /** Why the answer ends where it does. */
  readonly stop: Stop
  /** Tokens and money, where the provider says so. */
  readonly usage?: Usage
}

/** A call as the model wrote it, before it has an id of ours. */
export interface AskedCall {
  readonly name: string
  readonly arguments: JsonObject
  readonly unreadable?: string
  /** Why, where the model says so with the call itself. */
  readonly rationale?: string
}

export type Stop = "end" | "tool-calls" | "max-tokens" | "refused" | "other"

/** Something in the answer that could not be read. */
export interface Problem {
  readonly code: string
  readonly message: string
}

/** A model that could not answer, as data. */
export interface Failure {
  readonly kind: "failure"
  /** What went wrong, and of which class it is: that decides whether the model is asked again. */
  readonly error: ModelError
  /** Text that had arrived before the failure. */
  readonly text?: string
  /** How long the provider wants to be left alone. */
  readonly retryAfterMs?: number
  /** What a model threw that should have reported it: for those who watch, and never stored. */
  readonly thrown?: unknown
}

export interface ModelError {
  readonly class: ErrorClass
  readonly code: string
  readonly message: string
}

/**
 * `overloaded`: it is busy, and says so. `server-error`: something broke on its side, which may pass or not. `unexplained`: it said
 * neither what happened nor a word that we know. `interrupted`: the runner was told to stop. `crashed`: the process died during this
 * call, again and again.
 */
export type ErrorClass =
  | "rate-limit"
  | "overloaded"
  | "server-error"
  | "network"
  | "timeout"
  | "auth"
  | "config"
  | "context-overflow"
  | "invalid-request"
  | "unexplained"
  | "output"
  | "aborted"
  | "interrupted"
  | "crashed"
  | "internal"
