// The conversation as a model is shown it. Messages are projected from facts and never stored.
import type { Part } from "./content.ts"
import type { ToolOutcome } from "./fact.ts"
import type { Json, JsonObject } from "./json.ts"

/** One message of the conversation as a model is shown it. */
export type Message = UserMessage | AssistantMessage | ToolMessage

export interface UserMessage {
  readonly role: "user"
  readonly parts: readonly Part[]
  /** The origin of the message, if it is not a person. */
  readonly from?: "nudge" | "note" | "digest"
  /** The full content, when `parts` had to be shortened to fit. */
  readonly whole?: readonly Part[]
  /** The messages that are shown as this one, each with its origin. */
  readonly joins?: readonly UserMessage[]
}

export interface AssistantMessage {
  readonly role: "assistant"
  readonly text: string
  readonly reasoning: readonly Reasoning[]
  readonly calls: readonly Call[]
  /** Taken back: shown until its turn ends, and in no later one. */
  readonly abandoned?: true
}

export interface ToolMessage {
  readonly role: "tool"
  readonly call: string
  readonly name: string
  readonly parts: readonly Part[]
  readonly failed: boolean
  /** The outcome, if it is not ok. */
  readonly outcome?: Exclude<ToolOutcome, "ok">
  /** A person's decision about the call, or the answer to its question. */
  readonly decided?: { readonly approved?: boolean; readonly reason?: string; readonly answer?: string }
}

/** Thinking that a provider signed, and expects back unchanged. */
export interface Reasoning {
  readonly text: string
  readonly signature?: string
  /** Thinking that the provider encrypted: it cannot be read here, and is returned unchanged. */
  readonly redacted?: string
  /** Other data that a provider attached to its thinking; returned only to the named wire format. */
  readonly opaque?: { readonly format: string; readonly data: Json }
}

/**
 * A tool call as the model asked for it. The id is made by Pawl and unique in the session, whatever the provider sent.
 */
export interface Call {
  readonly id: string
  readonly name: string
  readonly arguments: JsonObject
  /** The arguments as written, when they could not be parsed as a JSON object. */
  readonly unreadable?: string
  /** The model's reason, if it gives one with the call. For the approver; not sent back to the model. */
  readonly rationale?: string
  /** What the call writes to. Calls that touch the same resource run in request order. */
  readonly touches?: readonly string[]
}
