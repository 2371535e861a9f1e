// How many characters messages take where a request is written as JSON. Counted once: messages never change, and a history
// only grows. What is not text, images and files, counts nothing: a limit of characters is one of words.
import { isText, type Part } from "../../contracts/content.ts"
import type { Message } from "../../contracts/message.ts"
import { headOf } from "./digest.ts"
import { openResults, shown } from "./messages.ts"
import type { State } from "./state.ts"

/** As JSON, without its quotes. */
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

/** All that was said, with what stands for the part that is condensed. */
export function charsOfHistory(state: State): number {
  const later = [...openResults(state), ...shown(state.waiting)]
  const rest = state.digest === undefined ? later : [headOf(state.digest), ...later]
  return rest.reduce((sum, message) => sum + charsOfMessage(message), charsOfList(state.history))
}

/** Role, names and ids, and the marks around them. */
const FRAME = 60
const CALL = 60
/** Of text that was put aside only the bytes are known: so much more may be added by writing it. */
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
  // Thinking that nobody signed is not sent back.
  for (const { text: thought, signature = "", redacted = "" } of reasoning)
    if (signature !== "" || redacted !== "") sum += writtenLength(thought + signature + redacted)
  // Arguments are JSON within JSON.
  for (const { name, arguments: given, unreadable } of calls)
    sum += CALL + name.length + writtenLength(unreadable ?? JSON.stringify(given))
  return sum
}

/** The list only grows: what was counted before is not counted again. */
const counted = new WeakMap<readonly Message[], { readonly length: number; readonly chars: number }>()

function charsOfList({ items, length }: State["history"]): number {
  const known = counted.get(items)
  const from = known !== undefined && known.length <= length ? known : { length: 0, chars: 0 }
  let { chars } = from
  for (let place = from.length; place < length; place++) chars += charsOfMessage(items[place] as Message) // Within it.
  counted.set(items, { length, chars })
  return chars
}
