// Defines a fact in one place: its fields, how it folds, which events and log records it produces, how it is
// described to a person, and which of its fields are secret. The rows are in registry/facts.ts; all other code looks
// facts up there.
import type { Part } from "../contracts/content.ts"
import type { Event, EventBody } from "../contracts/event.ts"
import type { FACT_VERSION, Stamp } from "../contracts/fact.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Content, Decision } from "../observe/log-record.ts"
import type { State } from "../registry/state.ts"

export interface FactDefinition<F extends { readonly type: string }> {
  readonly type: F["type"]
  readonly version: typeof FACT_VERSION
  /** Required fields: a draft without one of them is not stored. */
  readonly must: Fields<F>
  /** Optional fields whose type is checked, because a wrong type would mislead the code that reads them. */
  readonly may?: Fields<F>
  /** Pure and total: it must work for every state. */
  readonly fold: (state: State, fact: F & Stamp) => State
  /** Set when the fact takes the conversation back to what it was at an earlier fact. */
  readonly rewinds?: GoesBack<F>
  /** The events that subscribers get; none unless given. */
  readonly events?: (fact: F & Stamp, to: EventWriter) => readonly Event[]
  /**
   * The index of the event from which a position counts, because the fact always produces the
   * same events from there on.
   */
  readonly countsFrom?: (fact: F, events: readonly Event[]) => number | undefined
  /**
   * What observers get: by default a decision named after the fact's type; nothing for `none`. For `paired` facts the
   * recorder builds the log record itself.
   */
  readonly record?: "none" | "paired" | ((fact: F & Stamp) => Decided | Extract<Content, { kind: "trim" }>)
  /** One line for a person who reads the log. */
  readonly describe?: (fact: F, say: Saying) => string
  /** Fields with words of people, models, tools or files. Log records for observers leave them out. */
  readonly secret: readonly (keyof F)[]
  /** The blob hashes that the fact refers to. By default these are taken from its content parts. */
  readonly hashes?: (fact: F) => readonly unknown[]
  /** The text that a search finds the fact by. */
  readonly searched?: (fact: F, textOf: (parts: readonly Part[]) => string) => Searched | undefined
}

type Fields<F> = { readonly [Name in keyof F]?: Kind }

/** The type a field must have. */
export type Kind =
  | "string"
  | "number"
  | "boolean"
  | "object"
  | "error"
  | "words"
  | "list"
  | "strings"
  | "parts"
  | "calls"
  | "blob"
  | "masks"

export interface GoesBack<F> {
  /** The `seq` of the fact whose state is restored. */
  readonly to: (fact: F) => number
  /** `past` is the state at that fact; undefined when it is not known. */
  readonly fold: (state: State, past: State | undefined, fact: F & Stamp) => State
}

/** A decision as observers get it, named after its fact unless it sets `what`. */
export type Decided = { readonly [Key in Exclude<keyof Decision, "kind">]?: Decision[Key] | undefined }

/** More text is indexed of `said` than of a `result`, which is found by its beginning. */
export interface Searched {
  readonly kind: "said" | "result"
  readonly text: string
}

/** One subscriber's progress in the session. Events that were already published decide which are still due. */
export interface EventWriter {
  event(body: EventBody): Event
  /** Marks the answer of this attempt as in flight. */
  begin(attempt: string): void
  /** The part of the answer in flight that was not published yet. */
  publishText(attempt: string, after: (offset: number) => string): readonly Event[]
  publishThinking(attempt: string, after: (offset: number) => string): readonly Event[]
  /** Closes whatever the answer has open: its text or its thinking. */
  endOpen(): readonly Event[]
  /** Clears the answer in flight. */
  forgetAnswer(): void
  /** The answer in flight is void. Returns the event that says so, if any of the answer was published. */
  discard(why: "crashed" | "failed"): readonly Event[]
  /** The output of this call starts over, or has ended. */
  forgetOutput(call: string): void
}

/** How a log viewer formats text: colours, lengths, message parts and calls. */
export interface Saying {
  /** Text of minor importance. */
  quiet(text: string): string
  /** Text about something that went wrong. */
  alert(text: string): string
  /** The beginning of a text, on one line. */
  short(text: string, most?: number): string
  /** What a message holds, as text. */
  parts(parts: readonly Part[]): string
  /** A call with its arguments. */
  call(name: string, given: JsonObject): string
}
