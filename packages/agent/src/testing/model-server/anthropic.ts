// Anthropic's messages format, as the provider serves it.
import { isObject } from "../../base/is-object.ts"
import { type Part, text } from "../../contracts/content.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { AssistantMessage, Message, Reasoning } from "../../contracts/message.ts"
import type { ModelRequest } from "../../contracts/model.ts"
import type { ScriptAnswer } from "../../model/scripted.ts"
import { listIn, objectIn, stringIn } from "../../model/wire/fields.ts"
import { keepPicture } from "./pictures.ts"
import { bits, frame, pieces, usageOf, type WireFormat } from "./wire-format.ts"

export const anthropic: WireFormat = {
  decode,
  frames,
  whole,
  error: (type, message) => ({ type: "error", error: { type, message } }),
  errorFrame: (type, message) => frame({ type: "error", error: { type, message } }, "error"),
  errorTypes: {
    "rate-limit": "rate_limit_error",
    overloaded: "overloaded_error",
    auth: "authentication_error",
    config: "not_found_error",
    "context-overflow": "request_too_large",
    "invalid-request": "invalid_request_error",
  },
}

function decode(body: JsonObject): ModelRequest {
  const blobs = new Map<string, Uint8Array>()
  const names = new Map<string, string>()
  const messages = listIn(body, "messages")
    .filter(isObject)
    .flatMap((message): readonly Message[] => {
      const blocks = blocksOf(message.content)
      if (message.role === "user") return userMessages(blocks, names, blobs)
      const read = assistantMessage(blocks)
      for (const call of read.calls) names.set(call.id, call.name)
      return [read]
    })
  const tools = listIn(body, "tools")
    .filter(isObject)
    .map((tool) => ({
      name: stringIn(tool, "name"),
      description: stringIn(tool, "description"),
      inputSchema: objectIn(tool, "input_schema") ?? {},
    }))
  return { system: textOf(blocksOf(body.system)), messages, blobs, tools }
}

function blocksOf(content: Json | undefined): readonly JsonObject[] {
  if (typeof content === "string") return [{ type: "text", text: content }]
  return Array.isArray(content) ? content.filter(isObject) : []
}

function textOf(blocks: readonly JsonObject[]): string {
  return blocks.map((block) => stringIn(block, "text")).join("")
}

function partsOf(blocks: readonly JsonObject[], blobs: Map<string, Uint8Array>): readonly Part[] {
  return blocks.map((block) => {
    const source = objectIn(block, "source")
    if (source === undefined) return text(stringIn(block, "text"))
    return keepPicture(stringIn(source, "media_type"), stringIn(source, "data"), blobs)
  })
}

function userMessages(
  blocks: readonly JsonObject[],
  names: ReadonlyMap<string, string>,
  blobs: Map<string, Uint8Array>,
): readonly Message[] {
  const results = blocks.filter((block) => block.type === "tool_result")
  const others = blocks.filter((block) => block.type !== "tool_result")
  return [
    ...results.map((block): Message => {
      const call = stringIn(block, "tool_use_id")
      const parts = partsOf(blocksOf(block.content), blobs)
      return { role: "tool", call, name: names.get(call) ?? "", parts, failed: block.is_error === true }
    }),
    ...(others.length === 0 ? [] : [{ role: "user", parts: partsOf(others, blobs) } as const]),
  ]
}

function assistantMessage(blocks: readonly JsonObject[]): AssistantMessage {
  const reasoning = blocks.flatMap((block): readonly Reasoning[] => {
    if (block.type === "redacted_thinking") return [{ text: "", redacted: stringIn(block, "data") }]
    if (block.type !== "thinking") return []
    return [{ text: stringIn(block, "thinking"), signature: stringIn(block, "signature") }]
  })
  const calls = blocks.flatMap((block) => {
    if (block.type !== "tool_use") return []
    return [{ id: stringIn(block, "id"), name: stringIn(block, "name"), arguments: objectIn(block, "input") ?? {} }]
  })
  return { role: "assistant", text: textOf(blocks.filter((block) => block.type === "text")), reasoning, calls }
}

function frames(answer: ScriptAnswer, id: number): readonly string[] {
  const { input, output } = usageOf(answer)
  const opening = {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model: "served",
    content: [],
    stop_reason: null,
  }
  const read = answer.usage?.cacheReadTokens ?? 0
  const usage = { input_tokens: input - read, output_tokens: 1, ...(read > 0 && { cache_read_input_tokens: read }) }
  const event = (type: string, data: JsonObject) => frame({ type, ...data }, type)
  return [
    event("message_start", { message: { ...opening, stop_sequence: null, usage } }),
    event("ping", {}),
    ...blocksFor(answer, id).flatMap(({ start, deltas }, index) => [
      event("content_block_start", { index, content_block: start }),
      ...deltas.map((delta) => event("content_block_delta", { index, delta })),
      event("content_block_stop", { index }),
    ]),
    event("message_delta", {
      delta: { stop_reason: stopOf(answer), stop_sequence: null },
      usage: { output_tokens: output },
    }),
    event("message_stop", {}),
  ]
}

interface Block {
  readonly start: JsonObject
  readonly deltas: readonly JsonObject[]
  readonly whole: JsonObject
}

function blocksFor({ text: words = "", thinking, calls = [] }: ScriptAnswer, id: number): readonly Block[] {
  const signature = `signature-${id}`
  const thought: Block = {
    start: { type: "thinking", thinking: "", signature: "" },
    deltas: [
      ...pieces(thinking ?? "").map((piece) => ({ type: "thinking_delta", thinking: piece })),
      { type: "signature_delta", signature },
    ],
    whole: { type: "thinking", thinking: thinking ?? "", signature },
  }
  const said: Block = {
    start: { type: "text", text: "" },
    deltas: pieces(words).map((piece) => ({ type: "text_delta", text: piece })),
    whole: { type: "text", text: words },
  }
  const asked = calls.map((call, index): Block => {
    const head = { type: "tool_use", id: `toolu_${id}_${index}`, name: call.name }
    const json = call.unreadable ?? JSON.stringify(call.arguments)
    return {
      start: { ...head, input: {} },
      deltas: ["", ...bits(json)].map((bit) => ({ type: "input_json_delta", partial_json: bit })),
      whole: { ...head, input: call.arguments },
    }
  })
  return [...(thinking === undefined ? [] : [thought]), ...(words === "" ? [] : [said]), ...asked]
}

function whole(answer: ScriptAnswer, id: number): JsonObject {
  const { input, output } = usageOf(answer)
  const content = blocksFor(answer, id).map((block) => block.whole)
  const usage = { input_tokens: input, output_tokens: output }
  const head = { id: `msg_${id}`, type: "message", role: "assistant", model: "served" }
  return { ...head, content, stop_reason: stopOf(answer), stop_sequence: null, usage }
}

function stopOf({ calls = [], isCut }: ScriptAnswer): string {
  if (isCut === true) return "max_tokens"
  return calls.length > 0 ? "tool_use" : "end_turn"
}
