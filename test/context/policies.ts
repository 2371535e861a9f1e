// All tested ways to keep a history within a window: the profiles' policies
// with the profiles' own rules, and a bare one for every single strategy.
import type { Fitting } from "../../packages/agent/src/context/fitting.ts"
import { compactOnOverflow, fitContext } from "../../packages/agent/src/features/compaction/fit-context.ts"
import type { ContextPolicy } from "../../packages/agent/src/features/compaction/policy.ts"
import type { Strategy } from "../../packages/agent/src/features/compaction/shape.ts"
import { clipLongest } from "../../packages/agent/src/features/compaction/strategies/clip-longest.ts"
import {
  dropUntilItFits,
  evictOldest,
  summariseHalf,
  summariseMiddle,
  summariseOlder,
  trimMessages,
  trimOldest,
} from "../../packages/agent/src/features/compaction/strategies/drop-oldest.ts"
import { dropSuperseded, maskResults } from "../../packages/agent/src/features/compaction/strategies/mask-results.ts"
import { spillLarge } from "../../packages/agent/src/features/compaction/strategies/spill-large.ts"
import type { Rule } from "../../packages/agent/src/kernel/rule.ts"
import { acceptAnswer } from "../../packages/agent/src/kernel/rules/accept-answer.ts"
import { callModel } from "../../packages/agent/src/kernel/rules/call-model.ts"
import { endTurn } from "../../packages/agent/src/kernel/rules/end-turn.ts"
import { limitIterations } from "../../packages/agent/src/kernel/rules/limit-iterations.ts"
import { malformedCall } from "../../packages/agent/src/kernel/rules/malformed-call.ts"
import { nudgeEmpty } from "../../packages/agent/src/kernel/rules/nudge-empty.ts"
import { retryModel } from "../../packages/agent/src/kernel/rules/retry-model.ts"
import { settle } from "../../packages/agent/src/profiles/parts.ts"
import { profileNamed } from "../../packages/agent/src/profiles/profiles.ts"

export interface Way {
  readonly name: string
  readonly policy: ContextPolicy
  readonly rules: (fitting: Fitting) => readonly Rule[]
}

const PROFILES = {
  budgeted: "default",
  wholeHistory: "chat-service",
  evicting: "local-desktop",
  halving: "xml-tools",
  trimmedByChars: "structured-react",
  summarised: "terminal",
}

/** The policies of the profiles. */
export const policies: readonly Way[] = Object.entries(PROFILES).map(([name, profile]) => ({
  name,
  policy: profileNamed(profile)().context,
  rules: (fitting) => profileNamed(profile)({ fitting, maxIterations: 100_000 }).rules,
}))

const STRATEGIES: readonly Strategy[] = [
  spillLarge(),
  dropSuperseded(),
  maskResults({ keep: 4 }),
  evictOldest({ keep: 10 }),
  summariseMiddle({ keep: 6 }),
  summariseOlder({ share: 0.5 }),
  summariseHalf(),
  trimOldest(),
  trimMessages({ max: 12 }),
  dropUntilItFits("model"),
  clipLongest(),
]

export const bare: readonly Way[] = [...STRATEGIES, undefined].map((strategy, place) => {
  const policy: ContextPolicy = {
    at: 0.8,
    target: 0.6,
    strategies: strategy === undefined ? [] : [strategy],
    all: true,
    summaryTokens: 800,
    place: place % 2 === 0 ? "message" : "system",
  }
  return {
    name: strategy === undefined ? "nothing" : `only ${strategy.name}`,
    policy,
    rules: (fitting) => bareRules(fitting, policy),
  }
})

function bareRules(fitting: Fitting, policy: ContextPolicy): readonly Rule[] {
  return [
    ...settle({ parallel: true }),
    compactOnOverflow(),
    retryModel({ attempts: 2, firstMs: 10, factor: 1, maxMs: 10, jitter: 0 }),
    endTurn(),
    malformedCall({ max: 2 }),
    nudgeEmpty({ max: 1, afterwards: "summary" }),
    acceptAnswer(),
    limitIterations({ max: 100_000, summary: true }),
    fitContext({ fitting, policy }),
    callModel({ models: 1 }),
  ]
}
