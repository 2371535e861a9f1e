// Rule for turns whose tool choice requires a call, or forbids calls: an answer that does not keep to it is asked for again,
// then the turn fails. For providers that enforce the choice it never applies.
import type { Rule } from "../../kernel/rule.ts"
import { onlyInTrouble } from "../../kernel/stage.ts"
import { hasOpenCalls } from "../../kernel/state/calls.ts"
import { CALL_REQUIRED, countOf } from "../../kernel/state/counting.ts"
import type { AnswerState, Turn } from "../../kernel/state/state.ts"
import { finishStep } from "../../kernel/steps/finish.ts"
import { nudgeStep } from "../../kernel/steps/nudge.ts"
import type { Step } from "../../registry/steps.ts"
import { isRequiredNow, requiredTool } from "./tool-choice.ts"
import { NOT_ALLOWED } from "./turn-tools.ts"

const MAX_NUDGES = 2
const NO_CALL = "no-tool-call"
/** The reason of the nudge about calls in a turn that allows none. */
const CALL_FORBIDDEN = "call-forbidden"

export function requireCall(): Rule {
  return onlyInTrouble(["called", "answered"], ({ turn, waiting }) => {
    if (turn?.toolChoice === undefined || turn.finished !== undefined) return undefined
    const { answer } = turn
    if (turn.cancelled || turn.ending !== undefined || waiting.length > 0) return undefined
    if (answer === undefined || answer.nudged || answer.problems.length > 0 || hasOpenCalls(turn)) return undefined
    if (turn.toolChoice === "none") return isVain(turn) ? forbidden(turn, answer) : undefined
    return turn.choiceMetAt === undefined && isRequiredNow(turn) ? required(turn, answer) : undefined
  })
}

/** A call that ran, or that ended the turn, was allowed. */
function isVain({ calls }: Turn): boolean {
  return calls.length > 0 && calls.every(({ result }) => result?.outcome !== "ok" && result?.ends === undefined)
}

function required(turn: Turn, answer: AnswerState): readonly Step[] {
  const what = wanted(turn)
  const isText = turn.calls.length === 0
  const evidence = isText
    ? `answer ${answer.attempt} calls no tool, and the turn has to begin with a call of ${what}`
    : `no call of answer ${answer.attempt} was run, and the turn has to begin with a call of ${what}`
  const text = isText
    ? `Your answer calls no tool. Call ${what} first.`
    : `None of your calls was run that this turn has to begin with. Call ${what} first, with arguments that it takes.`
  if (countOf(turn.counters.nudges, CALL_REQUIRED) < MAX_NUDGES)
    return [nudgeStep(answer, { reason: CALL_REQUIRED, evidence, text }, { stays: !isText })]
  const message = `The model did not ${isText ? "call" : "make a call that could be run of"} ${what}, although toolChoice requires it and it was asked ${MAX_NUDGES + 1} times. Ask more plainly, or choose another model.`
  return [finishStep(turn, "failed", turn.kept + answer.text, { code: NO_CALL, message })]
}

function forbidden(turn: Turn, answer: AnswerState): readonly Step[] {
  const names = [...new Set(turn.calls.map(({ call }) => `"${call.name}"`))].join(", ")
  const evidence = `answer ${answer.attempt} calls ${names}, and the turn allows no calls`
  const text = "No tool may be used in this turn. Answer in text, with what you know."
  if (countOf(turn.counters.nudges, CALL_FORBIDDEN) === 0)
    return [nudgeStep(answer, { reason: CALL_FORBIDDEN, evidence, text }, { stays: true })]
  const message = `The model called ${names} again, although toolChoice is "none" and it was told that no tool may be used. Nothing was run. Ask for what needs no tool, allow tools, or choose another model.`
  return [finishStep(turn, "failed", turn.kept + answer.text, { code: NOT_ALLOWED, message })]
}

function wanted({ toolChoice }: Turn): string {
  const name = requiredTool(toolChoice)
  return name === undefined ? "a tool" : `"${name}"`
}
