// How a fact is defined, in one file: what it is made of, how it folds, what subscribers, watchers and people are told of it, and
// what of it is nobody else's business. The rows are in registry/facts.ts; everything else looks them up there.
import type { Part } from "../contracts/content.ts"
import type { Event, EventBody } from "../contracts/event.ts"
import type { FACT_VERSION, Stamp } from "../contracts/fact.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Content, Decision } from "../observe/log-record.ts"
import type { State } from "../registry/state.ts"

export interface FactDefinition<F extends { readonly type: string }> {
  readonly type: F["type"]
  readonly version: typeof FACT_VERSION
  /** What is always there: a draft without it is not stored. */
  readonly must: Fields<F>
  /** What is not always there, and would lead astray if it were something else. */
  readonly may?: Fields<F>
  /** Pure and total, whatever the state. */
  readonly fold: (state: State, fact: F & Stamp) => State
  /** It takes the conversation back to what it was at an earlier fact. */
  readonly goesBack?: GoesBack<F>
  /** What subscribers are told; nothing unless given. */
  readonly events?: (fact: F & Stamp, to: Teller) => readonly Event[]
  /** From which of its events on a position counts them, because the fact always tells the same. */
  readonly countsFrom?: (fact: F, events: readonly Event[]) => number | undefined
  /** What watchers are told: a decision by its type unless given, nothing where it is `none`. The recorder pairs facts of calls by itself. */
  readonly record?: "none" | "paired" | ((fact: F & Stamp) => Decided | Extract<Content, { kind: "trim" }>)
  /** One line for a person who reads the log. */
  readonly describe?: (fact: F, say: Saying) => string
  /** Fields with words of people, models, tools and files: they are in no record that watchers get. */
  readonly secret: readonly (keyof F)[]
  /** Where it names blobs; wherever parts stand unless given. */
  readonly hashes?: (fact: F) => readonly unknown[]
  /** What a search finds it by. */
  readonly searched?: (fact: F, textOf: (parts: readonly Part[]) => string) => Searched | undefined
}

type Fields<F> = { readonly [Name in keyof F]?: Kind }

/** What a field must be. */
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

export interface GoesBack<F> {
  /** The fact whose state it goes back to. */
  readonly to: (fact: F) => number
  /** `past` is the state then; undefined where nobody knows it. */
  readonly fold: (state: State, past: State | undefined, fact: F & Stamp) => State
}

/** A decision as watchers get it. Named after its fact unless it says otherwise. */
export type Decided = { readonly [Key in Exclude<keyof Decision, "kind">]?: Decision[Key] | undefined }

/** `said` may be long, a `result` is found by its beginning. */
export interface Searched {
  readonly kind: "said" | "result"
  readonly text: string
}

/** One subscriber's place in the session: what was told so far decides what is still to be told. */
export interface Teller {
  event(body: EventBody): Event
  /** From here on this answer is in flight. */
  begin(attempt: string): void
  /** What was not told yet of the answer in flight. */
  tellText(attempt: string, after: (offset: number) => string): readonly Event[]
  tellThinking(attempt: string, after: (offset: number) => string): readonly Event[]
  /** Ends what of the answer was begun: its text, or its thinking. */
  endOpen(): readonly Event[]
  /** No answer is in flight any more. */
  forgetAnswer(): void
  /** The answer in flight is void: announced to those who were told some of it. */
  discard(why: "crashed" | "failed"): readonly Event[]
  /** The output of this call begins anew, or is over. */
  forgetOutput(call: string): void
}

/** How whoever shows a log writes: colours, lengths, parts of a message, a call. */
export interface Saying {
  /** Text that stands back. */
  quiet(text: string): string
  /** Text that something went wrong with. */
  alert(text: string): string
  /** The beginning of a text, on one line. */
  short(text: string, most?: number): string
  /** What a message holds, as text. */
  parts(parts: readonly Part[]): string
  /** A call with its arguments. */
  call(name: string, given: JsonObject): string
}
