// Joins consecutive user messages into one, for example input, a note about a cancelled turn, and new input. Many
// models are trained on alternating roles, and some providers require them.
import type { Message, UserMessage } from "../../contracts/message.ts"

/** Only for the request: the history keeps the messages apart, each with its origin. */
export function alternate(messages: readonly Message[]): readonly Message[] {
  return isAlternating(messages) ? messages : groupUserMessages(messages).map((run) => run.reduce(joined))
}

/** Looks at the whole history before each request. */
function isAlternating(messages: readonly Message[]): boolean {
  for (let at = 1; at < messages.length; at++) {
    if (messages[at]?.role === "user" && messages[at - 1]?.role === "user") return false
  }
  return true
}

/** Groups messages that are shown as one; order is kept. */
export function groupUserMessages(messages: readonly Message[]): readonly (readonly [Message, ...Message[]])[] {
  const runs: [Message, ...Message[]][] = []
  for (const message of messages) {
    const last = runs.at(-1)
    if (message.role === "user" && last?.[0].role === "user") last.push(message)
    else runs.push([message])
  }
  return runs
}

/** The same two messages always give the same joined object, so that data cached per message is found again. */
function joined(first: Message, second: Message): Message {
  if (first.role !== "user" || second.role !== "user") return second
  const known = joinedMessages.get(second)
  if (known?.first === first) return known.message
  // If either message is a person's, the joined message counts as that person's.
  const from = first.from !== undefined && second.from !== undefined ? { from: first.from } : {}
  const joins = [...(first.joins ?? [first]), second]
  const message: UserMessage = { role: "user", parts: [...first.parts, ...second.parts], ...from, joins }
  joinedMessages.set(second, { first, message })
  return message
}

const joinedMessages = new WeakMap<Message, { readonly first: Message; readonly message: UserMessage }>()
