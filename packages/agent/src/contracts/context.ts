// What a request is made of, and how it fills a model's window.
import type { Message } from "./message.ts"
import type { ToolDefinition } from "./model.ts"

/** All in tokens; the parts and what remains add up to the window. */
export interface Budget {
  /** How many tokens a request and its answer may have together. */
  readonly window: number
  /** Of the system prompt. */
  readonly system: number
  /** Of the tools that are offered. */
  readonly tools: number
  /** What all tools would take, where only some are offered. Not a part of the sum. */
  readonly toolsAll?: number
  /** Of the conversation. */
  readonly history: number
  /** Kept free for the answer. */
  readonly output: number
  /** Kept free because estimates err. */
  readonly safety: number
  /** Below zero when it does not fit. */
  readonly remaining: number
}

/** One piece of a prompt. Sections stand in a stable order, what changes least first, so that provider caches hit. */
export interface Section {
  /** Names the section in reports and in the log. */
  readonly name: string
  /** What the model is shown. */
  readonly text: string
  /** In the system prompt, or in the message of the current turn. */
  readonly place: "system" | "turn"
}

/** The request that would be sent now, and what it would weigh. */
export interface ContextReport {
  /** The model that would be asked. */
  readonly model: string
  /** How the request fills the model's window. */
  readonly budget: Budget
  /** The pieces of the prompt, each with its tokens. */
  readonly sections: readonly (Section & { readonly tokens: number })[]
  /** The conversation as it would be sent, each message with its tokens. */
  readonly messages: readonly { readonly message: Message; readonly tokens: number }[]
  /** The tools that would be offered, each with its tokens. */
  readonly tools: readonly { readonly tool: ToolDefinition; readonly tokens: number }[]
  /** The system prompt as it would be sent. */
  readonly system: string
  /** How far estimates were off what the provider reported. */
  readonly estimate: Estimate
}

/** How far estimates were off what the provider reported. */
export interface Estimate {
  /** Answers that reported usage, in this session. */
  readonly samples: number
  /** The mean of |estimated - reported| / reported. */
  readonly error: number
}
