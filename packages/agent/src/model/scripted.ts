// A model that plays a script. The script is a function of the request alone, as a real model is: it works the same in
// the process that began a turn and in the one that resumes it, and it fails when what it needs is not in the request.
import type { AskedCall, Failure, Reply } from "../contracts/answer.ts"
import type { Clock } from "../contracts/clock.ts"
import { fullText } from "../contracts/content.ts"
import { PawlError } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Message } from "../contracts/message.ts"
import type { AskOptions, Model, ModelRequest } from "../contracts/model.ts"
import type { Usage } from "../contracts/usage.ts"

/** What a scripted model says to a request. It is a function of the request alone. */
export type Script = (request: ScriptRequest) => ScriptReply | Promise<ScriptReply>

/** Plain text, or text, thinking and calls, or a failure. */
export type ScriptReply = string | ScriptAnswer | Pick<Failure, "error" | "text" | "retryAfterMs">

/** An answer of a script, where a string is not enough. */
export interface ScriptAnswer {
  /** What it says. */
  readonly text?: string
  /** What it thinks beside its text. */
  readonly thinking?: string
  /** The calls it asks for; `call` makes one. */
  readonly calls?: readonly AskedCall[]
  /** What it claims to have taken. */
  readonly usage?: Usage
  /** The answer reached the output limit. */
  readonly isCut?: boolean
}

export interface ScriptOptions {
  readonly name?: string
  /** Waits this long before each piece of text. */
  readonly chunkMs?: number
  readonly clock?: Pick<Clock, "sleep">
}

/**
 * A model that plays a script, for tests and for trying things out.
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
      const reply = await script(new ScriptRequest(request, how.signal))
      return play(typeof reply === "string" ? { text: reply } : reply, how, options)
    },
  }
}

/**
 * A tool call, for the answer of a script.
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

/** The request as a script reads it. */
export class ScriptRequest {
  /** The request as every model gets it. */
  readonly request: ModelRequest
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal

  constructor(request: ModelRequest, signal: AbortSignal) {
    this.request = request
    this.signal = signal
  }

  /** The conversation, oldest message first. */
  get messages(): readonly Message[] {
    return this.request.messages
  }

  /** What the user said last. */
  get said(): string {
    const last = this.messages.findLast((message) => message.role === "user")
    return last?.role === "user" ? fullText((last.joins?.at(-1) ?? last).parts, this.request.blobs) : ""
  }

  /** The results since the user spoke last, in request order. */
  get results(): readonly { readonly name: string; readonly text: string; readonly failed: boolean }[] {
    const start = this.messages.findLastIndex((message) => message.role === "user")
    return this.messages
      .slice(start + 1)
      .filter((message) => message.role === "tool")
      .map(({ name, parts, failed }) => ({ name, text: fullText(parts, this.request.blobs), failed }))
  }

  /** Fails the script unless the request shows this text somewhere. */
  need(expected: string | RegExp): string {
    const all = this.messages.map((message) => this.#textOf(message)).join("\n")
    const found =
      typeof expected === "string" ? (all.includes(expected) ? expected : undefined) : expected.exec(all)?.[0]
    if (found !== undefined) return found
    throw new PawlError("script-mismatch", `The script needs ${String(expected)} in the request, and it is not there.`)
  }

  #textOf(message: Message): string {
    return message.role === "assistant" ? message.text : fullText(message.parts, this.request.blobs)
  }

  /** Fails the script unless the tool is offered. */
  needTool(name: string): void {
    if (this.request.tools.some((tool) => tool.name === name)) return
    throw new PawlError("script-mismatch", `The script needs tool "${name}", and the request does not offer it.`)
  }
}

async function play(reply: Exclude<ScriptReply, string>, how: AskOptions, options: ScriptOptions): Promise<Reply> {
  if ("error" in reply) {
    if (reply.text !== undefined) how.onText(reply.text)
    return { kind: "failure", ...reply }
  }
  const { text = "", thinking, calls = [], usage = estimate(text), isCut = false } = reply
  if (thinking !== undefined) how.onReasoning(thinking)
  for (const chunk of text.match(/\S*\s*/g) ?? []) {
    if (options.chunkMs !== undefined) await options.clock?.sleep(options.chunkMs, how.signal)
    if (how.signal.aborted) return aborted()
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
