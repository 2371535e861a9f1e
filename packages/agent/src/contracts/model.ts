// The port to a model: one request, one reply, with text passed on while it arrives.
import { defined } from "../base/defined.ts"
import type { Reply } from "./answer.ts"
import type { JsonObject } from "./json.ts"
import type { Message } from "./message.ts"
import type { ToolChoice } from "./turn-output.ts"

/**
 * A model answers requests. Any object with a `name` and an `ask` is one.
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
  /** The model's name in the log. */
  readonly name: string
  /** Whether it enforces `answerSchema`. If not, the schema is explained in the prompt instead. */
  readonly takesAnswerSchema?: boolean
  /** How it is made to answer with JSON that fits a schema: by `answerSchema`, by a tool, or by the prompt. */
  readonly answerForms?: AnswerForms
  /** How many tokens a request and its answer may have together, if known. */
  readonly window?: number
  /** The media it accepts besides text. Other media are shown as extracted text, or named. */
  readonly takes?: readonly Media[]
  /** Describes how the provider gets a tool differently from how it was written, as far as known. */
  readonly sentOtherwise?: (tool: ToolDefinition) => readonly string[]
  /**
   * How its provider accepts tools, for a dialect that writes them into the schema of the answer. Must resolve to the
   * same function each time.
   */
  readonly toolFitting?: () => Promise<FitTool>
  /** How many characters its provider would be sent; estimated if absent. */
  readonly sentChars?: (request: ModelRequest) => number | Promise<number>
  /**
   * Requests of models with the same key count for the same rate limits. `modelFrom` makes it of provider, address, key
   * and model. Default: each model has its own.
   */
  readonly rateKey?: string
  /** Never rejects because of a provider's error: that is a `failure`. */
  ask(request: ModelRequest, how: AskOptions): Promise<Reply>
}

/** The same model with another `ask`. Copied field by field, because a model may be of any class. */
export function withAsk(model: Model, ask: Model["ask"], window = model.window): Model {
  const { takesAnswerSchema, answerForms, takes, sentOtherwise, toolFitting, sentChars, rateKey } = model
  return {
    name: model.name,
    ...defined({ takesAnswerSchema, answerForms, window, takes, sentOtherwise, toolFitting, sentChars, rateKey }),
    ask,
  }
}

/**
 * How a typed answer is asked for. `format`: the provider restricts the answer to a schema. `tool`: the model calls a tool
 * that takes the answer. `prompt`: the prompt explains the schema.
 */
export type AnswerForm = "format" | "tool" | "prompt"

/** Some providers cannot restrict an answer and offer tools at the same time. */
export interface AnswerForms {
  /** In a request without tools. */
  readonly alone: AnswerForm
  /** In a request that offers tools. */
  readonly withTools: AnswerForm
  /** With `format`: the model is not shown the schema, so the prompt explains it too. */
  readonly explained?: true
  /** With `format`: the provider refuses objects whose fields are not all named. */
  readonly closed?: true
}

/** Fits the definition of a tool to what a provider accepts. */
export type FitTool = (tool: ToolDefinition) => SentTool

/** A tool as it is sent to a provider. */
export interface SentTool {
  readonly description: string
  readonly inputSchema: JsonObject
  /** Maps parameter names as sent to the tool's own names. */
  readonly names: ReadonlyMap<string, string>
}

/** How many characters the provider is sent; an estimate for a model that cannot say. */
export async function sentCharsOf(model: Model, request: ModelRequest): Promise<number> {
  const { system, messages, tools, answerSchema } = request
  try {
    if (model.sentChars !== undefined) return await model.sentChars(request)
  } catch {
    // A request that cannot be serialised is reported when it is sent.
  }
  // These fields are kept for Pawl and not sent: the full content of a shortened message, and a person's decision.
  const shown = (name: string, value: unknown) => (name === "whole" || name === "decided" ? undefined : value)
  return JSON.stringify([system, messages, tools, answerSchema], shown).length
}

/** A language model of the AI SDK, as its provider makes it: `anthropic("claude-sonnet-4-5")`. */
export interface AiSdkModel {
  /** The version of the AI SDK's own contract: v3 is that of AI SDK 6. */
  readonly specificationVersion: "v3" | "v4"
  /** The provider's name. */
  readonly provider: string
  /** The model's name at its provider. */
  readonly modelId: string
  /** Sends a request. Pawl calls it, with what this version of the contract expects. */
  doStream(options: never): PromiseLike<unknown>
}

/** A model, a language model of the AI SDK, or "provider:name". */
export type AnyModel = Model | AiSdkModel | string

/** Kinds of files that a model may be shown. */
export type Media = "image" | "pdf"

/** A request to a model: the prompt, the conversation, and the tools it may call. */
export interface ModelRequest {
  /** The system prompt. */
  readonly system: string
  /** The conversation, oldest message first. */
  readonly messages: readonly Message[]
  /** The offered tools. */
  readonly tools: readonly ToolDefinition[]
  /** All tools that a call may name, when only some are offered. Never sent; used to parse calls. */
  readonly known?: readonly ToolDefinition[]
  /** The bytes of the blob parts in the messages, by hash: long text, images, files. */
  readonly blobs: ReadonlyMap<string, Uint8Array>
  /** A schema for the whole answer, for providers that can enforce one. */
  readonly answerSchema?: JsonObject
  /** The answer is data for a program: the provider is asked to keep to `answerSchema` as strictly as it can. */
  readonly isTyped?: true
  /** Whether the model has to call a tool, or must not. Absent: as it sees fit. */
  readonly toolChoice?: Exclude<ToolChoice, "auto">
  /** Temperature and similar settings, if the profile sets them. */
  readonly sampling?: Sampling
  /** The most tokens the answer may have, because the rest of the window is taken. */
  readonly outputTokens?: number
}

/** For requests whose messages refer to no blob. */
export const noBlobs: ReadonlyMap<string, Uint8Array> = new Map()

/** How a model chooses its words. */
export interface Sampling {
  /** Higher values give more varied answers. */
  readonly temperature?: number
  /** The share of likely words that it chooses from. */
  readonly topP?: number
}

/** A tool as a model sees it. */
export interface ToolDefinition {
  /** The name by which the model calls it. */
  readonly name: string
  /** What it does, for the model. */
  readonly description: string
  /** JSON Schema of its arguments. */
  readonly inputSchema: JsonObject
}

/** What a model gets with a request, besides the request. */
export interface AskOptions {
  /** Ends the request. */
  readonly signal: AbortSignal
  /** Gets each piece of text as it comes. */
  readonly onText: (delta: string) => void
  /** Gets each piece of reasoning as it comes. */
  readonly onReasoning: (delta: string) => void
}
