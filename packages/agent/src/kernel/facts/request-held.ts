// A request has to wait for the rate of its model: it is not sent before this time, whichever process goes on.
import { defined } from "../../base/defined.ts"
import type { Phase, StepAsked } from "../../contracts/plan.ts"
import type { FactDefinition } from "../define-fact.ts"
import { inTurn } from "../state/in-turn.ts"

/** A request has to wait for the rate of its model. */
export interface RequestHeld {
  readonly type: "request-held"
  readonly turn: number
  readonly iteration: number
  readonly model: string
  /** The model's index in the chain, from 0; absent for the first model. */
  readonly chain?: number
  /** In a turn with a plan: the phase of the request, and the step of the plan it is for. */
  readonly phase?: Phase
  readonly step?: StepAsked
  /** When the limiter is asked again. */
  readonly until: number
}

export const requestHeld: FactDefinition<RequestHeld> = {
  type: "request-held",
  version: 1,
  must: { turn: "number", iteration: "number", model: "string", until: "number" },
  may: { chain: "number", step: "object" },
  fold: (state, { iteration, chain, phase, step, until, at }) =>
    inTurn(state, (turn) => ({
      ...turn,
      held: { iteration, chain: chain ?? 0, until, at, ...defined({ phase, step }) },
    })),
  events: ({ model, until }, to) => [to.event({ type: "rate-wait", model, until })],
  countsFrom: () => 0,
  record: ({ model, until, at }) => ({ what: "rate-wait", why: `${model}: ${Math.max(0, until - at)} ms` }),
  describe: ({ model, until }, say) => say.quiet(`${model} is asked at ${new Date(until).toISOString()}`),
  secret: ["step"],
}
