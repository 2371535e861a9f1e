// Messages that are shown only during their turn: nudges, and answers that were taken back. Later requests show the
// input, the work, and the answer that counts. The log keeps everything.
import type { AssistantMessage, Message } from "../../contracts/message.ts"
import { addCounts, noCounts } from "../../tokens/counts.ts"
import { countMessage } from "../../tokens/message-counts.ts"
import type { Nudged } from "../facts/nudged.ts"
import { lastOf, toArray } from "./grow-list.ts"
import { blobsIn } from "./remember.ts"
import type { State } from "./state.ts"

/** Marks the answer that a nudge takes back. */
export function abandonAnswer(state: State, { attempt }: Nudged): State {
  const { history, turn } = state
  const last = lastOf(history)
  if (attempt === undefined || turn?.checks === undefined || turn.answer?.attempt !== attempt) return state
  // An empty answer left no message; an answer with calls is not taken back.
  if (turn.answer.text.trim() === "" || !isText(last)) return state
  const all = toArray(history)
  const from = turn.kept === "" ? all.length - 1 : firstPiece(all)
  const items = all.map((message, place) => (place >= from && isText(message) ? abandoned(message) : message))
  return { ...state, history: { items, length: items.length } }
}

function abandoned(message: AssistantMessage): AssistantMessage {
  return { ...message, abandoned: true }
}

/** The index at which an answer in several pieces begins. Each piece but the last is followed by a nudge to go on. */
function firstPiece(all: readonly Message[]): number {
  const before = all.findLastIndex((message) => !isText(message) && !isPassing(message))
  return before + 1
}

/** Removes such messages of the turn that begins at this index from the history. */
export function dropPassing(state: State, begins: number): State {
  const all = toArray(state.history)
  const turn = all.slice(begins)
  if (!turn.some(isPassing)) return state
  const items = [...all.slice(0, begins), ...joined(turn.filter((message) => !isPassing(message)))]
  return {
    ...state,
    history: { items, length: items.length },
    counts: items.reduce((sum, message) => addCounts(sum, countMessage(message)), noCounts),
    blobs: items.reduce((sum, message) => sum + blobsIn(message), 0),
  }
}

/** True for a message that is shown in its turn only, and that no summary carries over. */
export function isPassing(message: Message): boolean {
  return message.role === "assistant" ? message.abandoned === true : message.role === "user" && message.from === "nudge"
}

function isText(message: Message | undefined): message is AssistantMessage {
  return message?.role === "assistant" && message.calls.length === 0
}

/** An answer that was cut off and continued becomes one message, once nothing separates its pieces. */
function joined(messages: readonly Message[]): readonly Message[] {
  const whole: Message[] = []
  for (const message of messages) {
    const before = whole.at(-1)
    if (!isText(message) || !isText(before)) whole.push(message)
    // Thinking belongs to the text it led to, so the joined message has none.
    else whole[whole.length - 1] = { ...before, text: before.text + message.text, reasoning: [] }
  }
  return whole
}
