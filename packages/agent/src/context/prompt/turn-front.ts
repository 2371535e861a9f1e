// Adds the sections that stand with the words of the current turn instead of in the system prompt.
import { text } from "../../contracts/content.ts"
import type { Message } from "../../contracts/message.ts"
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
  return messages.with(at, { ...message, parts: [text(front), ...message.parts] })
}
