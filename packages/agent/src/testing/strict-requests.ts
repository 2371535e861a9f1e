// Checks a whole request as strictly as its provider does: its bytes, its tools, its history.
import { anthropicObjections, openAiObjections } from "../model/strict/history.ts"
import { textObjections } from "../model/strict/text.ts"
import type { AnthropicMessage } from "../model/wire/anthropic-messages.ts"
import type { OpenAiMessage } from "../model/wire/openai-messages.ts"
import { type StrictProvider, schemaObjections, toolObjections } from "./strict-tools.ts"

interface Body {
  readonly messages?: unknown
  readonly tools?: unknown
  readonly system?: unknown
  readonly response_format?: { readonly json_schema?: { readonly name?: unknown; readonly schema?: unknown } }
}

/** `body`: the request as sent. */
export function requestObjections(body: string, provider: StrictProvider): readonly string[] {
  const request = JSON.parse(body) as Body // We wrote it, as JSON.
  const tools = Array.isArray(request.tools) ? request.tools : []
  return [
    ...textObjections(request, "body"),
    ...toolObjections(tools, provider),
    ...answerObjections(request, provider),
    ...(provider === "anthropic" ? anthropicRequest(request, body) : openAiRequest(request, provider)),
  ]
}

function answerObjections({ response_format: format }: Body, provider: StrictProvider): readonly string[] {
  if (format === undefined) return []
  const { name, schema } = format.json_schema ?? {}
  const isNamed = typeof name === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(name)
  const said = [...(isNamed ? [] : ["bad name"]), ...schemaObjections(schema, provider)]
  return said.map((each) => `response_format: ${each}`)
}

function openAiRequest({ messages }: Body, provider: StrictProvider): readonly string[] {
  const history = messages as readonly OpenAiMessage[] // We wrote it.
  const objections = openAiObjections(history)
  return provider === "gemini" ? [...objections, ...turnObjections(history)] : objections
}

/** A call must follow directly after a user's message or after results. */
function turnObjections(messages: readonly OpenAiMessage[]): readonly string[] {
  const turns = messages.filter(({ role }) => role !== "system")
  const first = turns[0]?.role === "user" ? [] : ["the first message is not the user's"]
  const odd = turns.filter((message, at) => {
    if (message.role !== "assistant" || message.tool_calls === undefined) return false
    return !["user", "tool"].includes(turns[at - 1]?.role ?? "")
  })
  return [...first, ...odd.map(() => "a call follows neither a user's message nor a result")]
}

function anthropicRequest({ messages, system }: Body, body: string): readonly string[] {
  const blocks = Array.isArray(system) ? (system as readonly { readonly text?: string }[]) : []
  return [
    ...anthropicObjections(messages as readonly AnthropicMessage[]), // We wrote it.
    ...(blocks.some(({ text }) => (text ?? "").trim() === "") ? ["system: empty text block"] : []),
    ...(body.split('"cache_control":{"type"').length > 5 ? ["more than four cache markers"] : []),
  ]
}
