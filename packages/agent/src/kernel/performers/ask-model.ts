// The only place that calls a model.
import type { Reply } from "../../contracts/answer.ts"
import { messageOf } from "../../contracts/error.ts"
import type { AskOptions, Model, ModelRequest } from "../../contracts/model.ts"
import { readReply } from "./read-reply.ts"

/** In characters, thinking included. Several times what any model's window holds: a longer answer would never end. */
const MAX_ANSWER = 8 * 1024 * 1024

/** A model reports its failures as replies. A model that throws is broken; that too is only a failed request. */
export async function askModel(model: Model, request: ModelRequest, how: AskOptions): Promise<Reply> {
  const tooLong = new AbortController()
  const passOn = () => tooLong.abort(how.signal.reason)
  if (how.signal.aborted) passOn()
  how.signal.addEventListener("abort", passOn)
  let streamed = 0
  /** Passes on nothing beyond the limit, so that nothing beyond it is kept. */
  const upToLimit = (tell: (delta: string) => void) => (delta: string) => {
    streamed += delta.length
    if (streamed <= MAX_ANSWER) tell(delta)
    else tooLong.abort(TOO_LONG)
  }
  try {
    const { signal } = tooLong
    const asked = { signal, onText: upToLimit(how.onText), onReasoning: upToLimit(how.onReasoning) }
    const reply = readReply(await model.ask(request, asked))
    const isTooLong = signal.reason === TOO_LONG || (reply.kind === "answer" && reply.text.length > MAX_ANSWER)
    return isTooLong ? tooLongReply() : reply
  } catch (error) {
    if (tooLong.signal.reason === TOO_LONG) return tooLongReply()
    return internal("model-crashed", `The model adapter failed: ${messageOf(error)}`, error)
  } finally {
    how.signal.removeEventListener("abort", passOn)
  }
}

const TOO_LONG = "answer-too-long"

function tooLongReply(): Reply {
  const message = `The answer is longer than ${MAX_ANSWER / 1024 / 1024} million characters, and was broken off. Ask for less at once, or choose another model.`
  return { kind: "failure", error: { class: "output", code: TOO_LONG, message } }
}

export function internal(code: string, message: string, thrown: unknown): Reply {
  return { kind: "failure", error: { class: "internal", code, message }, thrown }
}
