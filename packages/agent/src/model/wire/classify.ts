// Maps a provider's error to an error class: by HTTP status first, then by the provider's type or code, and by whole
// words of the message only if it has neither.
import type { ErrorClass } from "../../contracts/answer.ts"
import type { ProviderError } from "./answer-so-far.ts"

export function classify(error: ProviderError): ErrorClass {
  const { status } = error
  if (status !== undefined && status >= 300) return byStatus(status, error)
  const named = byName(error)
  // An unknown code or type still outweighs the words of the message, which may match by chance.
  const isNamed = error.code !== undefined || error.type !== undefined
  return named ?? (isNamed ? undefined : byWords(error.message)) ?? "unexplained"
}

const BY_STATUS: Readonly<Record<number, ErrorClass>> = {
  401: "auth",
  402: "auth",
  403: "auth",
  404: "config",
  408: "timeout",
  409: "rate-limit",
  413: "context-overflow",
  425: "rate-limit",
  429: "rate-limit",
  500: "server-error",
  501: "server-error",
}

function byStatus(status: number, error: ProviderError): ErrorClass {
  if (isQuotaGone(error) || isBetween({ ...error, status })) return "config"
  const known = BY_STATUS[status]
  if (status >= 500 && byName(error) === "context-overflow") return "context-overflow"
  if (known !== undefined) return known
  if (status >= 500) return "overloaded"
  if (status < 400) return "config"
  return isOverflow(error) ? "context-overflow" : "invalid-request"
}

/** The paid quota is used up. Unlike a rate limit, waiting does not help; another model may still have quota. */
export function isQuotaGone({ code, type }: ProviderError): boolean {
  return [code, type].some((name) => name === "insufficient_quota" || name === "billing_hard_limit_reached")
}

/** An HTML page instead of JSON comes from a proxy or gateway in between, and says nothing about the API key. */
export function isBetween({ status, message }: ProviderError): boolean {
  return (status === 401 || status === 403 || status === 407) && PAGE.test(message)
}

const PAGE = /^\s*<(?:!doctype\b|!--|html\b|head\b|body\b|\?xml\b)/i

/**
 * A 400 has many causes. Some providers have a code for a request that is too long; others only say so in the message.
 */
function isOverflow(error: ProviderError): boolean {
  return byName(error) === "context-overflow" || TOO_LONG.test(error.message)
}

const TOO_LONG =
  /\b(?:prompt is too long|maximum context length|context[ _](?:length|window|size)|exceeds? the (?:available )?context)\b/i

const BY_NAME: Readonly<Record<string, ErrorClass>> = {
  context_length_exceeded: "context-overflow",
  context_window_exceeded: "context-overflow",
  model_context_window_exceeded: "context-overflow",
  exceed_context_size_error: "context-overflow",
  request_too_large: "context-overflow",
  rate_limit_error: "rate-limit",
  rate_limit_exceeded: "rate-limit",
  rate_limited: "rate-limit",
  tokens: "rate-limit",
  requests: "rate-limit",
  insufficient_quota: "config",
  billing_hard_limit_reached: "config",
  RESOURCE_EXHAUSTED: "rate-limit",
  overloaded_error: "overloaded",
  overloaded: "overloaded",
  api_error: "server-error",
  server_error: "server-error",
  internal_server_error: "server-error",
  service_unavailable: "overloaded",
  UNAVAILABLE: "overloaded",
  "stream-spliced": "network",
  timeout_error: "timeout",
  timeout: "timeout",
  authentication_error: "auth",
  permission_error: "auth",
  billing_error: "auth",
  invalid_api_key: "auth",
  not_found_error: "config",
  model_not_found: "config",
  invalid_request_error: "invalid-request",
}

function byName({ code, type }: ProviderError): ErrorClass | undefined {
  const named = (name: string | undefined) =>
    name !== undefined && Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined
  // The code is more specific than the type: "context_length_exceeded" is an "invalid_request_error".
  return named(code) ?? named(type)
}

const BY_WORDS: readonly (readonly [RegExp, ErrorClass])[] = [
  [/\brate[ _-]?limit(?:s|ed|ing)?\b|\btoo many requests\b/i, "rate-limit"],
  [/\b(?:overloaded|at capacity)\b/i, "overloaded"],
  [/\b(?:timeout|timed out)\b/i, "timeout"],
  [/\binternal (?:server )?error\b/i, "server-error"],
  [TOO_LONG, "context-overflow"],
]

function byWords(message: string): ErrorClass | undefined {
  return BY_WORDS.find(([words]) => words.test(message))?.[1]
}

/** The delay that the provider asks for: `retry-after-ms`, seconds, or a date. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const exact = Number.parseFloat(first(headers["retry-after-ms"]))
  if (exact >= 0) return exact
  const given = first(headers["retry-after"]).trim()
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given) * 1000
  // Date.parse accepts any number as a year; an HTTP date always contains the name of a month.
  const date = /[a-z]/i.test(given) ? Date.parse(given) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>

export function first(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? ""
}
