// A model's reply: an answer or a failure. Both are data; neither is thrown.
import type { WrittenAsText } from "./finish-check.ts"
import type { JsonObject } from "./json.ts"
import type { Reasoning } from "./message.ts"
import type { RateNews } from "./rates.ts"
import type { Usage } from "./usage.ts"

/** A model's reply: an answer or a failure. Neither is thrown. */
export type Reply = Answer | Failure

/** A model's answer: its text, and the calls it asks for. */
export interface Answer {
  readonly kind: "answer"
  /** The model's text for the user. */
  readonly text: string
  /** The model's thinking, in the form in which its provider expects it back. */
  readonly reasoning: readonly Reasoning[]
  /** The tool calls the model asks for, in its order. */
  readonly calls: readonly AskedCall[]
  /** Problems found while parsing the answer; they are reported to the model. */
  readonly problems: readonly Problem[]
  /** A call of an offered tool at the end of the text, in a form that the prompt did not ask for. */
  readonly written?: WrittenAsText
  /** Why the answer ends. */
  readonly stop: Stop
  /** Tokens and cost, if the provider reports them. */
  readonly usage?: Usage
  /** What the provider says about its rate limits; never stored. */
  readonly rate?: RateNews
}

/** A call as the model wrote it, before Pawl gives it an id. */
export interface AskedCall {
  /** The tool that the model wants to call. */
  readonly name: string
  /** What it passes, as it came. */
  readonly arguments: JsonObject
  /** The text of the arguments, where they are not JSON. */
  readonly unreadable?: string
  /** The model's reason for the call, if it gives one with the call. */
  readonly rationale?: string
}

/** Why a model ended its answer. */
export type Stop = "end" | "tool-calls" | "max-tokens" | "refused" | "other"

/** Something in the answer that could not be parsed. */
export interface Problem {
  /** For programs; it stays the same when the message is reworded. */
  readonly code: string
  /** For people. */
  readonly message: string
}

/** A failed request to a model, as data. */
export interface Failure {
  readonly kind: "failure"
  /** The error. Its class decides whether the model is asked again. */
  readonly error: ModelError
  /** Text that had arrived before the failure. */
  readonly text?: string
  /** What the request used in spite of the failure, as far as it is known. */
  readonly usage?: Usage
  /** How long the provider asks to wait before the next request. */
  readonly retryAfterMs?: number
  /** What the provider says about its rate limits; never stored. */
  readonly rate?: RateNews
  /** An exception that the model threw instead of returning a failure. For observers only; never stored. */
  readonly thrown?: unknown
}

/** Why a request to a model failed. */
export interface ModelError {
  /** Decides whether it is asked again. */
  readonly class: ErrorClass
  /** For programs; it stays the same when the message is reworded. */
  readonly code: string
  /** For people. */
  readonly message: string
}

/**
 * Classes of model errors.
 * - `overloaded`: the provider reports that it is busy.
 * - `server-error`: something broke at the provider; it may or may not pass.
 * - `unexplained`: the provider gave no reason that Pawl knows.
 * - `interrupted`: the runner was stopped.
 * - `crashed`: the process died repeatedly during this call.
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
