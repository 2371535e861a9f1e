// Command that answers what a call asks: a call that is a question, or a question that a running tool asks.
import type { AnswerQuestion } from "../../contracts/command.ts"
import { callOf, isAt } from "../../kernel/commands/asked-call.ts"
import { defineCommand, senderOf } from "../../kernel/define-command.ts"
import type { State } from "../../kernel/state/state.ts"

export const answer = defineCommand<AnswerQuestion>({
  kind: "answer",
  promote(state, command) {
    if (!isAsked(state, command)) return "drop"
    const { call, answer: given } = command
    return { fact: { type: "question-answered", call, answer: given, ...senderOf(command) }, replyTo: call }
  },
})

/** A tool may ask several questions in turn: an answer to the last question is not accepted for this one. */
function isAsked(state: State, { call, question }: AnswerQuestion): boolean {
  if (isAt(state, call, "awaiting-answer")) return true
  const { asking, asksLeave } = callOf(state, call) ?? {}
  if (!isAt(state, call, "started") || asking === undefined || asksLeave !== undefined) return false
  return question === undefined || question === asking
}
