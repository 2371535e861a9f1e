// Turns what an AI SDK provider threw or reported into a Pawl failure. Errors are recognised by shape, so that the SDK's
// classes need not be loaded.
import { defined } from "../../base/defined.ts"
import { isObject } from "../../base/is-object.ts"
import type { ModelError } from "../../contracts/answer.ts"
import { messageOf } from "../../contracts/error.ts"
import type { RateNews } from "../../contracts/rates.ts"
import { retryAfterMs } from "../wire/classify.ts"
import { cutShort, type Peer, refusal, unreachable, unreadableAnswer } from "../wire/failures.ts"
import { readError, readErrorBody } from "../wire/provider-error.ts"
import { rateNews } from "../wire/rate-news.ts"

interface Explained {
  readonly error: ModelError
  readonly retryAfterMs?: number
  readonly rate?: RateNews
}

export function errorFrom(thrown: unknown, peer: Peer): Explained {
  if (isCut(thrown)) return { error: cutShort(peer, thrown) }
  if (isApiCallError(thrown)) return fromApiCall(thrown, peer)
  if (!(thrown instanceof Error)) return { error: refusal(peer, providerErrorFrom(thrown)) }
  if (/JSONParse|TypeValidation|NoContentGenerated|InvalidResponse|EmptyResponseBody/.test(thrown.name)) {
    return { error: unreadableAnswer(peer, "malformed-json", `what is no answer (${thrown.message})`) }
  }
  if (thrown instanceof TypeError || "code" in thrown) return { error: unreachable(peer, thrown) }
  return { error: refusal(peer, { message: thrown.message }) }
}

/** The connection broke after the answer began. Implementations of fetch report this in different words. */
function isCut(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /\b(?:without a finish reason|terminated|other side closed)\b/i.test(error.message) || isCut(error.cause)
}

interface ApiCallError extends Error {
  readonly statusCode?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  readonly responseBody?: string
}

function isApiCallError(error: unknown): error is ApiCallError {
  return error instanceof Error && error.name === "AI_APICallError"
}

function fromApiCall(thrown: ApiCallError, peer: Peer): Explained {
  const { statusCode: status, responseBody = "", responseHeaders = {} } = thrown
  if (status === undefined) {
    // Without a status no provider answered: the connection failed. With one, parsing the answer failed.
    return { error: unreachable(peer, thrown.cause ?? thrown) }
  }
  if (status < 300) {
    const inside = readErrorBody(responseBody)
    const isError = inside.type !== undefined || inside.code !== undefined || inside.status !== undefined
    if (isError) return { error: refusal(peer, inside) }
    return { error: unreadableAnswer(peer, "malformed-json", `what is no answer (${thrown.message})`) }
  }
  const said = readErrorBody(responseBody)
  const message = said.message.trim() === "" ? thrown.message : said.message
  const wait = retryAfterMs(responseHeaders, Date.now())
  const rate = rateNews(responseHeaders, Date.now())
  return { error: refusal(peer, { ...said, message, status }), ...defined({ retryAfterMs: wait, rate }) }
}

/** Error details from an error event of the stream. Providers pass on an object, or only its message. */
function providerErrorFrom(reported: unknown): Parameters<typeof refusal>[1] {
  if (typeof reported === "string") return { message: reported }
  const found = isObject(reported) ? (readError(reported) ?? readError({ error: reported })) : undefined
  return found ?? { message: messageOf(reported) }
}
