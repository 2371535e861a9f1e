// Performs one attempt at one request. Retries and the switch to another model are decided by
// rules over the facts it yields.
import { defined } from "../../base/defined.ts"
import type { Writable } from "../../base/writable.ts"
import type { Answer, Failure, Reply } from "../../contracts/answer.ts"
import type { Draft, RequestChars } from "../../contracts/fact.ts"
import type { Model } from "../../contracts/model.ts"
import { roleOf } from "../../registry/request-roles.ts"
import type { PortsOf } from "../define-step.ts"
import type { ModelAsked } from "../facts/model-asked.ts"
import type { ModelFailed } from "../facts/model-failed.ts"
import { type BuiltRequest, MAX_ORPHANS, type Performing } from "../performer.ts"
import type { RequestRole } from "../request-role.ts"
import type { Attempt, Turn } from "../state/state.ts"
import type { CallModel } from "../steps/call-model.ts"
import { isUncounted, settle } from "./admission.ts"
import { Streaming } from "./ask-streaming.ts"
import { reportFailure, storedError } from "./model-failure.ts"
import { namedCalls } from "./named-calls.ts"
import { permittedModel } from "./permitted-model.ts"
import { type Asking, READY_NEEDS, readyRequest } from "./ready-request.ts"
import { answeredFact, failedFact } from "./reply-fact.ts"

export const NEEDS = [...READY_NEEDS, "session", "emit", "onFailure", "allowance", "permitsModel"] as const

type Ports = PortsOf<typeof NEEDS>

export async function* performCallModel(step: CallModel, context: Ports): Performing {
  const turn = context.state.turn as Turn // Safe: rules return this step only in a turn.
  const orphan = turn.attempt?.open === true ? turn.attempt : undefined
  if (orphan !== undefined && (turn.cancelled || orphan.orphans + 1 >= MAX_ORPHANS)) {
    return { fact: giveUp(orphan, turn) }
  }
  const { model: found, chain } = modelOf(step, context)
  const model = context.permitsModel === undefined ? found : await permittedModel(found, context)
  const { session, state, allowance } = context
  const { near, reached } = allowance === undefined ? ALLOWED : await allowance(session, state, model.name)
  if (reached !== undefined) {
    if (orphan !== undefined) yield { fact: leftOpen(orphan) }
    return { fact: reached.fact, ahead: near }
  }
  const asking: Asking = { step, attempt: attemptOf(turn, step), model, chain, role: roleOf(step) }
  const readying = readyRequest(asking, context)
  const ready = readying instanceof Promise ? await readying : readying
  if (ready.kind === "stopped") return
  if (ready.kind === "instead") return ready.instead
  const { built, unsent, context: now } = ready
  let isAsked = false
  try {
    const fact = askedFact(turn, built, asking, now)
    yield near.length === 0 ? { fact, blobs: built.blobs } : { fact, blobs: built.blobs, ahead: near }
    isAsked = true
  } finally {
    // The rules no longer want the request, so that the performer ends here.
    if (!isAsked && unsent === undefined) settle(model, context, undefined)
  }
  const started = now.clock.monotonic()
  const emit = asking.role.isPublished ? now.emit : silent
  const streaming = new Streaming({ attempt: asking.attempt, model, emit }, now)
  const { reply, chars } =
    unsent === undefined ? streaming.end(await streaming.ask(built)) : { reply: unsent, chars: undefined }
  const ms = Math.round(now.clock.monotonic() - started)
  if (unsent === undefined) settle(model, now, reply)
  const fact = factOf(reply, { chars, ms }, asking, now)
  if (allowance === undefined) return { fact }
  const told = await nearAfter(fact, model, now)
  return { fact, ...(told.length > 0 && { ahead: told }) }
}

/** Limits that this reply brings near are told with it: there may be no other request. */
async function nearAfter(reply: Draft, model: Model, { session, state, latest, allowance }: Ports) {
  if (reply.type !== "model-answered" && reply.type !== "model-failed") return []
  const used = { usage: reply.usage, ms: reply.ms }
  return (await allowance?.(session, latest?.() ?? state, model.name, used))?.near ?? []
}

function attemptOf(turn: Turn, { iteration }: CallModel): string {
  const tries = turn.attempt?.iteration === iteration ? turn.attempt.tries : 0
  return `${turn.number}.${iteration}.${tries + 1}`
}

const ALLOWED: Awaited<ReturnType<NonNullable<Ports["allowance"]>>> = { near: [] }

/** A request that a crash left open is not made again, so it gets its final fact here. */
function leftOpen({ id }: Attempt): ModelFailed {
  const message = "The process that asked is gone, and the request was not made again."
  return { type: "model-failed", attempt: id, error: { class: "interrupted", code: "interrupted", message }, ms: 0 }
}

/** The chain may have become shorter since the log was written. */
function modelOf({ chain = 0 }: CallModel, { models }: Ports): { readonly model: Model; readonly chain: number } {
  const model = models[chain]
  return model === undefined ? { model: models[0] as Model, chain: 0 } : { model, chain } // There is at least one model.
}

function askedFact(turn: Turn, built: BuiltRequest, asking: Asking, { state, fitting }: Ports): ModelAsked {
  const { sections, budget, counts, offers } = built
  const { step, attempt, model, chain, role } = asking
  const fact: Writable<ModelAsked> = {
    type: "model-asked",
    attempt,
    turn: turn.number,
    iteration: step.iteration,
    model: model.name,
    seen: state.seq,
    sections,
  }
  if (chain > 0) fact.chain = chain
  if (offers !== undefined) fact.offers = offers
  if (role.placeOf !== undefined) Object.assign(fact, role.placeOf(step, chain, fitting))
  if (budget !== undefined) fact.budget = budget
  if (counts !== undefined) fact.counts = counts
  return fact
}

function silent(): void {}

interface Measured {
  readonly chars: RequestChars | undefined
  readonly ms: number
}

function factOf(reply: Reply, measured: Measured, asking: Asking, context: Ports): Draft {
  const { step, attempt, role } = asking
  if (reply.kind === "failure") return failureFact(reply, measured, asking, context)
  const asked: Answer = role.hasCalls ? reply : { ...reply, calls: [] }
  const said = role.textOf === undefined ? reply : { ...reply, text: role.textOf(reply) }
  const { chars, ms } = measured
  return answeredFact(said, namedCalls(asked, attempt, context), { attempt, phase: step.phase, chars, ms })
}

function failureFact(reply: Failure, { chars, ms }: Measured, asking: Asking, context: Ports): ModelFailed {
  const { attempt, model, role } = asking
  reportFailure(reply, { attempt, model: model.name }, context)
  const { error, ...waits } = failureOf(reply, role, context)
  const tries = Number(attempt.slice(attempt.lastIndexOf(".") + 1))
  const uncounted = isUncounted(reply, model, tries, context) ? ({ uncounted: true } as const) : {}
  return failedFact(error, { attempt }, { ...waits, ...uncounted, ...defined({ chars }), ms })
}

function failureOf({ error, text, usage, retryAfterMs }: Failure, role: RequestRole, { signal, clock }: Ports) {
  const waits = retryAfterMs !== undefined && retryAfterMs >= 0 && !signal.aborted
  // Only Pawl itself may report "interrupted" or "crashed": those classes have their own rules.
  const isOurs = signal.aborted || (error.class !== "interrupted" && error.class !== "crashed")
  return {
    error: { ...storedError(error), class: isOurs ? error.class : ("internal" as const) },
    ...(role.isPublished && text && { text }),
    ...(waits && { retryAt: Math.ceil(clock.now() + retryAfterMs) }),
    ...defined({ usage }),
  }
}

function giveUp(attempt: Attempt, turn: Turn): ModelFailed {
  const error: ModelFailed["error"] = turn.cancelled
    ? { class: "aborted", code: "cancelled", message: "The user cancelled the turn." }
    : {
        class: "crashed",
        code: "crash-loop",
        message: `The process ended ${attempt.orphans + 1} times during this model call. Check the model's set-up before you try again.`,
      }
  return { type: "model-failed", attempt: attempt.id, error, ms: 0 }
}
