// The next request has to fit the model's window: condense the history when it fills, and stop offering tools before
// there is no room left for an answer.
import { type Fitting, modelAt, reservesOf, roomOf, weigh } from "../../context/fitting.ts"
import { type ContextPolicy, isDue } from "../../context/policy.ts"
import { plainText } from "../../contracts/content.ts"
import type { CompactionReason } from "../../contracts/fact.ts"
import type { Compact } from "../../contracts/step.ts"
import { toArray } from "../../state/grow-list.ts"
import { isRunning, openCalls, type State } from "../../state/state.ts"
import { chosenModel } from "../model-health.ts"
import type { Rule } from "../rule.ts"
import { callModelStep, endingStep, SUMMARY_RULES } from "./steps.ts"

export const CONTEXT_LIMIT = "context-limit"

export interface FitOptions {
  readonly fitting: Fitting
  readonly policy: ContextPolicy
}

/** Somebody asked for it: done as soon as nothing is open. */
export function compactWhenAsked(): Rule {
  return (state) => {
    if (state.compaction.asked === undefined || isBusy(state)) return undefined
    return [compactStep(state, "asked", state.turn?.attempt?.chain ?? 0)]
  }
}

function isBusy({ turn }: State): boolean {
  return isRunning(turn) && (turn.attempt?.open === true || turn.judgement?.open === true || openCalls(turn).length > 0)
}

/** A request that was too large is made again, smaller, once. */
export function compactOnOverflow(): Rule {
  return (state) => {
    const { turn } = state
    const attempt = turn?.attempt
    if (turn === undefined || turn.cancelled || attempt?.open !== false) return undefined
    if (attempt.failure?.error.class !== "context-overflow") return undefined
    const { iteration, chain } = attempt
    if (turn.overflow?.attempt === attempt.id) {
      return turn.overflow.gained ? [callModelStep(turn, iteration, { chain })] : undefined
    }
    return turn.overflow?.iteration === iteration ? undefined : [compactStep(state, "overflow", chain)]
  }
}

/** The window fills. */
export function fitContext({ fitting, policy }: FitOptions): Rule {
  return (state) => {
    const { turn } = state
    if (turn === undefined || turn.cancelled || openCalls(turn).length > 0) return undefined
    const chain = turn.attempt?.chain ?? chosenModel(state, fitting.models.length)
    const budget = weigh(state, chain, fitting)
    const messages = messagesIn(state)
    const measure = { budget, room: roomOf(budget), messages, chars: () => charsIn(state) }
    const isNew = state.compaction.times === 0 || messages > state.compaction.shown
    if (isNew && isDue(policy, measure)) return [compactStep(state, "threshold", chain)]
    const { threshold } = reservesOf(modelAt(fitting, chain).window, fitting)
    if (turn.ending !== undefined || budget.tools === 0 || budget.remaining >= threshold) return undefined
    const words = {
      reason: CONTEXT_LIMIT,
      evidence: `${budget.remaining} of ${budget.window} tokens left, ${threshold} are needed to go on with tools`,
      text: `There is no room for further tool calls. ${SUMMARY_RULES}`,
    }
    const error = { code: CONTEXT_LIMIT, message: "The model's window is full" }
    return [endingStep(turn, words, { outcome: "failed", error, text: FULL })]
  }
}

const FULL =
  "The model's window is full, so I stopped. Use a model with a larger window, fewer tools, or a new session for the rest."

function compactStep(state: State, why: CompactionReason, chain: number): Compact {
  return { kind: "compact", key: `compact:${state.compaction.times + 1}`, why, ...(chain > 0 && { chain }) }
}

function messagesIn({ history, turn, waiting }: State): number {
  return history.length + (turn?.calls.length ?? 0) + waiting.length
}

function charsIn({ history }: State): number {
  return toArray(history).reduce(
    (sum, message) => sum + (message.role === "assistant" ? message.text : plainText(message.parts)).length,
    0,
  )
}
