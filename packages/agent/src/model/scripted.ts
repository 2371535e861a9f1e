// A model that plays a script. Like a real model, the script depends on the request alone: it behaves the same in the
// process that began a turn and in the one that resumes it, and it fails when the request lacks what it needs.
import type { AskedCall, Failure, Reply } from "../contracts/answer.ts"
import { Asking } from "../contracts/asking.ts"
import type { Clock } from "../contracts/clock.ts"
import { fullText } from "../contracts/content.ts"
import { PawlError } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Message } from "../contracts/message.ts"
import type { AskOptions, Model, ModelRequest } from "../contracts/model.ts"
import type { Usage } from "../contracts/usage.ts"

/** Computes a scripted model's reply from the request alone. */
export type Script = (request: ScriptRequest) => ScriptReply | Promise<ScriptReply>

/** Plain text; or text, thinking and calls; or a failure. */
export type ScriptReply = string | ScriptAnswer | Pick<Failure, "error" | "text" | "usage" | "retryAfterMs">

/** A script's answer, where a string is not enough. */
export interface ScriptAnswer {
  /** The answer's text. */
  readonly text?: string
  /** Thinking, apart from the text. */
  readonly thinking?: string
  /** Calls that the answer asks for; `call` makes one. */
  readonly calls?: readonly AskedCall[]
  /** The token usage that the model reports. */
  readonly usage?: Usage
  /** Whether the answer reached the output limit. */
  readonly isCut?: boolean
}

/** How a scripted model behaves. */
export interface ScriptOptions {
  readonly name?: string
  /** Delay before each piece of text, in milliseconds. */
  readonly chunkMs?: number
  readonly clock?: Pick<Clock, "sleep">
}

/**
 * A model that plays a script, for tests and experiments.
 *
 * @example
 * ```ts
 * import { call, scripted } from "@pawl/agent/testing"
 *
 * const model = scripted(({ results }) =>
 *   results.length === 0 ? { calls: [call("refund_order", { order: 42 })] } : "It is refunded.",
 * )
 * ```
 */
export function scripted(script: Script, options: ScriptOptions = {}): Model {
  return {
    name: options.name ?? "scripted",
    async ask(request, how) {
      const reply = await script(new ScriptRequest(request, how))
      return play(typeof reply === "string" ? { text: reply } : reply, how, options)
    },
  }
}

/**
 * Makes a tool call for a script's answer.
 *
 * @example
 * ```ts
 * import { call } from "@pawl/agent/testing"
 *
 * const answer = { text: "I look it up.", calls: [call("read_file", { path: "README.md" })] }
 * ```
 */
export function call(name: string, args: JsonObject = {}): AskedCall {
  return { name, arguments: args }
}

/** The request, as a script sees it. */
export class ScriptRequest {
  /** The request that every model receives. */
  readonly request: ModelRequest
  readonly #how: Pick<AskOptions, "signal">

  constructor(request: ModelRequest, how: Pick<AskOptions, "signal">) {
    this.request = request
    this.#how = how
  }

  /** Aborted when the answer is no longer wanted. */
  get signal(): AbortSignal {
    return this.#how.signal
  }

  /** The conversation, oldest message first. */
  get messages(): readonly Message[] {
    return this.request.messages
  }

  /** The text of the last user message. */
  get said(): string {
    const last = this.messages.findLast((message) => message.role === "user")
    return last?.role === "user" ? fullText((last.joins?.at(-1) ?? last).parts, this.request.blobs) : ""
  }

  /** Tool results since the last user message, in request order. */
  get results(): readonly { readonly name: string; readonly text: string; readonly failed: boolean }[] {
    const start = this.messages.findLastIndex((message) => message.role === "user")
    return this.messages
      .slice(start + 1)
      .filter((message) => message.role === "tool")
      .map(({ name, parts, failed }) => ({ name, text: fullText(parts, this.request.blobs), failed }))
  }

  /** Returns the match, or fails the script if the text occurs nowhere in the request's messages. */
  need(expected: string | RegExp): string {
    const all = this.messages.map((message) => this.#textOf(message)).join("\n")
    const found =
      typeof expected === "string" ? (all.includes(expected) ? expected : undefined) : expected.exec(all)?.[0]
    if (found !== undefined) return found
    throw new PawlError(
      "script-mismatch",
      `The script expects ${String(expected)} in the request, but the request does not contain it.`,
    )
  }

  #textOf(message: Message): string {
    return message.role === "assistant" ? message.text : fullText(message.parts, this.request.blobs)
  }

  /** Fails the script unless the request offers this tool. */
  needTool(name: string): void {
    if (this.request.tools.some((tool) => tool.name === name)) return
    throw new PawlError("script-mismatch", `The script expects the tool "${name}", but the request does not offer it.`)
  }
}

async function play(reply: Exclude<ScriptReply, string>, how: AskOptions, options: ScriptOptions): Promise<Reply> {
  if ("error" in reply) {
    if (reply.text !== undefined) {
      how.onText(reply.text)
      // A connection breaks after the words have come, not with them: readers get them first.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { kind: "failure", ...reply }
  }
  const { text = "", thinking, calls = [], usage = estimate(text), isCut = false } = reply
  if (thinking !== undefined) how.onReasoning(thinking)
  const signal = Asking.stopOf(how)
  for (const chunk of text.match(/\S*\s*/g) ?? []) {
    if (options.chunkMs !== undefined) await options.clock?.sleep(options.chunkMs, how.signal)
    if (signal.aborted) return aborted()
    if (chunk !== "") how.onText(chunk)
  }
  const reasoning = thinking === undefined ? [] : [{ text: thinking }]
  const stop = isCut ? "max-tokens" : calls.length > 0 ? "tool-calls" : "end"
  return { kind: "answer", text, reasoning, calls, problems: [], stop, usage }
}

function aborted(): Reply {
  return { kind: "failure", error: { class: "aborted", code: "aborted", message: "The request was aborted." } }
}

function estimate(text: string): Usage {
  return { inputTokens: 1, outputTokens: Math.ceil(text.length / 4) }
}
