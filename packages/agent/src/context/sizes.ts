// Computes the size of a request in tokens from the counts of its parts.
import type { ToolDefinition } from "../contracts/model.ts"
import { weightsOf } from "../kernel/state/gauge.ts"
import type { State } from "../kernel/state/state.ts"
import { addCounts, type Counts, countText } from "../tokens/counts.ts"
import { countTools } from "../tokens/message-counts.ts"
import { estimate } from "../tokens/weights.ts"
import type { Built } from "./build-request.ts"
import { budgetOf, type Fitting, historyCounts, modelAt, windowOf } from "./fitting.ts"
import type { RequestParts } from "./request-parts.ts"

export type Sizes = Pick<Built, "budget" | "counts">

interface SizeHow {
  readonly fitting: Fitting
  readonly chain: number
}

/** Sizes of a request of the conversation. */
export function requestSizes(state: State, { prompt, tools, all }: RequestParts, how: SizeHow): Sizes {
  return sizesOf(state, { system: countPrompt(prompt), history: historyCounts(state), tools, all }, how)
}

/** Caches the last prompt, because many requests share it. */
let lastPrompt = { text: "", counts: countText("") }

function countPrompt(prompt: string): Counts {
  if (lastPrompt.text !== prompt) lastPrompt = { text: prompt, counts: countText(prompt) }
  return lastPrompt.counts
}

export interface Sized {
  readonly system: Counts
  readonly history: Counts
  readonly tools: readonly ToolDefinition[]
  /** If not all tools are offered: all existing tools. */
  readonly all?: readonly ToolDefinition[] | undefined
}

export function sizesOf(state: State, { system, history, tools, all }: Sized, { fitting, chain }: SizeHow): Sizes {
  const model = modelAt(fitting, chain)
  const weights = weightsOf(state.gauge, model.name)
  const toolCounts = countTools(tools)
  const parts = {
    system: estimate(system, weights),
    tools: tools.length === 0 ? 0 : estimate(toolCounts, weights),
    history: estimate(history, weights),
  }
  const budget = budgetOf(windowOf(state, model), parts, fitting)
  return {
    budget: all === undefined ? budget : { ...budget, toolsAll: estimate(countTools(all), weights) },
    counts: { ...addCounts(addCounts(system, toolCounts), history) },
  }
}
