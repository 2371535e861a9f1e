// Joins consecutive user messages into one, for example input, a note about a cancelled turn, and new input. Many
// models are trained on alternating roles, and some providers require them.
import type { Message, UserMessage } from "../../contracts/message.ts"
import { lastOf } from "./grow-list.ts"
import { laterMessages } from "./messages.ts"
import type { State } from "./state.ts"

/** Only for the request: the history keeps the messages apart, each with its origin. */
export function alternate(messages: readonly Message[]): readonly Message[] {
  const isJoined = pairsIn(messages, 1, messages.length) === 0
  return isJoined ? messages : groupUserMessages(messages).map((run) => run.reduce(joined))
}

/** Whether the messages of a state have nothing to join. Looks at what was added since it was last asked. */
export function isAlternating(state: State): boolean {
  const { history, digest } = state
  if (digest !== undefined || pairsInHistory(history) > 0) return false
  const later = laterMessages(state)
  if (later[0]?.role === "user" && lastOf(history)?.role === "user") return false
  return pairsIn(later, 1, later.length) === 0
}

/** How many of these messages are a user's and follow one of a user. */
function pairsIn(messages: readonly Message[], from: number, to: number): number {
  let pairs = 0
  for (let at = from; at < to; at++) if (messages[at]?.role === "user" && messages[at - 1]?.role === "user") pairs++
  return pairs
}

/** The list only grows, so what was found is kept. Another version of it may be shorter: that one is looked through. */
const found = new WeakMap<readonly Message[], { length: number; pairs: number }>()

function pairsInHistory({ items, length }: State["history"]): number {
  const known = found.get(items)
  if (known === undefined || known.length > length) {
    const pairs = pairsIn(items, 1, length)
    if (known === undefined) found.set(items, { length, pairs })
    return pairs
  }
  known.pairs += pairsIn(items, Math.max(1, known.length), length)
  known.length = length
  return known.pairs
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
