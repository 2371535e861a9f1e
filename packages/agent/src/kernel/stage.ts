// Where a running turn is, as far as rules care. A rule that can say nothing in a stage names those in which it can, and
// is not asked in the others: most rules are about one moment of a round, and a round has four.
import type { Rule } from "./rule.ts"
import { hasOpenCalls } from "./state/calls.ts"
import type { State } from "./state/state.ts"

/**
 * `asked`: a request is under way. `calling`: calls of the answer are open. `called`: all of them have a result.
 * `answered`: the answer has no calls.
 */
export type Stage = "asked" | "calling" | "called" | "answered"

/** Undefined for all that is not the plain course of a turn: then all rules are asked. */
export function stageOf({ turn, rewoundTo }: State): Stage | undefined {
  if (turn === undefined || turn.finished !== undefined || turn.cancelled || turn.held !== undefined) return undefined
  const { attempt, answer, calls } = turn
  if (rewoundTo !== undefined || attempt === undefined || attempt.failure !== undefined) return undefined
  if (attempt.open) return answer === undefined && calls.length === 0 ? "asked" : undefined
  if (calls.length > 0) return hasOpenCalls(turn) ? "calling" : "called"
  return answer === undefined ? undefined : "answered"
}

const stagesOf = new WeakMap<Rule, readonly Stage[]>()

/** The rule returns undefined in every other stage. Where a turn is in no stage it is asked as well. */
export function onlyIn(stages: readonly Stage[], rule: Rule): Rule {
  stagesOf.set(rule, stages)
  return rule
}

type RulesByStage = { [Name in Stage]?: readonly Rule[] }

const byStage = new WeakMap<readonly Rule[], RulesByStage>()

/** Those of the rules that may return something in a stage, in their order. Chosen once for each list of rules. */
export function rulesIn(stage: Stage | undefined, rules: readonly Rule[]): readonly Rule[] {
  if (stage === undefined) return rules
  let known = byStage.get(rules)
  if (known === undefined) {
    known = {}
    byStage.set(rules, known)
  }
  known[stage] ??= rules.filter((rule) => stagesOf.get(rule)?.includes(stage) ?? true)
  return known[stage]
}
