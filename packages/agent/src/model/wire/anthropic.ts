// The Anthropic messages codec. Each history message is encoded only once. Cache markers stand where the stable part
// ends: after the tools, after the system prompt, and after the newest message.
import { isObject } from "../../base/is-object.ts"
import { wholeText } from "../../base/well-formed.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { Message } from "../../contracts/message.ts"
import type { Model, ModelRequest, ToolDefinition } from "../../contracts/model.ts"
import { anthropicBlocks, anthropicRole } from "./anthropic-messages.ts"
import { anthropicWords, stepAnthropic } from "./anthropic-reader.ts"
import { closedAnswer, withoutLimits } from "./fit/closed-answer.ts"
import { fitAnswer } from "./fit/fit-schema.ts"
import { fitTools } from "./fit/fit-tools.ts"
import { ANTHROPIC } from "./fit/rules.ts"
import { wireName } from "./names.ts"
import { once } from "./once.ts"
import { isComplete } from "./pictures.ts"
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
    format: { name: "anthropic-messages", step: stepAnthropic, words: anthropicWords },
    // The usual base URL contains no version; the AI SDK's does.
    path: /\/v1\/?$/.test(new URL(options.baseUrl).pathname) ? "/messages" : "/v1/messages",
    headers: { "anthropic-version": VERSION, ...(options.apiKey !== undefined && { "x-api-key": options.apiKey }) },
    encode: anthropicEncoder(options),
    rules: ANTHROPIC,
  })
}

export function anthropicEncoder(options: AnthropicOptions): (request: ModelRequest) => string {
  const { model, stream = true, maxTokens = DEFAULT_MAX_TOKENS, extra } = options
  const head: JsonObject = { model, stream, ...extra }
  const opening = JSON.stringify(head).slice(0, -1)
  const most = typeof extra?.max_tokens === "number" ? extra.max_tokens : maxTokens
  const written = new WeakMap<Message, string>()
  const tools = new WeakMap<readonly ToolDefinition[], string>()
  const answers = new WeakMap<JsonObject, JsonObject>()
  const isThinking = isObject(extra?.thinking) && extra.thinking.type !== "disabled"
  return (request) => {
    const system =
      request.system.trim() === ""
        ? ""
        : `,"system":[{"type":"text","text":${JSON.stringify(wholeText(request.system))},${MARKER}}]`
    const offered = once(tools, request.tools, toolsJson)
    // Newer models accept only one of `temperature` and `top_p`.
    const { top_p: _one, ...sampling } = samplingFields(request, extra)
    // The answer can use at most what the request leaves of the window.
    const limit = { max_tokens: Math.min(most, request.outputTokens ?? most) }
    return `${opening}${fieldsJson({ ...limit, ...sampling, ...typedField(request, answers), ...choiceField(request, isThinking) })}${offered}${system},"messages":[${messagesJson(request, written)}]}`
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

function messagesJson({ messages, blobs }: ModelRequest, written: WeakMap<Message, string>): string {
  let json = ""
  let role = ""
  for (const message of messages) {
    const blocks = writeBlocks(message, blobs, written)
    if (blocks === "") continue
    const next = anthropicRole(message)
    if (next === role) json += `,${blocks}`
    else json += `${role === "" ? "" : "]},"}{"role":"${next}","content":[${blocks}`
    role = next
  }
  // The marker belongs into the last block, which ends where the JSON so far ends.
  if (role === "user") json = `${json.slice(0, -1)},${MARKER}}`
  return role === "" ? "" : `${json}]}`
}

function writeBlocks(message: Message, blobs: ModelRequest["blobs"], written: WeakMap<Message, string>): string {
  const known = written.get(message)
  if (known !== undefined) return known
  const json = JSON.stringify(anthropicBlocks(message, blobs)).slice(1, -1)
  if (message.role === "assistant" || isComplete(message.parts, blobs)) written.set(message, json)
  return json
}

function toolsJson(tools: readonly ToolDefinition[]): string {
  if (tools.length === 0) return ""
  const definitions = fitTools(tools, ANTHROPIC)
    .map(({ schema, ...tool }) => JSON.stringify({ ...tool, input_schema: schema }))
    .join(",")
  return `,"tools":[${definitions.slice(0, -1)},${MARKER}}]`
}
