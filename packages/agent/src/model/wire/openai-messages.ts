// Converts messages to the `messages` of an OpenAI chat completion. Pure; the projection guarantees order and pairing.
import { isObject } from "../../base/is-object.ts"
import { wellFormed, wholeText } from "../../base/well-formed.ts"
import { fullText, type Part } from "../../contracts/content.ts"
import { assertNever } from "../../contracts/error.ts"
import type { Json } from "../../contracts/json.ts"
import type { AssistantMessage, Message, ToolMessage } from "../../contracts/message.ts"
import type { ModelRequest } from "../../contracts/model.ts"
import { argumentsJson, wireName } from "./names.ts"
import { fileNameOf, hasMedia, type Shown, shownParts } from "./pictures.ts"

/** A message in OpenAI's format. */
export type OpenAiMessage =
  | { readonly role: "system"; readonly content: string }
  | { readonly role: "user"; readonly content: string | readonly OpenAiPart[] }
  | { readonly role: "assistant"; readonly content: string | null; readonly tool_calls?: readonly OpenAiToolCall[] }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string }

/** A part of content in OpenAI's format. */
export type OpenAiPart =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image_url"; readonly image_url: { readonly url: string } }
  | { readonly type: "file"; readonly file: { readonly filename: string; readonly file_data: string } }

/** A tool call in OpenAI's format. */
export interface OpenAiToolCall {
  readonly id: string
  readonly type: "function"
  readonly function: { readonly name: string; readonly arguments: string }
  readonly extra_content?: Json
}

type Blobs = ModelRequest["blobs"]
type Conversation = Pick<ModelRequest, "system" | "messages" | "blobs">

export function toOpenAiMessages({ system, messages, blobs }: Conversation, format = ""): readonly OpenAiMessage[] {
  const head: readonly OpenAiMessage[] = system.trim() === "" ? [] : [{ role: "system", content: wholeText(system) }]
  return wellFormed([
    ...head,
    ...messages.flatMap((message, at) => {
      const pictures = picturesAfter(messages, at, blobs)
      const converted = toOpenAiMessage(message, blobs, format)
      return pictures === undefined ? [converted] : [converted, pictures]
    }),
  ])
}

export function toOpenAiMessage(message: Message, blobs: Blobs, format: string): OpenAiMessage {
  switch (message.role) {
    case "user":
      return { role: "user", content: userContent(message.parts, blobs) }
    case "tool":
      return { role: "tool", tool_call_id: message.call, content: fullText(message.parts, blobs) }
    case "assistant": {
      const content = message.text.trim() === "" ? null : message.text
      if (message.calls.length === 0) return { role: "assistant", content }
      return { role: "assistant", content, tool_calls: callsOf(message, format) }
    }
    default:
      return assertNever(message)
  }
}

function userContent(parts: readonly Part[], blobs: Blobs): string | readonly OpenAiPart[] {
  return hasMedia(parts, blobs) ? shownParts(parts, blobs).map(toPart) : fullText(parts, blobs)
}

function toPart(shown: Shown): OpenAiPart {
  if (shown.kind === "text") return { type: "text", text: shown.text }
  const url = `data:${shown.mime};base64,${shown.base64}`
  if (shown.kind === "image") return { type: "image_url", image_url: { url } }
  return { type: "file", file: { filename: fileNameOf(shown), file_data: url } }
}

function callsOf(message: AssistantMessage, format: string): readonly OpenAiToolCall[] {
  const data = message.reasoning.find(({ opaque }) => opaque?.format === format)?.opaque?.data
  const extras = data !== undefined && isObject(data) ? data : undefined
  return message.calls.map((call, at) => {
    const spelled = { name: wireName(call.name), arguments: argumentsJson(call) }
    const sent = { id: call.id, type: "function", function: spelled } as const
    const extra = extras?.[at]
    return extra === undefined ? sent : { ...sent, extra_content: extra }
  })
}

/** A tool result can hold only text here, so its images follow in a user message after the last result. */
export function picturesAfter(messages: readonly Message[], at: number, blobs: Blobs): OpenAiMessage | undefined {
  if (messages[at]?.role !== "tool" || messages[at + 1]?.role === "tool") return undefined
  const start = messages.findLastIndex((message, place) => place <= at && message.role !== "tool") + 1
  const content: OpenAiPart[] = []
  for (let place = start; place <= at; place++) {
    const { call, name, parts } = messages[place] as ToolMessage // From `start` on they are results.
    const pictures = hasMedia(parts, blobs) ? shownParts(parts, blobs).filter(({ kind }) => kind !== "text") : []
    if (pictures.length > 0) content.push({ type: "text", text: `From ${name} (${call}):` }, ...pictures.map(toPart))
  }
  return content.length === 0 ? undefined : { role: "user", content }
}
