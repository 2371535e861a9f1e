// Rule that applies the turn's finish checks to an answer without a call: the first finding asks the model again, or
// asks a judge model first. An answer without findings stands.
import type { AnsweredTurn, FinishCheck, FinishFinding } from "../../contracts/finish-check.ts"
import type { Rule } from "../../kernel/rule.ts"
import { textAnswer } from "../../kernel/rules/text-answer.ts"
import { onlyIn } from "../../kernel/stage.ts"
import { countOf } from "../../kernel/state/counting.ts"
import type { AnswerState, State, Turn } from "../../kernel/state/state.ts"
import { nudgeStep } from "../../kernel/steps/nudge.ts"
import { answeredTurn } from "./answered-turn.ts"
import { judgeStep } from "./judge.ts"

/** The reason of a nudge that a judge model led to. */
export const UNFINISHED = "unfinished"
/** The reason of a nudge without a verdict: the judge failed, or said something else. */
export const UNJUDGED = "unjudged"

/** How often in a row a verdict is acted on; a call that worked resets the count. */
const MAX_JUDGED = 3

/** The turn's first fact names the checks in force, so that a replay applies the same ones to its answers. */
export function finishChecks(checks: readonly FinishCheck[]): Rule {
  const findingsByAnswer = new WeakMap<AnswerState, readonly Found[]>()
  return onlyIn(["answered"], (state) => {
    const { turn, answer } = textAnswer(state) ?? {}
    if (turn === undefined || answer === undefined || turn.ending !== undefined) return undefined
    if (answer.problems.length > 0 || isToStand(turn)) return undefined
    // Rules are evaluated again and again while an answer stands; each answer is checked once.
    const found = findingsByAnswer.get(answer) ?? findings(state, turn, checks)
    findingsByAnswer.set(answer, found)
    // A verdict that lets the answer stand covers all checks that ask the judge, and no others.
    const first = found.find(({ finding }) => finding.kind === "nudge" || !isCleared(turn, answer))
    if (first === undefined) return undefined
    const { check, finding } = first
    return [finding.kind === "ask" ? judged(turn, answer, first) : nudge(answer, check.name, finding)]
  })
}

interface Found {
  readonly check: FinishCheck
  readonly finding: FinishFinding
}

function findings(state: State, turn: Turn, checks: readonly FinishCheck[]): readonly Found[] {
  let answered: AnsweredTurn | undefined
  return (turn.checks ?? []).flatMap((name): readonly Found[] => {
    const check = checks.find((each) => each.name === name)
    if (check === undefined || isUsedUp(check, turn)) return []
    answered ??= answeredTurn(state, turn)
    const finding = check.check(answered)
    // What a person denied, or what may have happened, must not be tried again because of a nudge.
    const isDelicate = turn.counters.delicate > 0 && answered.answer.trim() !== ""
    return finding === undefined || isDelicate ? [] : [{ check, finding }]
  })
}

/** A structural finding already led to a nudge, and the model made no call since: what it says now is its answer. */
function isToStand({ counters, checks = [] }: Turn): boolean {
  return [UNJUDGED, ...checks].some((reason) => countOf(counters.nudgesSinceCall, reason) > 0)
}

function isUsedUp({ name, once = "turn" }: FinishCheck, { counters }: Turn): boolean {
  return countOf(once === "turn" ? counters.nudges : counters.nudgesSinceCall, name) > 0
}

/** The judge let this answer stand, or is no longer asked. */
function isCleared({ counters, judgement }: Turn, { attempt }: AnswerState): boolean {
  if (countOf(counters.nudgesSinceCall, UNFINISHED) >= MAX_JUDGED) return true
  if (judgement?.about !== attempt || judgement.open || judgement.verdict === UNFINISHED) return false
  return judgement.verdict !== undefined || judgement.isRefused === true || countOf(counters.nudges, UNJUDGED) > 0
}

function judged({ judgement }: Turn, answer: AnswerState, { check, finding }: Found) {
  const evidence = `${check.name}: ${finding.evidence}`
  if (judgement?.about !== answer.attempt || judgement.open) return judgeStep(answer.attempt, evidence)
  return judgement.verdict === UNFINISHED
    ? nudge(answer, UNFINISHED, { evidence, seen: "Your last answer reads as if part of the work is open." })
    : nudge(answer, UNJUDGED, { evidence, seen: "Your last answer may leave part of the work open." })
}

/** Asks without pressing: a model that is right gives its answer again, and then it stands. */
function nudge(answer: AnswerState, reason: string, { evidence, seen = evidence }: Omit<FinishFinding, "kind">) {
  return nudgeStep(answer, { reason, evidence, text: `${seen} ${GIVE_AGAIN}` })
}

export const GIVE_AGAIN =
  "If your answer is complete, if you decline on purpose, or if you need something from the user, simply give it again. If not, you can carry on."
