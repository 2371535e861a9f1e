// State -> what the judges of an answer look at: what the user said in this turn, and the calls made for it.
import type { Judged, JudgedCall } from "../answer/judged.ts"
import { plainText } from "../contracts/content.ts"
import type { Message } from "../contracts/message.ts"
import { toArray } from "../state/grow-list.ts"
import type { State } from "../state/state.ts"

export function judgedOf({ history, turn }: State, answer: string): Judged {
  // Read only when an answer without a call is judged, so the length of the turn costs nothing in its other steps.
  const begins = turn?.begins ?? 0
  const messages = toArray(history).slice(begins)
  const said = messages.flatMap((message) =>
    message.role === "user" && message.from === undefined ? [plainText(message.parts)] : [],
  )
  return { user: said.join("\n"), calls: callsIn(messages), answer }
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
