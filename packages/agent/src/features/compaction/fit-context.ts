// Rules that make the next request fit the model's window: they condense the history when the window fills, and stop
// offering tools before there is no room left for an answer.
import { type Fitting, reservesOf, roomOf, weigh } from "../../context/fitting.ts"
import { currentModel } from "../../kernel/model-health.ts"
import type { Rule } from "../../kernel/rule.ts"
import { onlyIn } from "../../kernel/stage.ts"
import { hasOpenCalls } from "../../kernel/state/calls.ts"
import { isRunning, type State, type Turn } from "../../kernel/state/state.ts"
import { charsOfHistory } from "../../kernel/state/written-chars.ts"
import { callModelStep } from "../../kernel/steps/call-model.ts"
import type { Nudge } from "../../kernel/steps/nudge.ts"
import { endingStep, SUMMARY_RULES } from "../../kernel/steps/nudge.ts"
import { compactStep } from "./compact.ts"
import { type ContextPolicy, isDue } from "./policy.ts"

export const CONTEXT_LIMIT = "context-limit"

export interface FitOptions {
  readonly fitting: Fitting
  readonly policy: ContextPolicy
}

/** A user asked for a compaction: it is done as soon as nothing is open. */
export function compactWhenAsked(): Rule {
  return onlyIn(["called", "answered"], (state) => {
    const { turn, compaction } = state
    const chain = turn?.attempt?.chain ?? 0
    // A compaction that a cancel interrupts is finished before the turn ends: the history must not change during its
    // compaction.
    const isBegun = isRunning(turn) && turn.cancelled && compaction.summary !== undefined
    if (isBegun && !isBusy(state)) return [compactStep(state, "threshold", chain)]
    return compaction.asked === undefined || isBusy(state) ? undefined : [compactStep(state, "asked", chain)]
  })
}

function isBusy({ turn }: State): boolean {
  return isRunning(turn) && (turn.attempt?.open === true || turn.judgement?.open === true || hasOpenCalls(turn))
}

/**
 * A request that was too large is made again, smaller, once for each model; if it is still too large, without tools.
 */
export function compactOnOverflow(): Rule {
  return onlyIn([], (state) => {
    const { turn } = state
    const attempt = turn?.attempt
    if (turn === undefined || turn.cancelled || attempt?.open !== false) return undefined
    if (attempt.failure?.error.class !== "context-overflow") return undefined
    const { iteration, chain } = attempt
    const { overflow } = turn
    if (overflow?.attempt === attempt.id && overflow.gained) return [callModelStep(turn, iteration, { chain })]
    // A last answer was asked for since.
    if (turn.ending !== undefined && state.waiting.some(({ seq }) => seq > attempt.seen))
      return [callModelStep(turn, turn.iteration + 1, { chain })]
    const isDone = overflow?.iteration === iteration && overflow.chain === chain
    if (!isDone) return [compactStep(state, "overflow", chain)]
    // A request that was measured and not sent may fit without its tools. A provider's refusal is taken as final.
    const mayFit = attempt.failure.error.code === "context-too-large" && turn.ending === undefined
    return mayFit && state.gauge.tools > 0 ? [withoutTools(turn, attempt.failure.error.message)] : undefined
  })
}

/** Condenses the history when the window fills. */
export function fitContext({ fitting, policy }: FitOptions): Rule {
  return onlyIn(["asked", "called", "answered"], (state) => {
    const { turn } = state
    if (turn === undefined || turn.cancelled || hasOpenCalls(turn)) return undefined
    const chain = currentModel(state, fitting.chain ?? fitting.models.length)
    const budget = weigh(state, chain, fitting)
    const { threshold } = reservesOf(budget.window, fitting)
    const spare = turn.ending === undefined && budget.tools > 0 ? threshold : 0
    const messages = state.history.length + turn.calls.length + state.waiting.length
    const { after = 0, shown, times } = state.compaction
    const measure = { budget, room: roomOf(budget), spare, messages, chars: () => charsOf(state), after, shown }
    const isNew = times === 0 || messages > shown
    if (isNew && isDue(policy, measure)) return [compactStep(state, "threshold", chain)]
    if (spare === 0 || budget.remaining >= threshold) return undefined
    const left = `${budget.remaining} of ${budget.window} tokens left`
    return [withoutTools(turn, `${left}, ${threshold} are needed to go on with tools`)]
  })
}

function withoutTools(turn: Turn, evidence: string): Nudge {
  const text = `There is no room for further tool calls. ${SUMMARY_RULES}`
  const error = { code: CONTEXT_LIMIT, message: "The model's window is full" }
  return endingStep(turn, { reason: CONTEXT_LIMIT, evidence, text }, { outcome: "failed", error, text: FULL })
}

const FULL =
  "The model's window is full, so I stopped. Use a model with a larger window, fewer tools, or a new session for the rest."

/**
 * For the whole request: the size of what stands around the conversation is known from the last request that was
 * counted.
 */
function charsOf(state: State): number {
  return (state.gauge.frameChars ?? 0) + charsOfHistory(state)
}
