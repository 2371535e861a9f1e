// Derives what finish checks look at from the state. Called only when an answer without a call stands, so that the
// length of a turn costs nothing in its other steps.
import { saidInTurn } from "../../context/prompt/said-in-turn.ts"
import { plainText } from "../../contracts/content.ts"
import type { ToolOutcome } from "../../contracts/fact.ts"
import type { AnsweredCall, AnsweredTurn } from "../../contracts/finish-check.ts"
import type { Message, ToolMessage } from "../../contracts/message.ts"
import { toArray } from "../../kernel/state/grow-list.ts"
import type { State, Turn } from "../../kernel/state/state.ts"

export function answeredTurn(state: State, turn: Turn): AnsweredTurn {
  const { history, tasks, notes, changes } = state
  const { answer, begunTasks = [] } = turn
  const { id = "", owner } = state.session ?? {}
  let calls: readonly AnsweredCall[] | undefined
  // Keeping a list is no work on the request, and its contents are no list of things to work on.
  const isList = (name: string) =>
    (name === "tasks" && tasks !== undefined) || (name === "notes" && notes !== undefined)
  return {
    session: id,
    turn: turn.number,
    ...(owner !== undefined && { owner }),
    // The agent puts it in for the checks of its user; a rule knows the facts only.
    context: undefined,
    said: saidInTurn(state),
    answer: turn.kept + (answer?.text ?? ""),
    /** Few checks look at them, and there are as many as the turn is long. */
    get calls() {
      calls ??= callsIn(toArray(history).slice(turn.begins), new Set(turn.changing)).filter(({ name }) => !isList(name))
      return calls
    },
    offersTools: turn.attempt?.offersTools ?? false,
    changesInSession: changes,
    tasks: tasks ?? [],
    begunTasks,
    ...(answer?.written !== undefined && { writtenCall: answer.written }),
  }
}

function callsIn(messages: readonly Message[], changed: ReadonlySet<string>): readonly AnsweredCall[] {
  const results = new Map(messages.flatMap((message) => (message.role === "tool" ? [[message.call, message]] : [])))
  return messages.flatMap((message) => {
    if (message.role !== "assistant") return []
    return message.calls.map(({ id, name, arguments: given }): AnsweredCall => {
      const result = results.get(id)
      return {
        name,
        arguments: given,
        outcome: outcomeOf(result),
        result: result === undefined ? "" : plainText(result.parts),
        effect: changed.has(id) ? "once" : "read",
      }
    })
  })
}

function outcomeOf(result: ToolMessage | undefined): ToolOutcome {
  return result === undefined ? "unknown" : (result.outcome ?? "ok")
}
