// Counts the characters that messages take when a request is written as JSON. Each message is counted once: messages
// never change, and a history only grows. Images and files count nothing, because a character limit is about text.
import { isText, type Part } from "../../contracts/content.ts"
import type { Message } from "../../contracts/message.ts"
import { headOf } from "./digest.ts"
import { laterMessages } from "./messages.ts"
import type { State } from "./state.ts"

/** The length as JSON, without the quotes. */
export function writtenLength(text: string): number {
  return JSON.stringify(text).length - 2
}

export function charsOfMessage(message: Message): number {
  const known = ofMessages.get(message)
  if (known !== undefined) return known
  const chars = FRAME + (message.role === "assistant" ? charsOfAnswer(message) : charsOfParts(message))
  ofMessages.set(message, chars)
  return chars
}

/** All messages, including the digest that stands for the condensed ones. */
export function charsOfHistory(state: State): number {
  const later = laterMessages(state)
  const rest = state.digest === undefined ? later : [headOf(state.digest), ...later]
  return rest.reduce((sum, message) => sum + charsOfMessage(message), charsOfList(state.history))
}

/** Role, names, ids and punctuation. */
const FRAME = 60
const CALL = 60
/** For text stored as a blob only the number of bytes is known; escaping may add this much. */
const WRITING = 1.1

const ofMessages = new WeakMap<Message, number>()

function charsOfParts({ parts }: Extract<Message, { parts: readonly Part[] }>): number {
  return parts.reduce((sum, part) => sum + charsOfPart(part), 0)
}

function charsOfPart(part: Part): number {
  if (part.type === "text") return writtenLength(part.text) + 2
  return isText(part) ? Math.ceil(part.size * WRITING) : FRAME + (part.name ?? part.mime).length
}

function charsOfAnswer({ text, reasoning, calls }: Extract<Message, { role: "assistant" }>): number {
  let sum = writtenLength(text)
  // Thinking without a signature is not sent back.
  for (const { text: thought, signature = "", redacted = "" } of reasoning)
    if (signature !== "" || redacted !== "") sum += writtenLength(thought + signature + redacted)
  // Arguments are JSON within JSON.
  for (const { name, arguments: given, unreadable } of calls)
    sum += CALL + name.length + writtenLength(unreadable ?? JSON.stringify(given))
  return sum
}

/** The list only grows, so earlier counts are reused. */
const counted = new WeakMap<readonly Message[], { readonly length: number; readonly chars: number }>()

function charsOfList({ items, length }: State["history"]): number {
  const known = counted.get(items)
  const from = known !== undefined && known.length <= length ? known : { length: 0, chars: 0 }
  let { chars } = from
  for (let place = from.length; place < length; place++) chars += charsOfMessage(items[place] as Message) // Within bounds.
  counted.set(items, { length, chars })
  return chars
}
