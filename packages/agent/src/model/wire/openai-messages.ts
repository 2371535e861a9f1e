// Messages -> the `messages` of an OpenAI chat completion. Pure; the order and pairing are the projection's promise.
import { plainText } from "../../contracts/content.ts"
import { assertNever } from "../../contracts/error.ts"
import type { Message } from "../../contracts/message.ts"

export type OpenAiMessage =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string | null; readonly tool_calls?: readonly OpenAiToolCall[] }
  | { readonly role: "tool"; readonly tool_call_id: string; readonly content: string }

export interface OpenAiToolCall {
  readonly id: string
  readonly type: "function"
  readonly function: { readonly name: string; readonly arguments: string }
}

export function toOpenAiMessages(system: string, messages: readonly Message[]): readonly OpenAiMessage[] {
  const head: readonly OpenAiMessage[] = system === "" ? [] : [{ role: "system", content: system }]
  return [...head, ...messages.map(encode)]
}

function encode(message: Message): OpenAiMessage {
  switch (message.role) {
    case "user":
      return { role: "user", content: plainText(message.parts) }
    case "tool":
      return { role: "tool", tool_call_id: message.call, content: plainText(message.parts) }
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
