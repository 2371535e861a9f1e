// Asks the rate limiter whether a request may be sent now. Waits that have a time become facts, so that they survive the
// process and the session can be parked.

import { defined } from "../../base/defined.ts"
import type { Reply } from "../../contracts/answer.ts"
import type { Model } from "../../contracts/model.ts"
import { abortSignalOf } from "../../contracts/stop-signal.ts"
import type { RequestHeld } from "../facts/request-held.ts"
import type { BuiltRequest, PerformContext } from "../performer.ts"
import type { Turn } from "../state/state.ts"
import type { CallModel } from "../steps/call-model.ts"

export const RATE_NEEDS = ["session", "signal", "rates", "maxRateWaitMs"] as const

type Ports = Pick<PerformContext, (typeof RATE_NEEDS)[number]>

/** 0: send it now. More: it has to wait that long. Infinity: it was stopped while it waited. */
export function admit(
  model: Model,
  { budget }: Pick<BuiltRequest, "budget">,
  { rates, session, signal }: Ports,
): number | Promise<number> {
  if (rates === undefined) return 0
  const tokens = budget === undefined ? 0 : budget.system + budget.tools + budget.history
  return rates.admit(model.rateKey ?? model.name, session, tokens, signal)
}

/** Call once for each admitted request, with its reply. */
export function settle(model: Model, { rates, session }: Ports, reply: Reply | undefined): void {
  rates?.settle(model.rateKey ?? model.name, session, reply)
}

/** An aside has no rules that could wait for it: its performer waits. False: it was stopped meanwhile. */
export async function admitAside(model: Model, context: Ports & Pick<PerformContext, "clock">): Promise<boolean> {
  const { clock, signal } = context
  for (;;) {
    const wait = await admit(model, {}, context)
    if (wait === 0) return true
    if (signal.aborted || wait === Number.POSITIVE_INFINITY) return false
    await clock.sleep(wait, abortSignalOf(signal))
  }
}

export function heldFact(turn: Turn, step: CallModel, model: Model, until: number): RequestHeld {
  const { iteration, chain = 0, phase, step: planned } = step
  return {
    type: "request-held",
    turn: turn.number,
    iteration,
    model: model.name,
    ...(chain > 0 && { chain }),
    ...defined({ phase, step: planned }),
    until,
  }
}

/** With another model to ask, a wait of more than a minute is a failure; without one, if it is longer than allowed. */
const MAX_PATIENCE_MS = 60_000
const MAX_WAIT_MS = 10 * 60_000

/** The failure of a request that would have to wait for too long. The rules decide what comes of it, as after a 429. */
export function tooLongWait(wait: number, model: Model, models: number, { maxRateWaitMs }: Ports): Reply | undefined {
  const most = maxRateWaitMs ?? MAX_WAIT_MS
  if (wait <= (models > 1 ? Math.min(most, MAX_PATIENCE_MS) : most)) return undefined
  const message = `The rate of ${model.name} is limited, and it may be asked in ${Math.ceil(wait / 1000)} s. Nothing was sent. Wait, or raise the limit of your account.`
  return { kind: "failure", error: { class: "rate-limit", code: "rate-limit", message }, retryAfterMs: wait }
}

/** Refusals beyond this count, whatever the model does for others: this request may be the reason. */
const MAX_UNCOUNTED = 20

/** The model refuses for its rate and answers others: this says nothing about the request, and is no attempt. */
export function isUncounted(reply: Reply, model: Model, tries: number, { rates, session }: Ports): boolean {
  if (reply.kind !== "failure" || reply.error.class !== "rate-limit" || tries > MAX_UNCOUNTED) return false
  return rates?.serves(model.rateKey ?? model.name, session) === true
}
