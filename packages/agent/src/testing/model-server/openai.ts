// OpenAI's chat completions format, as the provider serves it.
import { defined } from "../../base/defined.ts"
import { isObject } from "../../base/is-object.ts"
import { type Part, text } from "../../contracts/content.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Call, Message } from "../../contracts/message.ts"
import type { ModelRequest, ToolDefinition } from "../../contracts/model.ts"
import type { ScriptAnswer } from "../../model/scripted.ts"
import { listIn, objectIn, stringIn } from "../../model/wire/fields.ts"
import { keepPicture } from "./pictures.ts"
import { bits, frame, pieces, usageOf, type WireFormat } from "./wire-format.ts"

export const openai: WireFormat = {
  decode,
  frames,
  whole,
  error: (type, message) => ({ error: { message, type, param: null, code: type } }),
  errorFrame: (type, message) => frame({ error: { message, type, param: null, code: type } }),
  errorTypes: {
    "rate-limit": "rate_limit_exceeded",
    overloaded: "server_error",
    auth: "invalid_api_key",
    config: "model_not_found",
    "context-overflow": "context_length_exceeded",
    "invalid-request": "invalid_request_error",
  },
}

function decode(body: JsonObject): ModelRequest {
  const blobs = new Map<string, Uint8Array>()
  const all = listIn(body, "messages").filter(isObject)
  const names = new Map<string, string>()
  const messages = all.flatMap((message): readonly Message[] => {
    const role = message.role
    if (role === "user") return [{ role, parts: partsOf(message.content, blobs) }]
    if (role === "tool") {
      const call = stringIn(message, "tool_call_id")
      const parts = partsOf(message.content, blobs)
      return [{ role, call, name: names.get(call) ?? "", parts, failed: false }]
    }
    if (role !== "assistant") return []
    const calls = listIn(message, "tool_calls").filter(isObject).map(callOf)
    for (const call of calls) names.set(call.id, call.name)
    return [{ role, text: stringIn(message, "content"), reasoning: [], calls }]
  })
  const [head] = all
  const system = head?.role === "system" ? stringIn(head, "content") : ""
  return { system, messages, blobs, tools: listIn(body, "tools").filter(isObject).map(toolOf) }
}

function partsOf(content: Json | undefined, blobs: Map<string, Uint8Array>): readonly Part[] {
  if (typeof content === "string") return [text(content)]
  const parts = Array.isArray(content) ? content.filter(isObject) : []
  return parts.map((part) => {
    const url = stringIn(objectIn(part, "image_url"), "url")
    const [, mime = "", base64 = ""] = /^data:([^;]+);base64,(.*)$/s.exec(url) ?? []
    return url === "" ? text(stringIn(part, "text")) : keepPicture(mime, base64, blobs)
  })
}

function callOf(call: JsonObject): Call {
  const spelled = objectIn(call, "function")
  const args: unknown = JSON.parse(stringIn(spelled, "arguments"))
  return { id: stringIn(call, "id"), name: stringIn(spelled, "name"), arguments: isObject(args) ? args : {} }
}

function toolOf(tool: JsonObject): ToolDefinition {
  const spelled = objectIn(tool, "function")
  const inputSchema = objectIn(spelled, "parameters") ?? {}
  return { name: stringIn(spelled, "name"), description: stringIn(spelled, "description"), inputSchema }
}

function frames(answer: ScriptAnswer, id: number): readonly string[] {
  const { text: words = "", thinking = "", calls = [] } = answer
  const head = { id: `chatcmpl-${id}`, object: "chat.completion.chunk", created: 1_700_000_000, model: "served" }
  const chunk = (delta: JsonObject, finish: string | null = null) =>
    frame({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })
  return [
    chunk({ role: "assistant", content: "" }),
    ...pieces(thinking).map((piece) => chunk({ reasoning_content: piece })),
    ...pieces(words).map((piece) => chunk({ content: piece })),
    ...calls.flatMap((call, index) => {
      const [first = "", ...rest] = bits(call.unreadable ?? JSON.stringify(call.arguments))
      const began = { index, id: `call_${id}_${index}`, type: "function" }
      return [
        chunk({ tool_calls: [{ ...began, function: { name: call.name, arguments: "" } }] }),
        ...[first, ...rest].map((bit) => chunk({ tool_calls: [{ index, function: { arguments: bit } }] })),
      ]
    }),
    chunk({}, finishOf(answer)),
    frame({ ...head, choices: [], usage: usageJson(answer) }),
    frame("[DONE]"),
  ]
}

function finishOf({ calls = [], isCut }: ScriptAnswer): string {
  if (isCut === true) return "length"
  return calls.length > 0 ? "tool_calls" : "stop"
}

function whole(answer: ScriptAnswer, id: number): JsonObject {
  const { text: words = "", thinking, calls = [] } = answer
  const asked = calls.map((call, index) => ({
    id: `call_${id}_${index}`,
    type: "function",
    function: { name: call.name, arguments: call.unreadable ?? JSON.stringify(call.arguments) },
  }))
  const message = {
    role: "assistant",
    content: words === "" ? null : words,
    ...defined({ reasoning_content: thinking }),
    ...(asked.length > 0 && { tool_calls: asked }),
  }
  const choice = { index: 0, message, finish_reason: finishOf(answer) }
  return {
    id: `chatcmpl-${id}`,
    object: "chat.completion",
    model: "served",
    choices: [choice],
    usage: usageJson(answer),
  }
}

function usageJson(answer: ScriptAnswer): JsonObject {
  const { input, output } = usageOf(answer)
  const cached = answer.usage?.cacheReadTokens
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cached !== undefined && { prompt_tokens_details: { cached_tokens: cached } }),
  }
}
