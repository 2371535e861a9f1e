// The Anthropic messages codec. Each history message is encoded only once. Cache markers stand where the stable part
// ends: after the tools, after the system prompt, and after the newest message.
import { isObject } from "../../base/is-object.ts"
import { wholeText } from "../../base/well-formed.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { Message } from "../../contracts/message.ts"
import type { Model, ModelRequest, ToolDefinition } from "../../contracts/model.ts"
import { anthropicBlocks, anthropicRole } from "./anthropic-messages.ts"
import { readAnthropic } from "./anthropic-reader.ts"
import { closedAnswer, withoutLimits } from "./fit/closed-answer.ts"
import { fitAnswer } from "./fit/fit-schema.ts"
import { fitTools } from "./fit/fit-tools.ts"
import { ANTHROPIC } from "./fit/rules.ts"
import { type Added, type Body, bodyWriter } from "./kept-messages.ts"
import { wireName } from "./names.ts"
import { once } from "./once.ts"
import { fieldsJson, samplingFields } from "./sampling.ts"
import { type WireOptions, wireModel } from "./wire-model.ts"

export interface AnthropicOptions extends WireOptions {
  /** The API requires a limit. */
  readonly maxTokens?: number
}

const VERSION = "2023-06-01"
const DEFAULT_MAX_TOKENS = 8192
const MARKER = `"cache_control":{"type":"ephemeral"}`

export function anthropicMessages(options: AnthropicOptions): Model {
  return wireModel(options, {
    format: { name: "anthropic-messages", read: readAnthropic },
    isStreamed: options.stream ?? true,
    // The usual base URL contains no version; the AI SDK's does.
    path: /\/v1\/?$/.test(new URL(options.baseUrl).pathname) ? "/messages" : "/v1/messages",
    headers: { "anthropic-version": VERSION, ...(options.apiKey !== undefined && { "x-api-key": options.apiKey }) },
    encode: anthropicEncoder(options),
    rules: ANTHROPIC,
  })
}

export function anthropicEncoder(options: AnthropicOptions): (request: ModelRequest) => Body {
  const { model, stream = true, maxTokens = DEFAULT_MAX_TOKENS, extra } = options
  const head: JsonObject = { model, stream, ...extra }
  const opening = JSON.stringify(head).slice(0, -1)
  const most = typeof extra?.max_tokens === "number" ? extra.max_tokens : maxTokens
  const body = bodyWriter({ write: blocksJson, add: addBlocks, close: closed })
  const systemJson = systemWriter()
  const tools = new WeakMap<readonly ToolDefinition[], string>()
  const answers = new WeakMap<JsonObject, JsonObject>()
  const isThinking = isObject(extra?.thinking) && extra.thinking.type !== "disabled"
  return (request) => {
    const offered = once(tools, request.tools, toolsJson)
    // Newer models accept only one of `temperature` and `top_p`.
    const { top_p: _one, ...sampling } = samplingFields(request, extra)
    // The answer can use at most what the request leaves of the window.
    const limit = { max_tokens: Math.min(most, request.outputTokens ?? most) }
    const fields = fieldsJson({
      ...limit,
      ...sampling,
      ...typedField(request, answers),
      ...choiceField(request, isThinking),
    })
    return body(`${opening}${fields}${offered}${systemJson(request.system)},"messages":[`, request)
  }
}

/** The prompt is the same in most requests, and is written once. */
function systemWriter(): (system: string) => string {
  let last = { system: "", json: "" }
  return (system) => {
    if (last.system === system) return last.json
    const isEmpty = system.trim() === ""
    const block = `{"type":"text","text":${JSON.stringify(wholeText(system))},${MARKER}}`
    last = { system, json: isEmpty ? "" : `,"system":[${block}]` }
    return last.json
  }
}

/** Only for typed answers: other schemas are explained in the prompt. */
function typedField({ answerSchema, isTyped }: ModelRequest, answers: WeakMap<JsonObject, JsonObject>): JsonObject {
  if (answerSchema === undefined || isTyped !== true) return {}
  return once(answers, answerSchema, (given) => {
    const schema = withoutLimits(closedAnswer(fitAnswer(given, ANTHROPIC)))
    return { output_config: { format: { type: "json_schema", schema } } }
  })
}

/** A model that thinks cannot be made to call a tool: then the answer is checked, and asked for again. */
function choiceField({ toolChoice, tools }: ModelRequest, isThinking: boolean): JsonObject {
  if (toolChoice === undefined || tools.length === 0) return {}
  if (toolChoice === "none") return { tool_choice: { type: "none" } }
  if (isThinking) return {}
  const isNamed = typeof toolChoice === "object"
  return { tool_choice: isNamed ? { type: "tool", name: wireName(toolChoice.tool) } : { type: "any" } }
}

/** The last message is left open: the next one may add to it. So is its last block, which may get the marker. */
function addBlocks(role: string, blocks: string, message: Message): Added {
  if (blocks === "") return { json: "", role }
  const next = anthropicRole(message)
  if (next === role) return { json: `},${blocks}`, role }
  return { json: `${role === "" ? "" : "}]},"}{"role":"${next}","content":[${blocks}`, role: next }
}

function closed(role: string): string {
  if (role === "") return "]}"
  return role === "user" ? `,${MARKER}}]}]}` : "}]}]}"
}

/** Without the brackets around the blocks, and without the end of the last one. */
function blocksJson({ messages, blobs }: ModelRequest, at: number): string {
  return JSON.stringify(anthropicBlocks(messages[at] as Message, blobs)).slice(1, -2)
}

function toolsJson(tools: readonly ToolDefinition[]): string {
  if (tools.length === 0) return ""
  const definitions = fitTools(tools, ANTHROPIC)
    .map(({ schema, ...tool }) => JSON.stringify({ ...tool, input_schema: schema }))
    .join(",")
  return `,"tools":[${definitions.slice(0, -1)},${MARKER}}]`
}
