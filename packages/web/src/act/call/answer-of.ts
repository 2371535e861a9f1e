// The answer of a session that made a call, as far as the view has it.
import type { SessionView } from "../../data/view/session-view.ts"

type Message = SessionView["turns"][number]["messages"][number]

/** Newest first: calls that are looked at are mostly recent. */
export function answerOf({ turns }: Pick<SessionView, "turns">, call: string): Message | undefined {
  for (const { messages } of turns.toReversed())
    for (const message of messages)
      if (message.role === "assistant" && message.parts.some((part) => part.type === "tool" && part.call === call))
        return message
  return undefined
}
