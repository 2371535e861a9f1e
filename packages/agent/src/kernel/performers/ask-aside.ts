// Sends an aside: a request beside the conversation, for the judge, a summary, or a tool. It is recorded in facts
// like any other request, so that cost and audit are complete.

import { toBlob } from "../../base/blob.ts"
import { defined } from "../../base/defined.ts"
import type { ModelError, Reply } from "../../contracts/answer.ts"
import type { Draft, Purpose } from "../../contracts/fact.ts"
import type { Model, ModelRequest } from "../../contracts/model.ts"
import { abortSignalOf, type StopSignal } from "../../contracts/stop-signal.ts"
import type { PortsOf } from "../define-step.ts"
import type { Yielded } from "../performer.ts"
import { admitAside, settle } from "./admission.ts"
import { askModel } from "./ask-model.ts"
import { reportFailure, storedError } from "./model-failure.ts"
import { failedFact } from "./reply-fact.ts"
import { stopError } from "./stop-error.ts"

export interface Aside {
  readonly purpose: Purpose
  /** The reason for the request, if a rule gives one. */
  readonly why?: string
  readonly attempt: string
  readonly model: Model
  readonly request: ModelRequest
  /** The request text as it is stored for audit. */
  readonly sent: string
  /** The request fails when it takes longer than this. */
  readonly limitMs?: number
}

export const ASIDE_NEEDS = [
  "session",
  "state",
  "latest",
  "clock",
  "signal",
  "onFailure",
  "allowance",
  "rates",
  "permitsModel",
] as const

export async function* askAside(
  { purpose, why, attempt, model, request, sent, limitMs }: Aside,
  context: PortsOf<typeof ASIDE_NEEDS>,
): AsyncGenerator<Yielded, Reply, void> {
  const { state, clock, signal } = context
  const blob = toBlob(Buffer.from(sent, "utf8"))
  const { number = 0, iteration = 0 } = state.turn ?? {}
  const asked = {
    attempt,
    turn: number,
    iteration,
    model: model.name,
    seen: state.seq,
    sections: { [purpose]: blob.hash },
    ...defined({ why }),
  }
  yield { fact: { type: "model-asked", purpose, ...asked }, blobs: [blob] }
  const { allowance, permitsModel } = context
  const isFree = allowance === undefined && permitsModel === undefined
  const refused = isFree ? undefined : await refusalOf(model, context)
  const isAdmitted = refused === undefined && (context.rates === undefined || (await admitAside(model, context)))
  const started = clock.monotonic()
  const late = new AbortController()
  const cancelTimer = limitMs === undefined ? () => {} : clock.after(limitMs, () => late.abort("late"))
  const limit = limitMs === undefined ? signal : AbortSignal.any([abortSignalOf(signal), late.signal])
  const how = { signal: limit, onText: () => {}, onReasoning: () => {} }
  const came = refused ?? (isAdmitted && !limit.aborted ? await askModel(model, request, how, clock) : undefined)
  cancelTimer()
  // Whatever the model reports after it was stopped, the real reason is known here.
  const isStopped = came === undefined || (came.kind === "failure" && limit.aborted)
  const reply: Reply = isStopped
    ? { kind: "failure", error: stopReason(signal, limitMs), ...defined({ usage: came?.usage }) }
    : came
  if (isAdmitted) settle(model, context, came)
  if (reply.kind === "failure") reportFailure(reply, { attempt, model: model.name }, context)
  yield { fact: toFact(reply, { purpose, attempt, ms: Math.round(clock.monotonic() - started) }) }
  return reply
}

/** The turn that it belongs to ends, if it has to, before its own next request. */
async function refusalOf(model: Model, context: PortsOf<typeof ASIDE_NEEDS>): Promise<Reply | undefined> {
  const { session, latest, allowance, permitsModel } = context
  const state = latest?.() ?? context.state
  const forbidden = await permitsModel?.(session, state, model.name)
  const error = forbidden ?? (await allowance?.(session, state, model.name))?.reached?.error
  return error && { kind: "failure", error }
}

/** An aside offers no tools, so it has no calls. */
function toFact(reply: Reply, about: Pick<Aside, "purpose" | "attempt"> & { readonly ms: number }): Draft {
  if (reply.kind === "failure") return failedFact(storedError(reply.error), about, defined({ usage: reply.usage }))
  const { kind: _answer, calls: _none, rate: _told, ...said } = reply
  return { type: "model-answered", ...about, ...said, calls: [] }
}

function stopReason(signal: StopSignal, limitMs = 0): ModelError {
  if (signal.aborted) return stopError(signal, STOPPED)
  const message = `The model took longer than ${limitMs / 1000} s, which is all that a question beside the conversation has.`
  return { class: "timeout", code: "timeout", message }
}

const STOPPED = {
  cancelled: "The question was stopped.",
  interrupted: "The runner was stopped while the model was asked.",
}
