// Ask the model once: one attempt at one request.
import { defined } from "../../base/defined.ts"
import type { Phase, StepAsked } from "../../contracts/plan.ts"
import { defineStep } from "../define-step.ts"
import { NEEDS, performCallModel } from "../performers/call-model.ts"
import type { Turn } from "../state/state.ts"

export interface CallModel {
  readonly kind: "call-model"
  readonly key: string
  readonly iteration: number
  /** Not before this time, by the session's clock. */
  readonly notBefore?: number
  /** How long the wait is meant to last, whatever the clock says by now. */
  readonly waitMs?: number
  /** Which model of the chain, counted from 0; the first unless given. */
  readonly chain?: number
  /** In a turn that is carried out by a plan: what it is asked for, and for which step. */
  readonly phase?: Phase
  readonly step?: StepAsked
}

export function callModelStep(
  turn: Turn,
  iteration: number,
  how: Pick<CallModel, "notBefore" | "waitMs" | "chain" | "phase" | "step"> = {},
): CallModel {
  const { notBefore, waitMs, chain } = how
  // Asked again, it is asked for the same thing.
  const { phase, step } = turn.attempt?.iteration === iteration ? turn.attempt : how
  return {
    kind: "call-model",
    key: `call-model:${turn.number}.${iteration}`,
    iteration,
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
