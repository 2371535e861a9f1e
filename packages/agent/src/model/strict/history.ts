// The rules that the OpenAI and Anthropic formats set for a history, as strict as the providers themselves and as
// public reports of refused requests describe. An empty list means accepted. Rules for tools and whole requests are in
// testing/.
import type { AnthropicBlock, AnthropicMessage } from "../wire/anthropic-messages.ts"
import type { OpenAiMessage } from "../wire/openai-messages.ts"
import { textObjections } from "./text.ts"

/** Which demands on a history are checked. */
export interface OpenAiDemands {
  /** Refuses two user or two assistant messages in a row, as the chat templates of many local models do. */
  readonly alternates?: boolean
}

/** What an OpenAI-format provider would refuse in these messages; empty if nothing. */
export function openAiObjections(messages: readonly OpenAiMessage[], demands: OpenAiDemands = {}): readonly string[] {
  const { alternates = false } = demands
  const objections: string[] = [...textObjections(messages, "messages")]
  const ids = new Set<string>()
  let unanswered = new Set<string>()
  messages.forEach((message, index) => {
    const at = `message ${index} (${message.role})`
    if (alternates && messages[index - 1]?.role === message.role) objections.push(`${at}: roles do not alternate`)
    if (message.role === "tool") {
      if (!unanswered.delete(message.tool_call_id))
        objections.push(`${at}: ${message.tool_call_id} answers no open call`)
      if (message.content === "") objections.push(`${at}: empty content`)
      return
    }
    if (unanswered.size > 0) objections.push(`${at}: calls without a result: ${[...unanswered].join(", ")}`)
    unanswered = new Set()
    if (message.role !== "assistant") {
      const isEmpty =
        typeof message.content === "string"
          ? message.content.trim() === ""
          : message.content.length === 0 ||
            message.content.some((part) => part.type === "text" && part.text.trim() === "")
      if (isEmpty) objections.push(`${at}: empty content`)
      if (message.role === "system" && index > 0) objections.push(`${at}: system message inside the conversation`)
      return
    }
    const calls = message.tool_calls ?? []
    if (message.content?.trim() === "" || (message.content === null && calls.length === 0))
      objections.push(`${at}: empty content`)
    for (const { id, function: spelled } of calls) {
      if (!/^[a-zA-Z0-9_-]{1,64}$/.test(spelled.name)) objections.push(`${at}: bad name ${spelled.name}`)
      if (ids.has(id)) objections.push(`${at}: id ${id} used twice`)
      if (!/^.{1,40}$/.test(id)) objections.push(`${at}: id ${id} is empty or too long`)
      objections.push(...argumentsObjections(spelled.arguments, at))
      ids.add(id)
      unanswered.add(id)
    }
  })
  if (unanswered.size > 0) objections.push(`the end: calls without a result: ${[...unanswered].join(", ")}`)
  return objections
}

/** The arguments must be the JSON text of an object that any parser accepts. */
function argumentsObjections(text: string, at: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value)
    return [...(isObject ? [] : [`${at}: arguments are no object`]), ...textObjections(value, `${at} arguments`)]
  } catch {
    return [`${at}: arguments are no JSON`]
  }
}

/** What Anthropic would refuse in these messages; empty if nothing. */
export function anthropicObjections(messages: readonly AnthropicMessage[]): readonly string[] {
  const objections: string[] = [...textObjections(messages, "messages")]
  const ids = new Set<string>()
  if (messages[0]?.role !== "user") objections.push("the first message is not the user's")
  if (messages.at(-1)?.role !== "user") objections.push("the last message is not the user's")
  messages.forEach((message, index) => {
    const at = `message ${index} (${message.role})`
    const before = messages[index - 1]
    if (before?.role === message.role) objections.push(`${at}: roles do not alternate`)
    if (message.content.length === 0) objections.push(`${at}: empty content`)
    for (const block of message.content) {
      if (block.type === "text" && block.text.trim() === "") objections.push(`${at}: empty text block`)
      if (block.type === "tool_use" && !/^[a-zA-Z0-9_-]{1,64}$/.test(block.name))
        objections.push(`${at}: bad name ${block.name}`)
      if (block.type === "tool_result" && block.content.length === 0) objections.push(`${at}: empty result`)
      if (block.type === "tool_use" && !/^[a-zA-Z0-9_-]+$/.test(block.id)) objections.push(`${at}: bad id ${block.id}`)
      if (block.type === "tool_use" && ids.has(block.id)) objections.push(`${at}: id ${block.id} used twice`)
      if (block.type === "tool_use") ids.add(block.id)
      if (block.type === "thinking" && block.signature === "") objections.push(`${at}: thinking without a signature`)
      if (block.type === "tool_result" && block.content.some((each) => each.type === "text" && each.text.trim() === ""))
        objections.push(`${at}: empty text block in a result`)
    }
    const last = message.content.at(-1)
    const endsBlank = last?.type === "text" && last.text !== last.text.trimEnd()
    if (message.role === "assistant" && index === messages.length - 1 && endsBlank)
      objections.push(`${at}: the last answer ends in white space`)
    const asked = message.role === "user" ? idsOf(before?.content ?? [], "tool_use") : []
    const answered = idsOf(message.content, "tool_result")
    if (asked.length !== answered.length || asked.some((id) => !answered.includes(id))) {
      objections.push(`${at}: results [${answered.join(", ")}] do not answer calls [${asked.join(", ")}]`)
    }
    const firstOther = message.content.findIndex((block) => block.type !== "tool_result")
    const lastResult = message.content.findLastIndex((block) => block.type === "tool_result")
    if (firstOther >= 0 && firstOther < lastResult) objections.push(`${at}: a result after other content`)
  })
  return objections
}

function idsOf(blocks: readonly AnthropicBlock[], type: "tool_use" | "tool_result"): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.type === "tool_use" && type === "tool_use") return [block.id]
    return block.type === "tool_result" && type === "tool_result" ? [block.tool_use_id] : []
  })
}
