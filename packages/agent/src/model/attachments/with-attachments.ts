// Shows a model only what it accepts: images and PDFs as they are where it takes them, otherwise as text. So a history
// keeps working when another model takes over.
import type { Reply } from "../../contracts/answer.ts"
import { Asking } from "../../contracts/asking.ts"
import { type AskOptions, type Model, type ModelRequest, noBlobs, withAsk } from "../../contracts/model.ts"
import type { StopSignal } from "../../contracts/stop-signal.ts"
import { ABORTED, failure } from "../wire/failures.ts"
import { hasAttachments, Rewriter } from "./rewriter.ts"

export function withAttachments(model: Model): Model {
  const rewriter = new Rewriter(model)
  return withAsk(model, (request, how) =>
    request.blobs !== noBlobs && request.messages.some(hasAttachments)
      ? ask(model, rewriter, request, how)
      : model.ask(request, how),
  )
}

/**
 * A provider that refuses an attachment (too many pages, a damaged image, a server without vision) would refuse every
 * later request too. So the request is sent again with text instead, and what was refused stays text.
 */
async function ask(model: Model, rewriter: Rewriter, request: ModelRequest, how: AskOptions): Promise<Reply> {
  const shown = await unlessAborted(rewriter.rewrite(request), Asking.stopOf(how))
  if (shown === undefined) return failure(ABORTED, "")
  const reply = await model.ask(shown, how)
  if (!isRefusal(reply) || !shown.messages.some(hasAttachments)) return reply
  const words = await unlessAborted(rewriter.rewrite(request, { inWords: true }), Asking.stopOf(how))
  if (words === undefined) return failure(ABORTED, "")
  const again = await model.ask(words, how)
  if (again.kind === "failure") return reply
  rewriter.keepInWords(request)
  return again
}

function isRefusal(reply: Reply): boolean {
  if (reply.kind === "answer" || (reply.text ?? "") !== "") return false
  const { class: kind, message } = reply.error
  // Some servers report an unsupported medium as a server error.
  return kind === "invalid-request" || ((kind === "server-error" || kind === "overloaded") && ABOUT_MEDIA.test(message))
}

const ABOUT_MEDIA = /\b(?:image|vision|multimodal|mmproj|pdf|document|file)s?\b[^.]*\b(?:not|un)\s?support/i

/** Undefined when the signal aborts first. The work still finishes, and its result is ready for the next request. */
async function unlessAborted<Value>(work: Promise<Value>, signal: StopSignal): Promise<Value | undefined> {
  let stop = () => {}
  const aborted = new Promise<undefined>((resolve) => {
    stop = () => resolve(undefined)
    if (signal.aborted) stop()
    else signal.addEventListener("abort", stop)
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener("abort", stop)
  }
}
