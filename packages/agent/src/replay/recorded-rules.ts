// The rules a session was run with: those of its profile, for the models that its log names. Which models there were, and how
// large, came from outside, so it is taken from the log; limits that somebody set are not in it and have to be given.
import type { Fact } from "../contracts/fact.ts"
import { nextSteps } from "../loop/next-steps.ts"
import type { Rule } from "../loop/rule.ts"
import type { MakeProfile, ProfileOptions } from "../profiles/profile.ts"

interface Asked {
  readonly seq: number
  readonly name: string
  readonly window: number
}

export function recordedRules(
  facts: readonly Fact[],
  make: MakeProfile,
  options: ProfileOptions = {},
): readonly Rule[] {
  const chain = askedByPlace(facts)
  if (chain.length === 0) return make(options).rules
  const made = new Map<string, readonly Rule[]>()
  // A session may have been gone on with by another model: what counts is who was asked next.
  const rulesAt = (seq: number) => {
    const models = chain.map((asked) => nextAfter(asked, seq))
    const key = models.map(({ name, window }) => `${name} ${window}`).join(", ")
    const known = made.get(key)
    if (known !== undefined) return known
    const sizes = models.map(({ name, window }) => ({ name, window }))
    const { rules } = make({ models: chain.length, fitting: { models: sizes }, ...options })
    made.set(key, rules)
    return rules
  }
  return [(state) => nextSteps(state, rulesAt(state.seq))]
}

/** By halves: logs are long, and rules are asked at every fact. */
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

/** For each place in the chain, who was asked there, oldest first. One that was never asked counts like the one before. */
function askedByPlace(facts: readonly Fact[]): readonly (readonly Asked[])[] {
  const places: Asked[][] = []
  for (const fact of facts) {
    if (fact.type !== "model-asked" || fact.purpose !== undefined) continue
    const { seq, model, chain = 0, budget } = fact
    const asked = { seq, name: model, window: budget?.window ?? UNKNOWN_WINDOW }
    while (places.length <= chain) places.push([asked])
    const at = places[chain]
    if (at?.at(-1) !== asked) at?.push(asked)
  }
  return places
}
