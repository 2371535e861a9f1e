// The conversation as a model is shown it. Messages are projected from facts and never stored.
import type { Part } from "./content.ts"
import type { ToolOutcome } from "./fact.ts"
import type { Json, JsonObject } from "./json.ts"

/** One message of the conversation as a model is shown it. */
export type Message = UserMessage | AssistantMessage | ToolMessage

export interface UserMessage {
  readonly role: "user"
  readonly parts: readonly Part[]
  /** Whose words they are, when not a person's. */
  readonly from?: "nudge" | "note" | "digest"
  /** All of it, when it had to be shortened to fit. */
  readonly whole?: readonly Part[]
  /** The messages that are shown as this one, with whose words each of them is. */
  readonly joins?: readonly UserMessage[]
}

export interface AssistantMessage {
  readonly role: "assistant"
  readonly text: string
  readonly reasoning: readonly Reasoning[]
  readonly calls: readonly Call[]
  /** Taken back: shown until its turn is over, and in no later one. */
  readonly abandoned?: true
}

export interface ToolMessage {
  readonly role: "tool"
  readonly call: string
  readonly name: string
  readonly parts: readonly Part[]
  readonly failed: boolean
  /** How it ended, when not well. */
  readonly outcome?: Exclude<ToolOutcome, "ok">
  /** What a person said to it: approved or denied, or the answer to its question. */
  readonly decided?: { readonly approved?: boolean; readonly reason?: string; readonly answer?: string }
}

/** Thinking that a provider signed, and wants to see again unchanged. */
export interface Reasoning {
  readonly text: string
  readonly signature?: string
  /** Thinking that the provider encrypted: nobody here can read it, and it goes back as it came. */
  readonly redacted?: string
  /** Whatever else a provider attached to its thinking; returned only to the wire format that is named. */
  readonly opaque?: { readonly format: string; readonly data: Json }
}

/** A tool call as the model asked for it. The id is ours, unique in the session, whatever the provider sent. */
export interface Call {
  readonly id: string
  readonly name: string
  readonly arguments: JsonObject
  /** The arguments as written, when they could not be read as a JSON object. */
  readonly unreadable?: string
  /** Why, where the model says so with the call itself; for whoever is asked about it, and not sent back. */
  readonly rationale?: string
  /** What the call writes to. Calls that touch the same thing run in request order. */
  readonly touches?: readonly string[]
}
