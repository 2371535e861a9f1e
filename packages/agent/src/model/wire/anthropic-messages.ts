// Converts messages to the `messages` of the Anthropic API. Its roles must alternate, so adjacent results and user text
// become one message, results first.
import { wellFormed } from "../../base/well-formed.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { AssistantMessage, Message } from "../../contracts/message.ts"
import type { ModelRequest } from "../../contracts/model.ts"
import { givenArguments, wireName } from "./names.ts"
import { fileNameOf, type Shown, shownParts } from "./pictures.ts"

/** A message in Anthropic's format. */
export interface AnthropicMessage {
  readonly role: "user" | "assistant"
  readonly content: readonly AnthropicBlock[]
}

/** A block of content in Anthropic's format. */
export type AnthropicBlock =
  | AnthropicContent
  | { readonly type: "thinking"; readonly thinking: string; readonly signature: string }
  | { readonly type: "redacted_thinking"; readonly data: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: JsonObject }
  | {
      readonly type: "tool_result"
      readonly tool_use_id: string
      readonly content: readonly AnthropicContent[]
      readonly is_error?: boolean
    }

/** Text, an image or a document in Anthropic's format. */
export type AnthropicContent =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image"
      readonly source: Source
    }
  | { readonly type: "document"; readonly source: Source; readonly title: string }

/** Bytes in Anthropic's format. */
export interface Source {
  readonly type: "base64"
  readonly media_type: string
  readonly data: string
}

type Conversation = Pick<ModelRequest, "messages" | "blobs">

export function toAnthropicMessages({ messages, blobs }: Conversation): readonly AnthropicMessage[] {
  const merged: { role: AnthropicMessage["role"]; content: AnthropicBlock[] }[] = []
  for (const message of messages) {
    const role = anthropicRole(message)
    const last = merged.at(-1)
    if (last?.role === role) last.content.push(...anthropicBlocks(message, blobs))
    else merged.push({ role, content: [...anthropicBlocks(message, blobs)] })
  }
  return merged
}

export function anthropicRole(message: Message): AnthropicMessage["role"] {
  return message.role === "assistant" ? "assistant" : "user"
}

/** Replaces lone surrogates, which an old log may hold: the provider would refuse every request that contains them. */
export function anthropicBlocks(message: Message, blobs: ModelRequest["blobs"]): readonly AnthropicBlock[] {
  return wellFormed(blocksOf(message, blobs))
}

function blocksOf(message: Message, blobs: ModelRequest["blobs"]): readonly AnthropicBlock[] {
  if (message.role === "assistant") return assistantBlocks(message)
  const content = shownParts(message.parts, blobs).map(toContent)
  if (message.role === "user") return content
  return [{ type: "tool_result", tool_use_id: message.call, content, ...(message.failed && { is_error: true }) }]
}

function toContent(shown: Shown): AnthropicContent {
  if (shown.kind === "text") return { type: "text", text: shown.text }
  const source: Source = { type: "base64", media_type: shown.mime, data: shown.base64 }
  return shown.kind === "image"
    ? { type: "image", source }
    : { type: "document", source, title: fileNameOf(shown).slice(0, MAX_TITLE_CHARS).toWellFormed() }
}

const MAX_TITLE_CHARS = 200

function assistantBlocks({ text, reasoning, calls }: AssistantMessage): readonly AnthropicBlock[] {
  return [
    ...reasoning.flatMap(({ text: thinking, signature, redacted }): readonly AnthropicBlock[] => {
      if (redacted !== undefined) return [{ type: "redacted_thinking", data: redacted }]
      return signature === undefined ? [] : [{ type: "thinking", thinking, signature }]
    }),
    ...(text.trim() === "" ? [] : [{ type: "text", text } as const]),
    ...calls.map(
      (call) => ({ type: "tool_use", id: call.id, name: wireName(call.name), input: givenArguments(call) }) as const,
    ),
  ]
}
