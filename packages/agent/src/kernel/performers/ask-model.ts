// The only place that calls a model.
import type { Reply } from "../../contracts/answer.ts"
import type { Clock } from "../../contracts/clock.ts"
import { messageOf } from "../../contracts/error.ts"
import type { AskOptions, Model, ModelRequest } from "../../contracts/model.ts"
import { GRACE_MS } from "../performer.ts"
import { readReply } from "./read-reply.ts"

/** In characters, thinking included. Several times what any model's window holds: a longer answer would never end. */
const MAX_ANSWER = 8 * 1024 * 1024

/**
 * A model reports its failures as replies. A model that throws is broken; that too is only a failed request. Undefined when
 * the request was stopped and did not end in GRACE_MS.
 */
export function askModel(
  model: Model,
  request: ModelRequest,
  how: AskOptions,
  clock: Clock,
): Promise<Reply | undefined> {
  const { signal } = how
  const limit = new AbortController()
  return new Promise((resolve) => {
    let cancelTimer: (() => void) | undefined
    // One listener passes the stop on and starts the time of grace: listeners are dear.
    const stop = () => {
      limit.abort(signal.reason)
      cancelTimer = clock.after(GRACE_MS, () => resolve(undefined))
    }
    const end = (reply: Reply) => {
      signal.removeEventListener("abort", stop)
      cancelTimer?.()
      resolve(reply)
    }
    if (signal.aborted) stop()
    else signal.addEventListener("abort", stop)
    asked(model, request, upToLimit(how, limit)).then(
      (given) => end(replyFrom(given, limit.signal)),
      (error: unknown) => end(thrownBy(error, limit.signal)),
    )
  })
}

/** An adapter that throws at once, or returns no promise, is like one that does so later. */
function asked(model: Model, request: ModelRequest, how: AskOptions): Promise<unknown> {
  try {
    return Promise.resolve(model.ask(request, how))
  } catch (error) {
    return Promise.reject(error)
  }
}

/** Passes on nothing beyond the limit, so that nothing beyond it is kept. */
function upToLimit({ onText, onReasoning }: AskOptions, limit: AbortController): AskOptions {
  let streamed = 0
  const isWithin = ({ length }: string) => {
    streamed += length
    if (streamed > MAX_ANSWER) limit.abort(TOO_LONG)
    return streamed <= MAX_ANSWER
  }
  return {
    signal: limit.signal,
    onText: (delta) => {
      if (isWithin(delta)) onText(delta)
    },
    onReasoning: (delta) => {
      if (isWithin(delta)) onReasoning(delta)
    },
  }
}

function replyFrom(given: unknown, signal: AbortSignal): Reply {
  try {
    const reply = readReply(given)
    const isTooLong = signal.reason === TOO_LONG || (reply.kind === "answer" && reply.text.length > MAX_ANSWER)
    return isTooLong ? tooLongReply() : reply
  } catch (error) {
    return thrownBy(error, signal)
  }
}

function thrownBy(error: unknown, signal: AbortSignal): Reply {
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
