// Collects the parts of an AI SDK stream into an Answer.
import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider"
import { defined } from "../../base/defined.ts"
import type { Answer, Stop } from "../../contracts/answer.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Reasoning } from "../../contracts/message.ts"
import type { AskOptions, ToolDefinition } from "../../contracts/model.ts"
import type { Usage } from "../../contracts/usage.ts"
import { type CallSoFar, toAnswer } from "../wire/answer-so-far.ts"
import { stringIn } from "../wire/fields.ts"
import { namesOf } from "../wire/names.ts"
import { bridgeFormat } from "./format.ts"

export type Part = LanguageModelV4StreamPart
type Finish = Extract<Part, { type: "finish" }>

interface Thinking {
  text: string
  metadata: JsonObject
}

export class PartReader {
  readonly #how: Pick<AskOptions, "onText" | "onReasoning">
  readonly #provider: string
  readonly #thoughts = new Map<string, Thinking>()
  readonly #calls: CallSoFar[] = []
  /** Calls whose arguments have begun but not ended, by id. An answer that is cut off ends inside one of them. */
  readonly #begun = new Map<string, CallSoFar>()
  #text = ""
  #size = 0
  #finish: Finish | undefined
  #failed: unknown

  constructor(how: Pick<AskOptions, "onText" | "onReasoning">, provider: string) {
    this.#how = how
    this.#provider = provider
  }

  get text(): string {
    return this.#text
  }

  /** Characters received so far: text, thinking and arguments. */
  get size(): number {
    return this.#size
  }

  /** The error that the stream reported, as the provider sent it. */
  get failed(): unknown {
    return this.#failed
  }

  take(part: Part): void {
    if ("delta" in part) this.#size += part.delta.length
    switch (part.type) {
      case "text-delta":
        this.#text += part.delta
        if (part.delta !== "") this.#how.onText(part.delta)
        break
      case "reasoning-start":
      case "reasoning-end":
        this.#think(part.id, "", part.providerMetadata)
        break
      case "reasoning-delta":
        this.#think(part.id, part.delta, part.providerMetadata)
        if (part.delta !== "") this.#how.onReasoning(part.delta)
        break
      case "tool-input-start":
        if (part.providerExecuted !== true) this.#begin(part.id, part.toolName)
        break
      case "tool-input-delta":
        this.#goOn(part.id, part.delta)
        break
      case "tool-call":
        this.#begun.delete(part.toolCallId)
        this.#call(part)
        break
      case "finish":
        this.#finish = part
        break
      case "error":
        this.#failed = part.error ?? new Error("The provider reported an error and did not say which.")
        break
    }
  }

  /** Undefined when the stream stopped without a finish part. */
  answer(tools: readonly ToolDefinition[]): Answer | undefined {
    const unified = this.#finish?.finishReason.unified
    if (this.#finish === undefined || unified === "interrupted" || unified === "error") return undefined
    const format = bridgeFormat(this.#provider)
    const thoughts = [...this.#thoughts.values()].map((thought) => toReasoning(thought, format))
    const usage = usageOf(this.#finish.usage)
    const stop = STOPS[unified ?? ""] ?? "other"
    const calls = stop === "max-tokens" ? [...this.#calls, ...this.#begun.values()] : this.#calls
    const read = { text: this.#text, thoughts: [], calls, stop, usage }
    const answer = toAnswer(read, namesOf(tools), (extras) => ({ format, data: { calls: extras } }))
    return { ...answer, reasoning: [...thoughts, ...answer.reasoning] }
  }

  #think(id: string, text: string, metadata: unknown): void {
    const thought = this.#thoughts.get(id) ?? { text: "", metadata: {} }
    thought.text += text
    thought.metadata = merge(thought.metadata, metadata)
    this.#thoughts.set(id, thought)
  }

  #begin(id: string, name: string): void {
    this.#begun.set(id, { index: this.#calls.length, id, name, arguments: "" })
  }

  #goOn(id: string, delta: string): void {
    const call = this.#begun.get(id)
    if (call !== undefined) this.#begun.set(id, { ...call, arguments: call.arguments + delta })
  }

  #call(part: Extract<Part, { type: "tool-call" }>): void {
    // The provider ran this call itself, so Pawl has nothing to run.
    if (part.providerExecuted === true) return
    const extra = part.providerMetadata as Json | undefined
    this.#calls.push({
      index: this.#calls.length,
      id: part.toolCallId,
      name: part.toolName ?? "",
      arguments: part.input ?? "",
      ...defined({ extra }),
    })
  }
}

/** Merges by provider, then by field; later values win. Metadata from the SDK is JSON. */
function merge(known: JsonObject, added: unknown): JsonObject {
  if (typeof added !== "object" || added === null) return known
  const next: Record<string, Json> = { ...known }
  for (const [provider, fields] of Object.entries(added as JsonObject)) {
    next[provider] = { ...(known[provider] as JsonObject | undefined), ...(fields as JsonObject) }
  }
  return next
}

/**
 * Anthropic's signatures are stored in the format of Pawl's codec, so that either adapter can continue the other's
 * session.
 */
function toReasoning({ text, metadata }: Thinking, format: string): Reasoning {
  const [provider, ...others] = Object.keys(metadata)
  if (provider === undefined) return { text }
  const fields = metadata[provider] as JsonObject
  const [field, ...more] = Object.keys(fields)
  if (provider === "anthropic" && others.length === 0 && more.length === 0) {
    if (field === "signature") return { text, signature: stringIn(fields, field) }
    if (field === "redactedData") return { text, redacted: stringIn(fields, field) }
  }
  return { text, opaque: { format, data: { reasoning: metadata } } }
}

const STOPS: Readonly<Record<string, Stop>> = {
  stop: "end",
  length: "max-tokens",
  "content-filter": "refused",
  "tool-calls": "tool-calls",
}

function usageOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  const { total = 0, cacheRead = 0, cacheWrite = 0 } = inputTokens
  return {
    inputTokens: total,
    outputTokens: outputTokens.total ?? 0,
    ...(cacheRead > 0 && { cacheReadTokens: cacheRead }),
    ...(cacheWrite > 0 && { cacheWriteTokens: cacheWrite }),
  }
}
