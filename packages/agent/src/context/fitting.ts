// How a request fills a model's window: all of it measured or estimated, nothing assumed.
import type { Budget } from "../contracts/context.ts"
import { headOf } from "../kernel/state/digest.ts"
import { weightsOf } from "../kernel/state/gauge.ts"
import { openResults, shown } from "../kernel/state/messages.ts"
import type { State } from "../kernel/state/state.ts"
import { addCounts, type Counts } from "../tokens/counts.ts"
import { countMessage } from "../tokens/message-counts.ts"
import { estimate } from "../tokens/weights.ts"

/** A model of the chain, as far as sizes go. */
export interface ModelSize {
  readonly name: string
  readonly window: number
}

export interface Fitting {
  readonly models: readonly ModelSize[]
  /** How many of them are the chain; all unless given. */
  readonly chain?: number
  /** Kept free for the answer. */
  readonly output?: number
  /** Kept free because estimates err. */
  readonly safety?: number
  /** With less than this left, tools are offered no more. */
  readonly threshold?: number
}

/** For a model of which nothing is known: a hosted one that is too small says so, and the history is condensed then. */
export const UNKNOWN_WINDOW = 128_000
export const UNKNOWN_SIZE: Fitting = { models: [{ name: "", window: UNKNOWN_WINDOW }] }
/** A refusal may have other reasons than it says: it must not shrink a session for ever. */
const MIN_WINDOW = 4096

/** The reserves of small windows are smaller. */
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

/** What the model was declared to take, unless it has refused less. */
export function windowOf({ gauge }: State, { name, window }: ModelSize): number {
  const refused = gauge.tooLarge[name]
  if (refused === undefined) return window
  return Math.min(window, Math.max(MIN_WINDOW, Math.floor(refused * 0.9)))
}

/** The next request, by what the last one measured and what was said since. */
export function weigh(state: State, chain: number, fitting: Fitting): Budget {
  const model = modelAt(fitting, chain)
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
  const remaining = window - parts.system - parts.tools - parts.history - output - safety
  return { window, ...parts, output, safety, remaining }
}

/** What the history may have. */
export function roomOf({ window, system, tools, output, safety }: Budget): number {
  return Math.max(0, window - system - tools - output - safety)
}

export function historyCounts(state: State): Counts {
  const later = [...openResults(state), ...shown(state.waiting)]
  const head = state.digest === undefined ? later : [headOf(state.digest), ...later]
  return head.reduce((sum, message) => addCounts(sum, countMessage(message)), state.counts)
}
