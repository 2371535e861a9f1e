// The port to a model: one request, one reply, text told as it arrives.
import { defined } from "../base/defined.ts"
import type { Reply } from "./answer.ts"
import type { JsonObject } from "./json.ts"
import type { Message } from "./message.ts"

/**
 * Answers requests. Any object with a `name` and an `ask` is one.
 *
 * @example
 * ```ts
 * import type { Model } from "@pawl/agent"
 *
 * const parrot: Model = {
 *   name: "parrot",
 *   async ask({ messages }, { onText }) {
 *     const text = `You said ${messages.length} things.`
 *     onText(text)
 *     return { kind: "answer", text, reasoning: [], calls: [], problems: [], stop: "end" }
 *   },
 * }
 * ```
 */
export interface Model {
  /** What the model is called in the log. */
  readonly name: string
  /** It holds answers to `answerSchema`. Unless it says so, the schema is explained in the prompt instead. */
  readonly takesAnswerSchema?: boolean
  /** How many tokens a request and its answer may have together, as far as is known. */
  readonly window?: number
  /** What it can be shown besides text. What it cannot is shown as extracted text, or named. */
  readonly takes?: readonly Media[]
  /** What its provider is sent of a tool otherwise than it was written, in words; as far as is known yet. */
  readonly sentOtherwise?: (tool: ToolDefinition) => readonly string[]
  /** How its provider takes tools, for a dialect that writes them into the schema of the answer. The same function each time. */
  readonly toolFitting?: () => Promise<FitTool>
  /** How many characters its provider would be sent; unless it says so, it is estimated. */
  readonly sentChars?: (request: ModelRequest) => number | Promise<number>
  /** Never rejects for what a provider did: that is a `failure`. */
  ask(request: ModelRequest, how: AskOptions): Promise<Reply>
}

/** The same model, asked in another way. Field by field, for a model may be of any class. */
export function withAsk(model: Model, ask: Model["ask"], window = model.window): Model {
  const { takesAnswerSchema, takes, sentOtherwise, toolFitting, sentChars } = model
  return {
    name: model.name,
    ...defined({ takesAnswerSchema, window, takes, sentOtherwise, toolFitting, sentChars }),
    ask,
  }
}

export type FitTool = (tool: ToolDefinition) => SentTool

/** A tool as a provider is sent it. */
export interface SentTool {
  readonly description: string
  readonly inputSchema: JsonObject
  /** Names of parameters as they are sent, to the tool's own. */
  readonly names: ReadonlyMap<string, string>
}

/** How many characters its provider is sent; of a model that cannot say, about. */
export async function sentCharsOf(model: Model, request: ModelRequest): Promise<number> {
  const { system, messages, tools, answerSchema } = request
  try {
    if (model.sentChars !== undefined) return await model.sentChars(request)
  } catch {
    // What cannot be written is told by whoever sends it.
  }
  // Kept beside what is shown, and not sent: the whole of a message that is shown in part, what a person decided.
  const shown = (name: string, value: unknown) => (name === "whole" || name === "decided" ? undefined : value)
  return JSON.stringify([system, messages, tools, answerSchema], shown).length
}

export type Media = "image" | "pdf"

/** What a model is asked: the prompt, the conversation, and the tools it may call. */
export interface ModelRequest {
  /** The system prompt. */
  readonly system: string
  /** The conversation, oldest message first. */
  readonly messages: readonly Message[]
  /** The tools that are offered. */
  readonly tools: readonly ToolDefinition[]
  /** All that a call may name, where only some are offered. Never sent: calls are read by it. */
  readonly known?: readonly ToolDefinition[]
  /** The bytes behind the blob parts of the messages, by hash: long text, images, files. */
  readonly blobs: ReadonlyMap<string, Uint8Array>
  /** What the whole answer must look like, for providers that can hold a model to it. */
  readonly answerSchema?: JsonObject
  /** Temperature and the like, where the profile says so. */
  readonly sampling?: Sampling
  /** More than so many tokens the answer cannot have: the rest of the window is taken. */
  readonly outputTokens?: number
}

/** For requests whose messages name no blob at all. */
export const noBlobs: ReadonlyMap<string, Uint8Array> = new Map()

export interface Sampling {
  readonly temperature?: number
  readonly topP?: number
}

/** A tool as a model is shown it. */
export interface ToolDefinition {
  /** The name by which the model calls it. */
  readonly name: string
  /** What it does, for the model. */
  readonly description: string
  /** JSON Schema of its arguments. */
  readonly inputSchema: JsonObject
}

export interface AskOptions {
  readonly signal: AbortSignal
  readonly onText: (delta: string) => void
  readonly onReasoning: (delta: string) => void
}
