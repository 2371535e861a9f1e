// Messages -> the `messages` of an OpenAI chat completion. Pure; the order and pairing are the projection's promise.
import { fullText } from "../../contracts/content.ts"
import { assertNever } from "../../contracts/error.ts"
import type { Message } from "../../contracts/message.ts"
import type { ModelRequest } from "../../contracts/model.ts"

export type OpenAiMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string | null; readonly tool_calls?: readonly OpenAiToolCall[] }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string }

export interface OpenAiToolCall {
  readonly id: string
  readonly type: "function"
  readonly function: { readonly name: string; readonly arguments: string }
}

export function toOpenAiMessages({ system, messages, blobs }: Conversation): readonly OpenAiMessage[] {
  const head: readonly OpenAiMessage[] = system === "" ? [] : [{ role: "system", content: system }]
  return [...head, ...messages.map((message) => encode(message, blobs))]
}

type Conversation = Pick<ModelRequest, "system" | "messages" | "blobs">

function encode(message: Message, blobs: ModelRequest["blobs"]): OpenAiMessage {
  switch (message.role) {
    case "user":
      return { role: "user", content: fullText(message.parts, blobs) }
    case "tool":
      return { role: "tool", tool_call_id: message.call, content: fullText(message.parts, blobs) }
    case "assistant": {
      const calls = message.calls.map((call): OpenAiToolCall => {
        const given = call.unreadable ?? JSON.stringify(call.arguments)
        return { id: call.id, type: "function", function: { name: call.name, arguments: given } }
      })
      const content = message.text === "" ? null : message.text
      return { role: "assistant", content, ...(calls.length > 0 && { tool_calls: calls }) }
    }
    default:
      return assertNever(message)
  }
}
