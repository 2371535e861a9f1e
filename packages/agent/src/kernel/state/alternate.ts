// What stands between two answers is one message of the user's: what was said, what was cancelled, what was said then. Many
// models are trained on roles that alternate, and some providers demand it.
import type { Message, UserMessage } from "../../contracts/message.ts"

/** For showing only: the history keeps them apart, with whose words each of them is. */
export function alternate(messages: readonly Message[]): readonly Message[] {
  const joins = messages.some((message, at) => message.role === "user" && messages[at - 1]?.role === "user")
  return joins ? inRuns(messages).map((run) => run.reduce(joined)) : messages
}

/** Messages that are shown as one, each run in order. */
export function inRuns(messages: readonly Message[]): readonly (readonly [Message, ...Message[]])[] {
  const runs: [Message, ...Message[]][] = []
  for (const message of messages) {
    const last = runs.at(-1)
    if (message.role === "user" && last?.[0].role === "user") last.push(message)
    else runs.push([message])
  }
  return runs
}

/** The same messages are joined into the same one, so that whoever keeps something for a message finds it again. */
function joined(first: Message, second: Message): Message {
  if (first.role !== "user" || second.role !== "user") return second
  const known = made.get(second)
  if (known?.first === first) return known.message
  // Words of a person are in it: then it is theirs.
  const from = first.from !== undefined && second.from !== undefined ? { from: first.from } : {}
  const joins = [...(first.joins ?? [first]), second]
  const message: UserMessage = { role: "user", parts: [...first.parts, ...second.parts], ...from, joins }
  made.set(second, { first, message })
  return message
}

const made = new WeakMap<Message, { readonly first: Message; readonly message: UserMessage }>()
