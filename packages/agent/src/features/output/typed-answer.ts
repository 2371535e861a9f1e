// Rule for turns that were asked for a typed answer: an answer without calls ends the turn if it fits. Otherwise the model
// is told what is wrong and asked again, at most twice; then the turn fails.
import type { Rule } from "../../kernel/rule.ts"
import { textAnswer } from "../../kernel/rules/text-answer.ts"
import { onlyIn } from "../../kernel/stage.ts"
import { countOf, OUTPUT_INVALID } from "../../kernel/state/counting.ts"
import type { AnswerState, Turn } from "../../kernel/state/state.ts"
import { finishStep } from "../../kernel/steps/finish.ts"
import { nudgeStep } from "../../kernel/steps/nudge.ts"
import type { Step } from "../../registry/steps.ts"
import { checkOutputStep } from "./check-output.ts"
import { type ReadOutput, readOutput } from "./read-output.ts"

// The code of a turn without an answer that fits, and the reason of the nudges before it.
export { OUTPUT_INVALID }
/** The code of a turn whose answer the program's own check could not judge. */
export const CHECK_FAILED = "output-check-failed"
const MAX_NUDGES = 2

/** Placed before the rules of a profile: the schema decides whether such an answer ends the turn, and nothing else. */
export function typedAnswer(): Rule {
  const reads = new WeakMap<AnswerState, ReadOutput>()
  return onlyIn(["answered"], (state) => {
    if (state.turn?.output === undefined || state.turn.finished !== undefined) return undefined
    const { turn, answer } = textAnswer(state) ?? {}
    // A call that could not be parsed is reported as such.
    if (turn === undefined || answer === undefined || answer.problems.length > 0) return undefined
    // Rules are evaluated again and again while an answer stands; each answer is read once.
    const read = reads.get(answer) ?? readOutput(turn.kept + answer.text, state.turn.output.schema)
    reads.set(answer, read)
    return read.ok ? fits(turn, answer, read) : doesNotFit(turn, answer, cutOr(answer, read.problems))
  })
}

function fits(
  turn: Turn,
  answer: AnswerState,
  { value, text }: ReadOutput & { ok: true },
): readonly Step[] | undefined {
  const { ending, output, outputCheck } = turn
  // A turn that was cut short ends as its limit says.
  if (ending !== undefined && ending.outcome !== "completed") return undefined
  const check = outputCheck?.attempt === answer.attempt ? outputCheck : undefined
  if (output?.refined === true && check === undefined) return [checkOutputStep(answer.attempt, value)]
  if (check?.failed !== undefined)
    return [finishStep(turn, "failed", text, { code: CHECK_FAILED, message: checkFailed(check.failed) })]
  if (check !== undefined && check.problems.length > 0) return doesNotFit(turn, answer, check.problems)
  return [{ ...finishStep(turn, "completed", text), output: value }]
}

function doesNotFit(turn: Turn, answer: AnswerState, problems: readonly string[]): readonly Step[] | undefined {
  const { ending, counters, kept } = turn
  if (ending !== undefined && ending.outcome !== "completed") return undefined
  const evidence = problems.join("; ")
  const asked = countOf(counters.nudges, OUTPUT_INVALID)
  if (asked < MAX_NUDGES && ending === undefined)
    return [nudgeStep(answer, { reason: OUTPUT_INVALID, evidence, text: again(evidence) })]
  const text = kept + answer.text
  const message = `The model did not give an answer that fits the output schema${asked === 0 ? "" : `, although it was asked ${asked + 1} times`}: ${evidence}. Ask more plainly, loosen the schema, or choose another model. The last answer was: ${shortened(text)}`
  return [finishStep(turn, "failed", text, { code: OUTPUT_INVALID, message })]
}

/** No other answer would help, so the model is not asked again. */
export function checkFailed(thrown: string): string {
  return `The answer fits the JSON Schema, but your own check of it threw an error: ${thrown.replace(/\.$/, "")}. Mend the refinement or the transform in the schema that was passed as output.`
}

function again(evidence: string): string {
  return `Your answer does not fit what was asked for: ${evidence}. Give the whole answer again, corrected, in the form that was asked for, and nothing else.`
}

/** What was cut off does not fit because of that. */
function cutOr({ stop }: AnswerState, problems: readonly string[]): readonly string[] {
  return stop === "max-tokens" ? ["it was cut off at the output limit and has to be shorter"] : problems
}

const MAX_SHOWN = 500

function shortened(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).toWellFormed()}...`
}
