// State -> what the judges of an answer look at: what the user said in this turn, and the calls made for it.
import type { Finding, Judged, JudgedCall } from "../answer/judged.ts"
import { ownWords, type Part, plainText } from "../contracts/content.ts"
import type { Message } from "../contracts/message.ts"
import { isOpenTask } from "../contracts/tasks.ts"
import { toArray } from "../state/grow-list.ts"
import type { AnswerState, State } from "../state/state.ts"

export function judgedOf({ history, turn, tasks, notes }: State, answer: string): Judged {
  // Read only when an answer without a call is judged, so the length of the turn costs nothing in its other steps.
  const begins = turn?.begins ?? 0
  const messages = toArray(history).slice(begins)
  const said = messages.flatMap((message) =>
    message.role === "user" && message.from === undefined ? [ownWords(message.parts)] : [],
  )
  const calls = callsIn(messages)
  // The model's own lists: to keep them is no deed, and what they hold is no list of things to work on.
  const isList = (name: string) =>
    (name === "tasks" && tasks !== undefined) || (name === "notes" && notes !== undefined)
  const judged = { user: said.join("\n"), calls: calls.filter(({ name }) => !isList(name)), answer }
  if (tasks === undefined) return judged
  const open = tasks.filter(isOpenTask).map(({ id, title }) => `${id} ${title}`)
  return { ...judged, tasks: { open, isUsed: calls.some(({ name }) => name === "tasks") } }
}

/** Not all that the calls of this turn returned is at hand: it was condensed, or is too long to stand in the log. */
export function isPartial({ history, turn, blobs }: State): boolean {
  if (turn === undefined || turn.cut) return turn?.cut === true
  if (blobs === 0) return false
  const messages = toArray(history).slice(turn.begins)
  return messages.some(({ role, ...message }) => role === "tool" && "parts" in message && message.parts.some(isBlob))
}

function isBlob({ type }: Part): boolean {
  return type === "blob"
}

/** Rules are asked again and again while an answer stands; it is judged once. */
export function judgedOnce(judge: (given: Judged) => Finding): (state: State) => Finding | undefined {
  const known = new WeakMap<AnswerState, Finding>()
  return (state) => {
    const { turn } = state
    if (turn?.answer === undefined) return undefined
    const before = known.get(turn.answer)
    if (before !== undefined) return before
    const finding = judge(judgedOf(state, turn.kept + turn.answer.text))
    known.set(turn.answer, finding)
    return finding
  }
}

function callsIn(messages: readonly Message[]): readonly JudgedCall[] {
  const results = new Map(messages.flatMap((message) => (message.role === "tool" ? [[message.call, message]] : [])))
  return messages.flatMap((message) => {
    if (message.role !== "assistant") return []
    return message.calls.map(({ id, name, arguments: args }) => {
      const result = results.get(id)
      return {
        name,
        args,
        result: result === undefined ? "" : plainText(result.parts),
        isError: result?.failed ?? true,
      }
    })
  })
}
