// The rules that a session ran with: those of its profile, for the models in its log. Which models there were, and their
// windows, is taken from the log; limits that the user set are not in it and have to be passed.
import { defined } from "../base/defined.ts"
import type { Delegated } from "../contracts/delegation.ts"
import type { Fact } from "../contracts/fact.ts"
import { builtInChecks } from "../features/finish/checks.ts"
import { endAtLimit } from "../features/limits/rules.ts"
import { withTurnDemands } from "../features/output/turn-demands.ts"
import type { PlanOptions } from "../features/plans/options.ts"
import { orchestrated } from "../features/plans/orchestrated.ts"
import { nextSteps } from "../kernel/next-steps.ts"
import type { Rule } from "../kernel/rule.ts"
import { withTokenLimit } from "../kernel/rules/limit-tokens.ts"
import type { State } from "../kernel/state/state.ts"
import type { MakeProfile, ProfileOptions } from "../profiles/profile.ts"

interface Asked {
  readonly seq: number
  readonly name: string
  readonly window: number
}

/** The options of the profile that a session was recorded with. */
export interface RecordedOptions extends ProfileOptions {
  /** The limits of plans, if they differ from the defaults. */
  readonly plans?: Pick<PlanOptions, "maxSteps" | "tries">
}

/**
 * The rules that a session ran with: those of its profile, for the models in its log.
 *
 * @example
 * ```ts
 * import { ownProfile } from "@pawl/agent"
 * import { recordedRules } from "@pawl/agent/replay"
 *
 * const rules = recordedRules(await session.facts(), ownProfile({ name: "brief" }))
 * ```
 */
export function recordedRules(
  facts: readonly Fact[],
  make: MakeProfile,
  recorded: RecordedOptions = {},
): readonly Rule[] {
  const { plans = {}, ...given } = recorded
  const { maxIterations, maxTokens } = delegatedIn(facts)
  const options = { ...given, ...defined({ maxIterations }) }
  const planning = plansIn(facts)
  const chain = askedByPlace(facts)
  const { models = chain.length } = planning
  if (models === 0) return [endAtLimit(), ...withTurnDemands(withTokenLimit(make(options).rules, maxTokens))]
  const finish = finishFor(make, options)
  const made = new Map<string, { readonly plain: readonly Rule[]; readonly planned: readonly Rule[] }>()
  // Another model may have continued the session: the one that was asked next counts.
  const rulesAt = ({ seq, turn }: State) => {
    const asked = chain.map((each) => nextAfter(each, seq))
    const checks = turn?.checks
    const key = JSON.stringify([asked.map(({ name, window }) => [name, window]), checks])
    const known = made.get(key)
    if (known !== undefined) return known
    const sizes = asked.map(({ name, window }) => ({ name, window }))
    const sized = sizes.length > 0 ? { fitting: { models: sizes } } : {}
    const profile = make({ models, ...sized, ...options, ...finish(checks) })
    const rules = withTokenLimit(profile.rules, maxTokens)
    const { planner, router } = planning
    const beside = { ...defined({ planner, router }) }
    const planned = orchestrated(rules, { models, ...beside, ...plans })
    const both = { plain: withTurnDemands(rules), planned: withTurnDemands(planned) }
    made.set(key, both)
    return both
  }
  const atLimit = endAtLimit()
  return [
    (state) => {
      const { plain, planned } = rulesAt(state)
      return atLimit(state) ?? nextSteps(state, planning.turns.has(state.turn?.number ?? 0) ? planned : plain)
    },
  ]
}

/** The checks that a turn names: the profile's own, or built-in ones. An older turn names none. */
function finishFor(make: MakeProfile, options: ProfileOptions) {
  const known = [...(make(options).checks ?? []), ...(make().checks ?? []), ...builtInChecks]
  return (names: readonly string[] | undefined): Pick<ProfileOptions, "finish"> => {
    if (names === undefined) return {}
    return { finish: names.flatMap((name) => known.find((check) => check.name === name) ?? []) }
  }
}

/** A child's budget is in its first fact. */
function delegatedIn([first]: readonly Fact[]): Partial<Delegated> {
  return first?.type === "session-opened" ? (first.delegated ?? {}) : {}
}

/** Which turns had a plan, and the positions of planner and router beside the chain. */
function plansIn(facts: readonly Fact[]) {
  const turns = new Set<number>()
  let turn = 0
  let found: { readonly models?: number; readonly planner?: number; readonly router?: number } = {}
  for (const fact of facts) {
    if (fact.type === "turn-started") turn = fact.turn
    if (fact.type === "plan-failed") turns.add(turn)
    if (fact.type !== "model-asked" || fact.phase === undefined) continue
    turns.add(turn)
    const { beside, chain = 0, phase } = fact
    if (beside !== undefined) found = { ...found, models: beside, [phase === "route" ? "router" : "planner"]: chain }
  }
  return { turns, ...found }
}

/** Binary search: logs are long, and the rules run at every fact. */
function nextAfter(asked: readonly Asked[], seq: number): Asked {
  let from = 0
  let to = asked.length - 1
  while (from < to) {
    const middle = (from + to) >> 1
    if ((asked[middle]?.seq ?? 0) > seq) to = middle
    else from = middle + 1
  }
  return asked[from] as Asked // Never empty.
}

const UNKNOWN_WINDOW = 128_000

/** For each position in the chain, the models asked there, oldest first. An unused position gets the next one's model. */
function askedByPlace(facts: readonly Fact[]): readonly (readonly Asked[])[] {
  const places: Asked[][] = []
  let isOwn = false
  for (const fact of facts) {
    // A turn's own model is in the turn, not in the chain.
    if (fact.type === "turn-started") isOwn = fact.model !== undefined
    if (isOwn || fact.type !== "model-asked" || fact.purpose !== undefined || fact.beside !== undefined) continue
    const { seq, model, chain = 0, budget } = fact
    const asked = { seq, name: model, window: budget?.window ?? UNKNOWN_WINDOW }
    while (places.length <= chain) places.push([asked])
    const at = places[chain]
    if (at?.at(-1) !== asked) at?.push(asked)
  }
  return places
}
