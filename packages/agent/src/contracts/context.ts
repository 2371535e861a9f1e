// What a request consists of, and how it fills a model's window.
import type { Message } from "./message.ts"
import type { ToolDefinition } from "./model.ts"

/** All in tokens; the parts and the remainder add up to the window. */
export interface Budget {
  /** How many tokens a request and its answer may have together. */
  readonly window: number
  /** Tokens of the system prompt. */
  readonly system: number
  /** Tokens of the offered tools. */
  readonly tools: number
  /** Tokens that all tools would take, when only some are offered. Not part of the sum. */
  readonly toolsAll?: number
  /** Tokens of the conversation. */
  readonly history: number
  /** Reserved for the answer. */
  readonly output: number
  /** Reserved because estimates are inexact. */
  readonly safety: number
  /** What is left. Negative when the request does not fit. */
  readonly remaining: number
}

/** One piece of a prompt. Sections have a stable order, the most stable first, so that provider caches hit. */
export interface Section {
  /** Names the section in reports and in the log. */
  readonly name: string
  /** The text that the model is shown. */
  readonly text: string
  /** Whether it goes into the system prompt or into the message of the current turn. */
  readonly place: "system" | "turn"
}

/** The request that would be sent now, and its size. */
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
  /** How exact the estimates were. */
  readonly estimate: Estimate
}

/** How far the estimates were from what the provider reported. */
export interface Estimate {
  /** The number of answers in this session that reported usage. */
  readonly samples: number
  /** The mean of |estimated - reported| / reported. */
  readonly error: number
}
