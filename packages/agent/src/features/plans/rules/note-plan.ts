// Rule that records the progress of a plan as soon as the facts show it: it was made, a step ended, it failed and why.
import { plainText } from "../../../contracts/content.ts"
import type { Rule } from "../../../kernel/rule.ts"
import { hasOpenCalls } from "../../../kernel/state/calls.ts"
import { isRunning, type State, type Turn } from "../../../kernel/state/state.ts"
import type { Step } from "../../../registry/steps.ts"
import type { PlanStepFinished } from "../facts/plan-step-finished.ts"
import { notePlanStep } from "../note-plan.ts"
import { MAX_LOOKS, MAX_STEPS, type PlanOptions, TRIES } from "../options.ts"
import { isLook, openSteps, type Plan, type Routing, verdictOn, whatWentWrong } from "../plan.ts"
import { readPlan } from "../read-plan.ts"

export function notePlan({ maxSteps = MAX_STEPS, tries = TRIES }: PlanOptions): Rule {
  return (state) => {
    const { turn, restore } = state
    if (!isRunning(turn) || turn.cancelled || turn.ending !== undefined || restore !== undefined) return undefined
    const { plan } = turn
    if (plan === undefined || plan.stage === "over" || isBusy(turn)) return undefined
    if (plan.said !== undefined) return [madeOf(readPlan(plan.said, { maxSteps }), turn)]
    const ended = plan.routing === undefined ? undefined : endOf(plan.routing, turn, tries)
    if (ended !== undefined) return [notePlanStep(turn, `step ${ended.step}`, ended)]
    const why = failureOf(plan, state)
    return why === undefined ? undefined : [failed(turn, why)]
  }
}

function isBusy(turn: Turn): boolean {
  return turn.attempt?.open === true || hasOpenCalls(turn)
}

function madeOf(read: ReturnType<typeof readPlan>, turn: Turn): Step {
  return "why" in read ? failed(turn, read.why) : notePlanStep(turn, "made", { type: "plan-made", steps: read.steps })
}

function failed(turn: Turn, why: string): Step {
  return notePlanStep(turn, "failed", { type: "plan-failed", why })
}

/** Undefined while another call for the step may still be asked for. */
function endOf(
  { step, tries: before, called, wrong, looks }: Routing,
  turn: Turn,
  tries: number,
): PlanStepFinished | undefined {
  const { calls } = turn
  const ids = calls.map(({ call }) => call.id)
  const verdict = called ? verdictOn(calls) : "not-run"
  if (verdict === "ok") return { type: "plan-step-finished", step, outcome: "ok", result: resultOf(turn), calls: ids }
  const failure = { type: "plan-step-finished", step, outcome: "failed" } as const
  if (verdict === "failed") return { ...failure, result: short(whatWentWrong(calls)), calls: ids }
  if (verdict === "looked")
    return looks.length + calls.length < MAX_LOOKS ? undefined : { ...failure, result: "It only looked things up." }
  const inVain = before + (called ? 1 : 0)
  if (inVain < tries) return undefined
  const why = called ? whatWentWrong(calls) : (wrong ?? "")
  return { ...failure, result: short(`No call came of ${inVain} tries. ${why}`.trim()) }
}

/** Why the rest cannot be carried out by this plan; undefined when it can. */
function failureOf(plan: Plan, { turn, waiting }: State): string | undefined {
  if (waiting.some(({ from }) => from === "user")) return "Something else was said meanwhile."
  const attempt = turn?.attempt
  if (attempt?.phase === "route" && attempt.failure?.error.class === "context-overflow")
    return `Step ${attempt.step?.number} does not fit the window of ${attempt.model}.`
  if (plan.stage !== "steps" || plan.routing !== undefined) return undefined
  const { open, next } = openSteps(plan)
  const stuck = open.flatMap((number) => {
    const need = plan.steps[number - 1]?.needs.find((each) => plan.done[each]?.outcome === "failed")
    return need === undefined ? [] : [{ number, need }]
  })[0]
  if (stuck !== undefined)
    return `Step ${stuck.need} failed, and step ${stuck.number} needs it: ${plan.done[stuck.need]?.result}`
  if (open.length > 0) return next === undefined ? "Its steps wait for one another." : undefined
  const isAnyCalled = Object.values(plan.done).some(({ calls }) => calls.length > 0)
  return isAnyCalled ? undefined : "No tool was called at all."
}

function resultOf({ calls }: Turn): string {
  const own = calls.filter((call) => !isLook(call))
  return short(own.map(({ result }) => plainText(result?.content ?? [])).join("\n"))
}

const MAX_NOTE_CHARS = 300

function short(text: string): string {
  return text.length <= MAX_NOTE_CHARS ? text : `${text.slice(0, MAX_NOTE_CHARS - 3).toWellFormed()}...`
}
