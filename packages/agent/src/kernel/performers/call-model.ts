// One attempt at one request. Retry and fallback are rules over what it yields.

import { reservesOf } from "../../context/fitting.ts"
import type { Problem, Reply } from "../../contracts/answer.ts"
import type { Budget } from "../../contracts/context.ts"
import { messageOf } from "../../contracts/error.ts"
import type { Draft, ModelAsked, ModelFailed, RequestChars } from "../../contracts/fact.ts"
import type { Call } from "../../contracts/message.ts"
import type { Model } from "../../contracts/model.ts"
import { withCalls } from "../../features/plans/calls-as-words.ts"
import { catalogueChange } from "../../features/tool-choice/catalogue-change.ts"
import type { PortsOf } from "../define-step.ts"
import { type BuiltRequest, MAX_ORPHANS, type Yielded } from "../performer.ts"
import type { Attempt, Turn } from "../state/state.ts"
import type { CallModel } from "../steps/call-model.ts"
import { askModel, internal } from "./ask-model.ts"
import { tellFailure, toldError } from "./model-failure.ts"
import { charsOfRequest, tooLong } from "./request-chars.ts"
import { withGrace } from "./with-grace.ts"

export const NEEDS = [
  "session",
  "state",
  "signal",
  "emit",
  "clock",
  "models",
  "toolbox",
  "buildRequest",
  "fitting",
  "policy",
  "blobs",
  "onFailure",
] as const

type Ports = PortsOf<typeof NEEDS>

export async function* performCallModel(step: CallModel, context: Ports): AsyncGenerator<Yielded, void, void> {
  const { state, clock } = context
  const turn = state.turn as Turn // A rule asked for this step, so there is a turn.
  const orphan = turn.attempt?.open === true ? turn.attempt : undefined
  if (orphan !== undefined && (turn.cancelled || orphan.orphans + 1 >= MAX_ORPHANS)) {
    yield { fact: giveUp(orphan, turn) }
    return
  }
  const tries = turn.attempt?.iteration === step.iteration ? turn.attempt.tries : 0
  const { model, chain } = modelOf(step, context)
  const attempt = `${turn.number}.${step.iteration}.${tries + 1}`
  const built = await build(context, chain, step)
  if (built.instead !== undefined) {
    yield { fact: built.instead }
    return
  }
  const changed = await catalogueChange(built, context)
  if (changed !== undefined) {
    // The request has to show it: it is built once more, from the state that knows.
    yield changed
    return
  }
  const { sections, blobs, budget, counts, offers } = built
  const { iteration } = step
  const asked = { attempt, turn: turn.number, iteration, model: model.name, seen: state.seq, sections }
  const sizes = { ...(budget !== undefined && { budget }), ...(counts !== undefined && { counts }) }
  const place = {
    ...(chain > 0 && { chain }),
    ...(offers !== undefined && { offers }),
    ...placeInPlan(step, chain, context),
  }
  yield { fact: { type: "model-asked", ...asked, ...place, ...sizes }, blobs }
  const started = clock.monotonic()
  const refusal = budget === undefined ? undefined : refusalOf(budget, step, context)
  const { reply, chars } =
    refusal === undefined
      ? await ask(built, attempt, model, isAside(step) ? { ...context, emit: () => {} } : context)
      : { reply: refusal }
  const ms = Math.round(clock.monotonic() - started)
  if (reply.kind === "failure") tellFailure(reply, { attempt, model: model.name }, context)
  const told = { attempt, ms, phase: step.phase, chars }
  yield { fact: toFact(isAside(step) ? withoutWords(reply, step) : reply, told, context) }
}

/** What a planner or a router says is not said to the user. */
function isAside({ phase }: CallModel): boolean {
  return phase === "plan" || phase === "route"
}

function withoutWords(reply: Reply, { phase }: CallModel): Reply {
  if (reply.kind === "answer") return phase === "plan" ? { ...reply, text: withCalls(reply) } : reply
  const { text: _untold, ...failure } = reply
  return failure
}

function placeInPlan({ phase, step }: CallModel, chain: number, { fitting }: Ports): Partial<ModelAsked> {
  if (phase === undefined) return {}
  const length = fitting.chain ?? fitting.models.length
  return { phase, ...(step !== undefined && { step }), ...(chain >= length && { beside: length }) }
}

/** The chain may have become shorter since the log was written. */
function modelOf({ chain = 0 }: CallModel, { models }: Ports): { readonly model: Model; readonly chain: number } {
  const model = models[chain]
  return model === undefined ? { model: models[0] as Model, chain: 0 } : { model, chain } // There is at least one.
}

/** A request that cannot be built is a failed call, not a crash: the turn ends and says why. */
async function build(context: Ports, chain: number, { phase }: CallModel): Promise<BuiltRequest> {
  try {
    return await context.buildRequest(context.state, chain, phase)
  } catch (error) {
    return { load: () => Promise.reject(error), sections: {}, blobs: [] }
  }
}

/** What the provider would refuse, or silently cut, is not sent. What is kept free may be used up: it is there for that. */
function refusalOf(budget: Budget, { phase }: CallModel, { fitting }: Ports): Reply | undefined {
  const { window, system, tools, history, remaining } = budget
  // Of a first request, or of other tools than before, nothing was known when it was decided to make it.
  const { threshold } = reservesOf(window, fitting)
  if (phase === undefined && tools > 0 && remaining < threshold)
    return tooLarge(
      budget,
      `would leave ${remaining} of ${window} tokens, and ${threshold} are needed to go on with tools`,
    )
  if (system + tools + history <= window * 0.98) return undefined
  return tooLarge(budget, `does not fit the model's window of ${window} tokens`)
}

function tooLarge({ system, tools, history }: Budget, why: string): Reply {
  const parts = `${system} tokens of instructions, ${tools} of tools, ${history} of conversation`
  const message = `The request ${why}: ${parts}. Use a model with a larger window, fewer tools, or a new session.`
  return { kind: "failure", error: { class: "context-overflow", code: "context-too-large", message } }
}

interface Asked {
  readonly reply: Reply
  readonly chars?: RequestChars | undefined
}

async function ask(built: BuiltRequest, attempt: string, model: Model, context: Ports): Promise<Asked> {
  const { signal, emit, clock, state, policy } = context
  const most = policy.maxChars
  let partial = ""
  const onText = (text: string) => {
    partial += text
    emit({ kind: "text", attempt, text })
  }
  const onReasoning = (text: string) => emit({ kind: "thinking", attempt, text })
  const stopped = (): Asked => ({ reply: { kind: "failure", error: stopError(signal), text: partial } })
  if (signal.aborted) return stopped()
  const asked = built.load().then(
    async (request): Promise<Asked> => {
      const chars = await charsOfRequest(model, request, { state, most })
      if (chars !== undefined && most !== undefined && chars.sent > most) return { reply: tooLong(chars, most), chars }
      return { reply: await askModel(model, request, { signal, onText, onReasoning }), chars }
    },
    (error: unknown): Asked => ({
      reply: internal("request-failed", `The request could not be built: ${messageOf(error)}`, error),
    }),
  )
  const settled = await withGrace(asked, signal, clock)
  // An answer that made it in spite of the stop counts; a failure caused by the stop is the stop.
  if (settled === undefined || (settled.reply.kind === "failure" && signal.aborted)) return stopped()
  const { reply } = settled
  return reply.kind === "failure" && partial !== "" ? { ...settled, reply: { text: partial, ...reply } } : settled
}

function stopError(signal: AbortSignal): ModelFailed["error"] {
  return signal.reason === "cancelled"
    ? { class: "aborted", code: "cancelled", message: "The user cancelled the turn." }
    : { class: "interrupted", code: "interrupted", message: "The runner was stopped; the request is made again." }
}

interface Told {
  readonly attempt: string
  readonly ms: number
  readonly phase: CallModel["phase"]
  readonly chars: RequestChars | undefined
}

function toFact(reply: Reply, { attempt, ms, phase, chars }: Told, context: Ports): Draft {
  const { signal } = context
  const counted = chars === undefined ? {} : { chars }
  if (reply.kind === "failure") {
    const { error, text, retryAfterMs } = reply
    const waits = retryAfterMs !== undefined && retryAfterMs >= 0 && !signal.aborted
    const retryAt = waits ? { retryAt: Math.ceil(context.clock.now() + retryAfterMs) } : {}
    // Only we say that a runner was stopped or a process crashed: those have their own rules.
    const isOurs = signal.aborted || (error.class !== "interrupted" && error.class !== "crashed")
    const clean = { ...toldError(error), class: isOurs ? error.class : "internal" } as const
    return { type: "model-failed", attempt, error: clean, ...(text && { text }), ...retryAt, ...counted, ms }
  }
  const { kind: _answer, calls, problems, ...rest } = reply
  // Who was offered no tools has nothing to call.
  const asked = phase === undefined || phase === "route" ? calls : []
  const meant = asked.length > MAX_CALLS ? asked.slice(0, MAX_CALLS) : asked
  const more = asked.length > MAX_CALLS ? [tooMany(asked.length)] : []
  const named = meant.map((call, index): Call => {
    const touches = context.toolbox.touches(call)
    return { ...call, id: callId(attempt, index), ...(touches.length > 0 && { touches }) }
  })
  const answer = { ...rest, problems: [...problems, ...more], calls: named, ...counted, ms }
  return { type: "model-answered", attempt, ...(phase !== undefined && { phase }), ...answer }
}

/** No work needs more in one answer; a model that goes wild is told so instead of being obeyed. */
const MAX_CALLS = 4096

function tooMany(count: number): Problem {
  const message = `Your answer called ${count} tools. Only the first ${MAX_CALLS} were taken; the others were not run. Make fewer calls at once.`
  return { code: "too-many-calls", message }
}

/** Ours, not the provider's: unique in the session, the same in every replay, and valid for every provider. */
function callId(attempt: string, index: number): string {
  return `call_${attempt.replaceAll(".", "_")}_${index}`
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
