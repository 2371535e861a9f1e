// Asks a model and publishes its text while it streams. Text that was published before a failure is kept.
import { goOn, type Soon, unlessFailed } from "../../base/at-hand.ts"
import { defined } from "../../base/defined.ts"
import type { Reply } from "../../contracts/answer.ts"
import { isPawlError, messageOf } from "../../contracts/error.ts"
import type { RequestChars } from "../../contracts/fact.ts"
import type { Model, ModelRequest } from "../../contracts/model.ts"
import type { Usage } from "../../contracts/usage.ts"
import type { BuiltRequest, PerformContext } from "../performer.ts"
import { askModel, internal } from "./ask-model.ts"
import { charsOfRequest, tooLong } from "./request-chars.ts"
import { stopError } from "./stop-error.ts"
import { withGrace } from "./with-grace.ts"

export interface StreamedReply {
  readonly reply: Reply
  readonly chars?: RequestChars | undefined
}

export async function askStreaming(
  built: BuiltRequest,
  { attempt, model }: { readonly attempt: string; readonly model: Model },
  context: Pick<PerformContext, "signal" | "emit" | "clock" | "state" | "policy">,
): Promise<StreamedReply> {
  const { signal, emit, clock, state, policy } = context
  const most = policy.maxChars
  let partial = ""
  const onText = (text: string) => {
    partial += text
    emit({ kind: "text", attempt, text })
  }
  const onReasoning = (text: string) => emit({ kind: "thinking", attempt, text })
  const stopped = (usage?: Usage): StreamedReply => ({
    reply: { kind: "failure", error: stopError(signal, STOPPED), text: partial, ...defined({ usage }) },
  })
  if (signal.aborted) return stopped()
  const ask = async (request: ModelRequest): Promise<StreamedReply> => {
    const counting = charsOfRequest(model, request, { state, most })
    const chars = counting instanceof Promise ? await counting : counting
    if (chars !== undefined && most !== undefined && chars.sent > most) return { reply: tooLong(chars, most), chars }
    return { reply: await askModel(model, request, { signal, onText, onReasoning }), chars }
  }
  const asked = goOn(loaded(built), (load) => ("reply" in load ? load : ask(load.request)))
  const settled = await withGrace(asked, signal, clock)
  // An answer that arrived in spite of the stop counts. A failure caused by the stop is reported as the stop.
  if (settled === undefined || (settled.reply.kind === "failure" && signal.aborted))
    return stopped(settled?.reply.usage)
  const { reply } = settled
  return reply.kind === "failure" && partial !== "" ? { ...settled, reply: { text: partial, ...reply } } : settled
}

/** The request, or the failure to build it. */
function loaded({ load }: BuiltRequest): Soon<{ readonly request: ModelRequest } | StreamedReply> {
  return unlessFailed(
    () => goOn(load(), (request): { readonly request: ModelRequest } | StreamedReply => ({ request })),
    (error) => ({ reply: notBuilt(error) }),
  )
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
