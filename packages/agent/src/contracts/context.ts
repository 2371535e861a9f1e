// What a request is made of, and how it fills a model's window.
import type { Message } from "./message.ts"
import type { ToolDefinition } from "./model.ts"

/** All in tokens; the parts and what remains add up to the window. */
export interface Budget {
  readonly window: number
  readonly system: number
  readonly tools: number
  /** What all tools would take, where only some are offered. Not a part of the sum. */
  readonly toolsAll?: number
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
  readonly name: string
  readonly text: string
  /** In the system prompt, or in the message of the current turn. */
  readonly place: "system" | "turn"
}

/** The request that would be sent now, and what it would weigh. */
export interface ContextReport {
  readonly model: string
  readonly budget: Budget
  readonly sections: readonly (Section & { readonly tokens: number })[]
  readonly messages: readonly { readonly message: Message; readonly tokens: number }[]
  readonly tools: readonly { readonly tool: ToolDefinition; readonly tokens: number }[]
  /** The system prompt as it would be sent. */
  readonly system: string
  readonly estimate: Estimate
}

/** How far estimates were off what the provider reported. */
export interface Estimate {
  /** Answers that reported usage, in this session. */
  readonly samples: number
  /** The mean of |estimated - reported| / reported. */
  readonly error: number
}
