// Messages -> the `messages` of the Anthropic API. Roles alternate there: results and user text that follow each other
// become one message, results first.
import { fullText } from "../../contracts/content.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { Message } from "../../contracts/message.ts"
import type { ModelRequest } from "../../contracts/model.ts"

export interface AnthropicMessage {
  readonly role: "user" | "assistant"
  readonly content: readonly AnthropicBlock[]
}

export type AnthropicBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: JsonObject }
  | {
      readonly type: "tool_result"
      readonly tool_use_id: string
      readonly content: readonly { readonly type: "text"; readonly text: string }[]
      readonly is_error?: boolean
    }

export function toAnthropicMessages({ messages, blobs }: Conversation): readonly AnthropicMessage[] {
  const merged: { role: AnthropicMessage["role"]; content: AnthropicBlock[] }[] = []
  for (const message of messages) {
    const role = message.role === "assistant" ? "assistant" : "user"
    const last = merged.at(-1)
    if (last?.role === role) last.content.push(...blocksOf(message, blobs))
    else merged.push({ role, content: [...blocksOf(message, blobs)] })
  }
  return merged
}

type Conversation = Pick<ModelRequest, "messages" | "blobs">

function blocksOf(message: Message, blobs: ModelRequest["blobs"]): readonly AnthropicBlock[] {
  if (message.role === "user") return [{ type: "text", text: fullText(message.parts, blobs) }]
  if (message.role === "tool") {
    const content = [{ type: "text", text: fullText(message.parts, blobs) }] as const
    return [{ type: "tool_result", tool_use_id: message.call, content, ...(message.failed && { is_error: true }) }]
  }
  const { text, reasoning, calls } = message
  return [
    ...reasoning.flatMap(({ text: thinking, signature }) =>
      signature === undefined ? [] : [{ type: "thinking", thinking, signature } as const],
    ),
    ...(text === "" ? [] : [{ type: "text", text } as const]),
    ...calls.map(({ id, name, arguments: input }) => ({ type: "tool_use", id, name, input }) as const),
  ]
}
