// Computes the size of a request in tokens from the counts of its parts.
import { weightsOf } from "../kernel/state/gauge.ts"
import type { State } from "../kernel/state/state.ts"
import { addCounts, type Counts } from "../tokens/counts.ts"
import { estimate } from "../tokens/weights.ts"
import type { Built } from "./build-request.ts"
import { budgetOf, type Fitting, modelAt, windowOf } from "./fitting.ts"
import type { FrameCounts } from "./frame.ts"

export type Sizes = Pick<Built, "budget" | "counts">

interface SizeHow {
  readonly fitting: Fitting
  readonly chain: number
}

export function requestSizes(
  state: State,
  { system, tools, systemAndTools, all }: FrameCounts,
  history: Counts,
  { fitting, chain }: SizeHow,
): Sizes {
  const model = modelAt(fitting, chain)
  const weights = weightsOf(state.gauge, model.name)
  const parts = {
    system: estimate(system, weights),
    tools: estimate(tools, weights),
    history: estimate(history, weights),
  }
  const budget = budgetOf(windowOf(state, model), parts, fitting)
  return {
    budget: all === undefined ? budget : { ...budget, toolsAll: estimate(all, weights) },
    counts: { ...addCounts(systemAndTools, history) },
  }
}
