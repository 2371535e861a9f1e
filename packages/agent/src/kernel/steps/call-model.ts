// Step: ask the model once, as one attempt at one request.
import { defined } from "../../base/defined.ts"
import type { Phase, StepAsked } from "../../contracts/plan.ts"
import { defineStep } from "../define-step.ts"
import { NEEDS, performCallModel } from "../performers/call-model.ts"
import type { Turn } from "../state/state.ts"

/** The step that asks a model. */
export interface CallModel {
  readonly kind: "call-model"
  readonly key: string
  readonly iteration: number
  /** The step must not start before this time, by the session's clock. */
  readonly notBefore?: number
  /** How long the wait was meant to last, even if the clock has been changed since. */
  readonly waitMs?: number
  /** The model's index in the chain, from 0; the first unless given. */
  readonly chain?: number
  /** In a turn with a plan: the phase of the request, and the step of the plan. */
  readonly phase?: Phase
  readonly step?: StepAsked
}

export function callModelStep(
  turn: Turn,
  iteration: number,
  how: Pick<CallModel, "notBefore" | "waitMs" | "chain" | "phase" | "step"> = {},
): CallModel {
  const { notBefore, waitMs, chain } = how
  // A retry is for the same phase and step.
  const { phase, step } = turn.attempt?.iteration === iteration ? turn.attempt : how
  const plain: CallModel = { kind: "call-model", key: `call-model:${turn.number}.${iteration}`, iteration }
  // Made twice a round, and nearly always plain.
  if (notBefore === undefined && phase === undefined && step === undefined && (chain ?? 0) === 0) return plain
  return {
    ...plain,
    ...defined({ notBefore, waitMs }),
    ...(chain !== undefined && chain > 0 && { chain }),
    ...defined({ phase, step }),
  }
}

export const callModel = defineStep<CallModel>()({
  kind: "call-model",
  needs: NEEDS,
  perform: performCallModel,
  waits: "told",
})
