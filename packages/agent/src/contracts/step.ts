// What a rule may ask to be done next. A key names the work: at most one performer runs a key.
import type { TurnError, TurnOutcome } from "./fact.ts"

export type Step = CallModel | RunTool | Nudge | Finish | Rest

export interface CallModel {
  readonly kind: "call-model"
  readonly key: string
  readonly iteration: number
  /** Not before this time, by the session's clock. */
  readonly notBefore?: number
}

export interface RunTool {
  readonly kind: "run-tool"
  readonly key: string
  readonly call: string
}

export interface Nudge {
  readonly kind: "nudge"
  readonly key: string
  readonly reason: string
  readonly evidence: string
  readonly text: string
  readonly ephemeral: boolean
  /** The answer that is taken back. */
  readonly attempt?: string
}

export interface Finish {
  readonly kind: "finish"
  readonly key: string
  readonly outcome: TurnOutcome
  readonly text: string
  readonly error?: TurnError
}

/** Nothing to do until somebody says something. */
export interface Rest {
  readonly kind: "rest"
  readonly key: "rest"
}

export const rest: readonly Step[] = [{ kind: "rest", key: "rest" }]
