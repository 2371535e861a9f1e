// Where a running turn is, as far as rules care. A rule that can say nothing in a stage names those in which it can, and
// is not asked in the others: most rules are about one moment of a round, and a round has five. Rules about what went
// wrong are not asked either while nothing stands out, which one look at the turn shows.
import type { Rule } from "./rule.ts"
import { hasOpenCalls, MAX_AT_ONCE } from "./state/calls.ts"
import type { State, Turn } from "./state/state.ts"

/**
 * `asked`: a request is under way. `calling`: calls of the answer have to begin. `running`: all that are open have begun.
 * `called`: all of them have a result. `answered`: the answer has no calls.
 */
export type Stage = "asked" | "calling" | "running" | "called" | "answered"

/** Undefined for all that is not the plain course of a turn: then all rules are asked. */
export function stageOf({ turn, rewoundTo }: State): Stage | undefined {
  if (turn === undefined || turn.finished !== undefined || turn.cancelled || turn.held !== undefined) return undefined
  const { attempt, answer, calls } = turn
  if (rewoundTo !== undefined || attempt === undefined || attempt.failure !== undefined) return undefined
  if (attempt.open) return answer === undefined && calls.length === 0 ? "asked" : undefined
  if (calls.length === 0) return answer === undefined ? undefined : "answered"
  // There may be thousands, so a long list is not looked through.
  if (calls.length > MAX_AT_ONCE) return hasOpenCalls(turn) ? "calling" : "called"
  let stage: Stage = "called"
  for (let place = 0; place < calls.length; place++) {
    const call = calls[place]
    if (call?.stage === "asked" && call.starts === 0) return "calling"
    if (call?.stage !== "finished") stage = "running"
  }
  return stage
}

/**
 * Whether nothing stands out that rules of `onlyInTrouble` look for: a failure, a refused call, a withheld tool, a result or
 * a request that ends the turn, a call that cannot be read, a tool choice.
 */
export function isSmooth({ turn, withheld, toolFailures }: State): boolean {
  if (turn === undefined || turn.ending !== undefined || turn.toolChoice !== undefined) return false
  const { counters, answer, calls } = turn
  if (withheld.length > 0 || counters.refusedRepeats > 0 || counters.sameError.times > 0) return false
  if (answer === undefined || answer.problems.length > 0) return false
  for (let place = 0; place < calls.length; place++) {
    const { code, ends } = calls[place]?.result ?? NO_RESULT
    if (code !== undefined || ends !== undefined) return false
  }
  for (const _failed in counters.toolFailures) return false
  for (const _failed in toolFailures) return false
  return true
}

const NO_RESULT: Partial<NonNullable<Turn["calls"][number]["result"]>> = {}

interface Speaks {
  readonly stages: readonly Stage[]
  readonly isAboutTrouble: boolean
}

const speaks = new WeakMap<Rule, Speaks>()

/** The rule returns undefined in every other stage. Where a turn is in no stage it is asked as well. */
export function onlyIn(stages: readonly Stage[], rule: Rule): Rule {
  speaks.set(rule, { stages, isAboutTrouble: false })
  return rule
}

/** Besides, the rule returns undefined while the turn is smooth. */
export function onlyInTrouble(stages: readonly Stage[], rule: Rule): Rule {
  speaks.set(rule, { stages, isAboutTrouble: true })
  return rule
}

type RulesByStage = { readonly [Name in Stage]: Rule[] }

interface Asked {
  readonly smooth: RulesByStage
  readonly troubled: RulesByStage
}

const known = new WeakMap<readonly Rule[], Asked>()

/** Those of the rules that may return something in the state, in their order. Chosen once for each list of rules. */
export function rulesFor(state: State, rules: readonly Rule[]): readonly Rule[] {
  const stage = stageOf(state)
  if (stage === undefined) return rules
  let asked = known.get(rules)
  if (asked === undefined) {
    asked = askedOf(rules)
    known.set(rules, asked)
  }
  // In the other stages one of the first rules answers anyway, or there is no other round.
  const isLookedAt = stage === "calling" || stage === "called"
  return (isLookedAt && isSmooth(state) ? asked.smooth : asked.troubled)[stage]
}

function askedOf(rules: readonly Rule[]): Asked {
  const smooth: RulesByStage = { asked: [], calling: [], running: [], called: [], answered: [] }
  const troubled: RulesByStage = { asked: [], calling: [], running: [], called: [], answered: [] }
  for (const rule of rules) {
    const { stages, isAboutTrouble } = speaks.get(rule) ?? ALWAYS
    for (const stage of stages) {
      troubled[stage].push(rule)
      if (!isAboutTrouble) smooth[stage].push(rule)
    }
  }
  return { smooth, troubled }
}

const ALWAYS: Speaks = { stages: ["asked", "calling", "running", "called", "answered"], isAboutTrouble: false }
