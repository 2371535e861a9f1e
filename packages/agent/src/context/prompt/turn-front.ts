// Adds the sections that stand with the words of the current turn instead of in the system prompt.
import { text } from "../../contracts/content.ts"
import type { Message, UserMessage } from "../../contracts/message.ts"
import type { State } from "../../kernel/state/state.ts"

/** Prepends `front` to the user's words of this turn, in every round; in a compacted turn, to the first user message. */
export function withFront(
  messages: readonly Message[],
  { history, turn, waiting }: State,
  front: string,
): readonly Message[] {
  const own = history.length - (turn?.begins ?? 0) + (turn?.calls.length ?? 0) + waiting.length
  const begin = Math.max(0, messages.length - own)
  const at = messages[begin]?.role === "user" ? begin : messages.findIndex(({ role }) => role === "user")
  const message = messages[at]
  if (message?.role !== "user") return messages
  return messages.with(at, fronted(message, front))
}

/** The same front and message always give the same object, so that what is cached for it is found again. */
function fronted(message: UserMessage, front: string): UserMessage {
  const known = frontedMessages.get(message)
  if (known?.front === front) return known.message
  const made: UserMessage = { ...message, parts: [text(front), ...message.parts] }
  frontedMessages.set(message, { front, message: made })
  return made
}

const frontedMessages = new WeakMap<Message, { readonly front: string; readonly message: UserMessage }>()
