// How a request fills a model's window: every part is measured or estimated, none is assumed.
import type { Budget } from "../contracts/context.ts"
import { turnModel } from "../kernel/model-health.ts"
import { headOf } from "../kernel/state/digest.ts"
import { weightsOf } from "../kernel/state/gauge.ts"
import { type Later, later } from "../kernel/state/messages.ts"
import type { State } from "../kernel/state/state.ts"
import { addCounts, type Counts, noCounts } from "../tokens/counts.ts"
import { countMessage } from "../tokens/message-counts.ts"
import { estimate } from "../tokens/weights.ts"

/** A model of the chain: its name and window. */
export interface ModelSize {
  readonly name: string
  readonly window: number
}

/** How requests fit into the windows of the models. */
export interface Fitting {
  readonly models: readonly ModelSize[]
  /** How many of the models form the chain. Default: all. */
  readonly chain?: number
  /** Tokens reserved for the answer. */
  readonly output?: number
  /** Tokens reserved because estimates are inexact. */
  readonly safety?: number
  /** With fewer tokens left than this, no more tools are offered. */
  readonly threshold?: number
}

/** For unknown models. A hosted model with a smaller window refuses the request, and the history is compacted then. */
export const UNKNOWN_WINDOW = 128_000
export const UNKNOWN_SIZE: Fitting = { models: [{ name: "", window: UNKNOWN_WINDOW }] }
/** Lower limit after a refusal: the refusal may have had another reason, and must not shrink the session permanently. */
const MIN_WINDOW = 4096

/** Smaller windows have smaller reserves. */
export function reservesOf(window: number, { output = 2000, safety = 768, threshold = 1500 }: Omit<Fitting, "models">) {
  return {
    output: Math.min(output, Math.floor(window / 4)),
    safety: Math.min(safety, Math.floor(window / 20)),
    threshold: Math.min(threshold, Math.floor(window / 8)),
  }
}

export function modelAt({ models }: Fitting, chain: number): ModelSize {
  return models[chain] ?? models[0] ?? { name: "", window: UNKNOWN_WINDOW }
}

/** The declared window, or less if the model has refused a smaller request. */
export function windowOf({ gauge }: State, { name, window }: ModelSize): number {
  const refused = gauge.tooLarge[name]
  if (refused === undefined) return window
  return Math.min(window, Math.max(MIN_WINDOW, Math.floor(refused * 0.9)))
}

/** The budget of the next request, from the last measurements and the messages since. */
export function weigh(state: State, chain: number, fitting: Fitting): Budget {
  const model = turnModel(state) ?? modelAt(fitting, chain)
  const history = estimate(historyCounts(state), weightsOf(state.gauge, model.name))
  const tools = state.turn?.ending === undefined ? state.gauge.tools : 0
  return budgetOf(windowOf(state, model), { system: state.gauge.system, tools, history }, fitting)
}

export function budgetOf(
  window: number,
  parts: { readonly system: number; readonly tools: number; readonly history: number },
  reserves: Omit<Fitting, "models">,
): Budget {
  const { output, safety } = reservesOf(window, reserves)
  const { system, tools, history } = parts
  const remaining = window - system - tools - history - output - safety
  return { window, system, tools, history, output, safety, remaining }
}

/** The history's share of the window. */
export function roomOf({ window, system, tools, output, safety }: Budget): number {
  return Math.max(0, window - system - tools - output - safety)
}

/** The last sum is kept: the rules weigh what the next request sends, and then the request is built. */
export function historyCounts(state: State): Counts {
  const added = later(state)
  const { counts: settled, digest } = state
  if (last.added === added && last.settled === settled && last.digest === digest) return last.counts
  let counts = digest === undefined ? settled : addCounts(settled, countMessage(headOf(digest)))
  for (let at = 0; at < added.counts.length; at++) counts = addCounts(counts, added.counts[at] as Counts) // Within bounds.
  last = { added, settled, digest, counts }
  return counts
}

let last: {
  readonly added: Later | undefined
  readonly settled: Counts
  readonly digest: State["digest"]
  readonly counts: Counts
} = { added: undefined, settled: noCounts, digest: undefined, counts: noCounts }
