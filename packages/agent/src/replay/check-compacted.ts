// A history is condensed when the rules ask for it, for the reason they give. The result is taken from the log.
import type { Fact } from "../contracts/fact.ts"
import { describeSteps } from "./describe.ts"
import type { Past } from "./past.ts"
import { differs, type Wrong } from "./report.ts"

export function checkCompacted(fact: Extract<Fact, { type: "history-compacted" }>, past: Past): Wrong {
  const { times, summary } = past.now.compaction
  const key = `compact:${times + 1}`
  // Its summary was requested: from then on the compaction completes, whatever the rules ask for meanwhile.
  const isUnderWay = summary?.attempt === `compact.${times + 1}`
  const found = `history-compacted (${fact.why})`
  if (!isUnderWay && !past.steps.some((step) => step.key === key))
    return differs("rules-changed", describeSteps(past.steps), found)
  if (fact.why === undefined) return undefined
  const since = past.last(({ type }) => type === "history-compacted")
  for (const { step } of past.askedFor(key, since))
    if (step.kind === "compact" && step.why === fact.why) return undefined
  return differs("rules-changed", describeSteps(past.steps), found)
}
