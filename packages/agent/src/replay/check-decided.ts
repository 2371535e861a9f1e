// Facts that rules alone decide: a nudge and the end of a turn must match what the rules ask for, word for word.
import type { Fact } from "../contracts/fact.ts"
import { builtInChecks } from "../features/finish/checks.ts"
import { UNFINISHED, UNJUDGED } from "../features/finish/finish-checks.ts"
import { NO_TOOLS, PLANS_OFF } from "../features/plans/options.ts"
import { isRunning } from "../kernel/state/state.ts"
import type { Step } from "../registry/steps.ts"
import { CLEAN_UP } from "./clean-up.ts"
import { describeFact, describeSteps, firstDifference, isSame, quoted } from "./describe.ts"
import type { Past } from "./past.ts"
import { differs, type Wrong } from "./report.ts"

type FactOf<T extends Fact["type"]> = Extract<Fact, { type: T }>

export function checkNudged(fact: FactOf<"nudged">, past: Past): Wrong {
  if (isFormer(fact, past)) return undefined
  const step = past.steps.find(({ kind }) => kind === "nudge")
  if (step === undefined) return differs("rules-changed", describeSteps(past.steps), describeFact(fact))
  const { v: _v, seq: _seq, at: _at, type: _type, ...found } = fact
  for (const asked of past.askedFor(step.key, past.turnStart)) if (isSame(wordsOf(asked.step), found)) return undefined
  return inField("nudged", wordsOf(step), found)
}

/** Reasons of nudges that older rules gave, by the words of an answer, or under other names. */
const FORMER: ReadonlySet<string> = new Set(["incomplete", "deflection", "unproven-claim", "empty"])

/** These rules no longer exist, and a user's own finish checks are not available: their nudges are taken from the log. */
function isFormer({ reason, attempt }: FactOf<"nudged">, { now: { turn } }: Past): boolean {
  if (!isRunning(turn) || attempt === undefined || turn.answer?.attempt !== attempt) return false
  if (turn.checks === undefined) return FORMER.has(reason)
  const own = turn.checks.filter((name) => !builtInChecks.some((check) => check.name === name))
  return own.includes(reason) || (own.length > 0 && (reason === UNFINISHED || reason === UNJUDGED))
}

/** Also accepts a plan that failed because a request turned out to be needless before it was made. */
export function checkPlan(fact: FactOf<"plan-made" | "plan-step-finished" | "plan-failed">, past: Past): Wrong {
  const { v: _v, seq: _seq, at: _at, ...found } = fact
  const isAsking = past.steps.some((step) => step.kind === "call-model" && step.phase !== undefined)
  if (isAsking && fact.type === "plan-failed" && [NO_TOOLS, PLANS_OFF].includes(fact.why)) return undefined
  const step = past.steps.find(({ kind }) => kind === "note-plan")
  if (step?.kind !== "note-plan") return differs("rules-changed", describeSteps(past.steps), describeFact(fact))
  for (const { step: asked } of past.askedFor(step.key, past.turnStart))
    if (asked.kind === "note-plan" && isSame(asked.says, found)) return undefined
  return inField(fact.type, step.says, found)
}

/** What the check said is taken from the log: the check is code of the program. */
export function checkOutput(fact: FactOf<"output-checked">, past: Past): Wrong {
  const isAsked = past.steps.some((step) => step.kind === "check-output" && step.attempt === fact.attempt)
  return isAsked ? undefined : differs("rules-changed", describeSteps(past.steps), describeFact(fact))
}

export function checkFinished(fact: FactOf<"turn-finished">, past: Past): Wrong {
  const { turn } = past.now
  if (!isRunning(turn)) return differs("log-invalid", "a running turn to end", describeFact(fact))
  const { v: _v, seq: _seq, at: _at, type: _type, attempt: _last, budget: _weight, usage, ...found } = fact
  const step = past.steps.find(({ kind }) => kind === "finish")
  // The clean-up ends a turn without a rule.
  const isCleanUp = fact.outcome === "failed" && fact.error?.code === CLEAN_UP && fact.turn === turn.number
  if (step === undefined && !isCleanUp) return differs("rules-changed", describeSteps(past.steps), describeFact(fact))
  const wanted = step === undefined ? found : { turn: turn.number, ...wordsOf(step) }
  if (!isSame(wanted, found) && !isCleanUp) return inField("turn-finished", wanted, found)
  if (isSame(usage, turn.usage)) return undefined
  return differs("fact-changed", `usage ${quoted(turn.usage)}`, `usage ${quoted(usage)}`)
}

function wordsOf(step: Step): object {
  const { kind: _kind, key: _key, ...words } = step
  return words
}

function inField(type: string, wanted: object, found: object): Wrong {
  const first = firstDifference(wanted, found)
  const name = `${type}.${first?.field}`
  return differs("rules-changed", `${name} = ${quoted(first?.wanted)}`, `${name} = ${quoted(first?.found)}`)
}
