// Enforces a profile's character limit, which applies to the request as it is sent: with the prompt, the tools and
// all formatting.
import { goOn, type Soon } from "../../base/at-hand.ts"
import type { Reply } from "../../contracts/answer.ts"
import { isText, type Part } from "../../contracts/content.ts"
import type { RequestChars } from "../../contracts/fact.ts"
import { type Model, type ModelRequest, noBlobs, sentCharsOf } from "../../contracts/model.ts"
import type { State } from "../state/state.ts"
import { charsOfHistory } from "../state/written-chars.ts"

/** If the known sizes add up to less than this share of the limit, the request need not be serialised to count it. */
const SURELY_FITS = 0.7

/** Undefined when there is no limit, or when the request certainly fits. */
export function charsOfRequest(
  model: Model,
  request: ModelRequest,
  { state, most }: { readonly state: State; readonly most: number | undefined },
): Soon<RequestChars | undefined> {
  if (most === undefined) return undefined
  const history = charsOfHistory(state)
  const { frameChars } = state.gauge
  if (frameChars !== undefined && frameChars + history < most * SURELY_FITS) return undefined
  return goOn(sentCharsOf(model, { ...request, blobs: textBlobsOf(request) }), (sent) => ({ sent, history }))
}

/** Reported like a provider's refusal, so that the history is condensed and the request made again. */
export function tooLong({ sent }: RequestChars, most: number): Reply {
  const message = `The request has ${sent} characters, and at most ${most} are allowed (limit context.maxChars of the profile). Raise it in a profile of your own, offer fewer tools, or begin a new session.`
  return { kind: "failure", error: { class: "context-overflow", code: "context-too-large", message } }
}

/** Images and files do not count. */
function textBlobsOf({ messages, blobs }: ModelRequest): ModelRequest["blobs"] {
  if (blobs === noBlobs) return blobs
  const parts = messages.flatMap((message): readonly Part[] => (message.role === "assistant" ? [] : message.parts))
  const texts = new Set(parts.flatMap((part) => (part.type === "blob" && isText(part) ? [part.hash] : [])))
  return new Map([...blobs].filter(([hash]) => texts.has(hash)))
}
