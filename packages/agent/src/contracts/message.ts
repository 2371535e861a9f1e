// The conversation as a model is shown it. Messages are projected from facts and never stored.
import type { Part } from "./content.ts"
import type { ToolOutcome } from "./fact.ts"
import type { Json, JsonObject } from "./json.ts"

/** One message of the conversation as a model is shown it. */
export type Message = UserMessage | AssistantMessage | ToolMessage

/** What the user said. */
export interface UserMessage {
  /** Tells the kinds of messages apart. */
  readonly role: "user"
  /** Text and attachments, in their order. */
  readonly parts: readonly Part[]
  /** The origin of the message, if it is not a person. */
  readonly from?: "nudge" | "note" | "digest"
  /** The full content, when `parts` had to be shortened to fit. */
  readonly whole?: readonly Part[]
  /** The messages that are shown as this one, each with its origin. */
  readonly joins?: readonly UserMessage[]
}

/** What a model answered. */
export interface AssistantMessage {
  /** Tells the kinds of messages apart. */
  readonly role: "assistant"
  /** Its words; empty when it only calls tools. */
  readonly text: string
  /** What it thought, where the provider shows it. */
  readonly reasoning: readonly Reasoning[]
  /** The tools that it calls. */
  readonly calls: readonly Call[]
  /** Taken back: shown until its turn ends, and in no later one. */
  readonly abandoned?: true
}

/** The result of one call. */
export interface ToolMessage {
  /** Tells the kinds of messages apart. */
  readonly role: "tool"
  /** The call that it answers. */
  readonly call: string
  /** The tool that was called. */
  readonly name: string
  /** What the tool returned. */
  readonly parts: readonly Part[]
  /** Whether the call failed. */
  readonly failed: boolean
  /** The outcome, if it is not ok. */
  readonly outcome?: Exclude<ToolOutcome, "ok">
  /** A person's decision about the call, or the answer to its question. */
  readonly decided?: { readonly approved?: boolean; readonly reason?: string; readonly answer?: string }
}

/** Thinking that a provider signed, and expects back unchanged. */
export interface Reasoning {
  /** What the model thought. */
  readonly text: string
  /** Proves to the provider that the text is its own. */
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
  /** Unique in the session. */
  readonly id: string
  /** The name of the tool, as the model wrote it. */
  readonly name: string
  /** The arguments, as the model wrote them. */
  readonly arguments: JsonObject
  /** The arguments as written, when they could not be parsed as a JSON object. */
  readonly unreadable?: string
  /** The model's reason, if it gives one with the call. For the approver; not sent back to the model. */
  readonly rationale?: string
  /** What the call writes to. Calls that touch the same resource run in request order. */
  readonly touches?: readonly string[]
}
