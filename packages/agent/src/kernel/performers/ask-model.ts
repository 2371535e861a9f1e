// The only place that calls a model.
import type { Reply } from "../../contracts/answer.ts"
import { Asking } from "../../contracts/asking.ts"
import type { Clock } from "../../contracts/clock.ts"
import { messageOf } from "../../contracts/error.ts"
import type { AskOptions, Model, ModelRequest } from "../../contracts/model.ts"
import type { StopSignal } from "../../contracts/stop-signal.ts"
import { GRACE_MS } from "../performer.ts"
import { StepStop } from "../step-stop.ts"
import { readReply } from "./read-reply.ts"

/** In characters, thinking included. Several times what any model's window holds: a longer answer would never end. */
const MAX_ANSWER = 8 * 1024 * 1024

/** Who asks: what it hears of the answer while it comes, and how it stops the request. */
export interface Asker extends Pick<AskOptions, "onText" | "onReasoning"> {
  readonly signal: StopSignal
}

/**
 * A model reports its failures as replies. A model that throws is broken; that too is only a failed request. Undefined when
 * the request was stopped and did not end in GRACE_MS.
 */
export function askModel(
  model: Model,
  request: ModelRequest,
  { signal, onText, onReasoning }: Asker,
  clock: Clock,
): Promise<Reply | undefined> {
  const { promise, resolve } = Promise.withResolvers<Reply | undefined>()
  const limit = new StepStop<unknown>()
  let cancelTimer: (() => void) | undefined
  // One listener passes the stop on and starts the time of grace.
  const stop = () => {
    limit.abort(signal.reason)
    cancelTimer = clock.after(GRACE_MS, () => resolve(undefined))
  }
  const end = (reply: Reply) => {
    signal.removeEventListener("abort", stop)
    cancelTimer?.()
    resolve(reply)
  }
  let streamed = 0
  /** Nothing beyond the limit is passed on, so that nothing beyond it is kept. */
  const isWithin = (delta: string) => {
    streamed += delta.length
    if (streamed > MAX_ANSWER) limit.abort(TOO_LONG)
    return streamed <= MAX_ANSWER
  }
  const how = new Asking(
    limit,
    (delta) => {
      if (isWithin(delta)) onText(delta)
    },
    (delta) => {
      if (isWithin(delta)) onReasoning(delta)
    },
  )
  const failed = (error: unknown) => end(thrownBy(error, limit))
  if (signal.aborted) stop()
  else signal.addEventListener("abort", stop)
  // An adapter that throws at once, or returns no promise, is like one that does so later.
  try {
    Promise.resolve(model.ask(request, how)).then((given) => end(replyFrom(given, limit)), failed)
  } catch (error) {
    failed(error)
  }
  return promise
}

function replyFrom(given: unknown, signal: StopSignal): Reply {
  try {
    const reply = readReply(given)
    const isTooLong = signal.reason === TOO_LONG || (reply.kind === "answer" && reply.text.length > MAX_ANSWER)
    return isTooLong ? tooLongReply() : reply
  } catch (error) {
    return thrownBy(error, signal)
  }
}

function thrownBy(error: unknown, signal: StopSignal): Reply {
  if (signal.reason === TOO_LONG) return tooLongReply()
  return internal("model-crashed", `The model adapter failed: ${messageOf(error)}`, error)
}

const TOO_LONG = "answer-too-long"

function tooLongReply(): Reply {
  const message = `The answer is longer than ${MAX_ANSWER / 1024 / 1024} million characters, and was broken off. Ask for less at once, or choose another model.`
  return { kind: "failure", error: { class: "output", code: TOO_LONG, message } }
}

export function internal(code: string, message: string, thrown: unknown): Reply {
  return { kind: "failure", error: { class: "internal", code, message }, thrown }
}
