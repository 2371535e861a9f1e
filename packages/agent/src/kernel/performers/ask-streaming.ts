// Asks a model and publishes its text while it streams. Text that was published before a failure is kept.
import type { Soon } from "../../base/at-hand.ts"
import { defined } from "../../base/defined.ts"
import type { Reply } from "../../contracts/answer.ts"
import { isPawlError, messageOf } from "../../contracts/error.ts"
import type { Emit } from "../../contracts/event.ts"
import type { RequestChars } from "../../contracts/fact.ts"
import type { Model, ModelRequest } from "../../contracts/model.ts"
import type { BuiltRequest, PerformContext } from "../performer.ts"
import { type Asker, askModel, internal } from "./ask-model.ts"
import { charsOfRequest, tooLong } from "./request-chars.ts"
import { stopError } from "./stop-error.ts"
import { withGrace } from "./with-grace.ts"

export interface StreamedReply {
  readonly reply: Reply
  readonly chars: RequestChars | undefined
}

interface Asked {
  readonly attempt: string
  readonly model: Model
  /** Tells what the model says while it says it. */
  readonly emit: Emit
}

type Ports = Pick<PerformContext, "signal" | "clock" | "state" | "policy">

/** One request. `ask` it, then `end` with what came of it: no promise is made but that of the model. */
export class Streaming implements Asker {
  readonly signal: Asker["signal"]
  readonly onText: Asker["onText"]
  readonly onReasoning: Asker["onReasoning"]
  readonly #model: Model
  readonly #context: Ports
  #said = ""
  #chars: RequestChars | undefined

  constructor({ attempt, model, emit }: Asked, context: Ports) {
    this.#model = model
    this.#context = context
    this.signal = context.signal
    this.onText = (text) => {
      this.#said += text
      emit({ kind: "text", attempt, text })
    }
    this.onReasoning = (text) => emit({ kind: "thinking", attempt, text })
  }

  /** Undefined when it was stopped and did not end in time. */
  ask({ load }: BuiltRequest): Soon<Reply | undefined> {
    if (this.signal.aborted) return undefined
    const loading = loaded(load)
    return loading instanceof Promise ? this.#later(loading, (found) => this.#send(found)) : this.#send(loading)
  }

  /** An answer that arrived in spite of the stop counts. A failure caused by the stop is reported as the stop. */
  end(reply: Reply | undefined): StreamedReply {
    const { signal } = this
    if (reply === undefined || (reply.kind === "failure" && signal.aborted)) {
      const stopped = { kind: "failure", error: stopError(signal, STOPPED), text: this.#said } as const
      return { reply: { ...stopped, ...defined({ usage: reply?.usage }) }, chars: undefined }
    }
    const isBroken = reply.kind === "failure" && this.#said !== ""
    return { reply: isBroken ? { text: this.#said, ...reply } : reply, chars: this.#chars }
  }

  #send(found: ModelRequest | Reply): Soon<Reply | undefined> {
    if ("kind" in found) return found
    const { state, policy, clock } = this.#context
    const most = policy.maxChars
    if (most === undefined) return askModel(this.#model, found, this, clock)
    const counting = charsOfRequest(this.#model, found, { state, most })
    if (!(counting instanceof Promise)) return this.#sendUpTo(most, found, counting)
    const counted = counting.then((chars) => ({ chars }))
    return this.#later(counted, ({ chars }) => this.#sendUpTo(most, found, chars))
  }

  /** What is stopped before it is sent is not sent. */
  async #later<Value>(coming: Promise<Value>, next: (value: Value) => Soon<Reply | undefined>) {
    const value = await withGrace(coming, this.signal, this.#context.clock)
    return value === undefined || this.signal.aborted ? undefined : next(value)
  }

  #sendUpTo(most: number, request: ModelRequest, chars: RequestChars | undefined): Soon<Reply | undefined> {
    this.#chars = chars
    if (chars !== undefined && chars.sent > most) return tooLong(chars, most)
    return askModel(this.#model, request, this, this.#context.clock)
  }
}

/** The request, or the failure to build it. */
function loaded(load: BuiltRequest["load"]): Soon<ModelRequest | Reply> {
  try {
    const loading: Soon<ModelRequest | Reply> = load()
    return loading instanceof Promise ? loading.catch(notBuilt) : loading
  } catch (error) {
    return notBuilt(error)
  }
}

/** What the program asked for in a way that cannot be done is told in its own words. */
function notBuilt(error: unknown): Reply {
  return isPawlError(error, "config-invalid")
    ? internal(error.code, error.message, error)
    : internal("request-failed", `The request could not be built: ${messageOf(error)}`, error)
}

const STOPPED = {
  cancelled: "The user cancelled the turn.",
  interrupted: "The runner was stopped; the request is made again.",
}
