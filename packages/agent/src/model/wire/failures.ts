// Builds failure messages: what happened, what was expected, what to do. Removes secrets and limits the length.
import { failureKind } from "../../base/taxonomy.ts"
import type { ErrorClass, Failure, ModelError } from "../../contracts/answer.ts"
import { messageOf } from "../../contracts/error.ts"
import { redact } from "../../secrets/redact.ts"
import type { ProviderError } from "./answer-so-far.ts"
import { classify, isBetween, isQuotaGone } from "./classify.ts"

/** The endpoint, described for error messages. */
export interface Peer {
  readonly provider: string
  readonly model: string
  readonly url?: string
  readonly apiKey?: string
  /** The variable that holds the key: OPENAI_API_KEY. */
  readonly keyName?: string
  /** The variable that holds the address: OPENAI_BASE_URL. */
  readonly urlName?: string
}

const MAX_CHARACTERS = 500

/** The provider refused the request or reported an error. */
export function refusal(peer: Peer, error: ProviderError): ModelError {
  const kind = classify(error)
  const status = error.status === undefined ? "" : `HTTP ${error.status}`
  const code = codeFor(kind, error)
  const words = shorten(clean(peer, error.message.trim().replace(/\s+/g, " ")), 300)
  const said = [status, words].filter((part) => part !== "").join(": ") || code
  const { happened, advice } = wordsFor(kind, peer, error)
  return failureError(peer, kind, code, `${happened} (${said}). ${advice}`)
}

/** The provider's own code, unless that code and the error class disagree on whether a retry can help. */
function codeFor(kind: ErrorClass, { code, type, status }: ProviderError): string {
  const names = [asCode(code), asCode(type), status === undefined ? undefined : `http-${status}`, BY_CLASS[kind]]
  const passes = failureKind(kind).retryable
  return names.find((name) => name !== undefined && failureKind(name).retryable === passes) ?? "provider-error"
}

/** Codes for errors that were classified by the words of their message alone. */
const BY_CLASS: Partial<Record<ErrorClass, string>> = {
  "rate-limit": "rate_limited",
  overloaded: "overloaded",
  "server-error": "server_error",
  timeout: "timeout",
  "context-overflow": "context_length_exceeded",
}

interface Words {
  readonly happened: string
  readonly advice: string
}

function wordsFor(kind: ErrorClass, peer: Peer, error: ProviderError): Words {
  const { provider } = peer
  if (isBetween(error)) {
    const happened = `Something between here and ${provider} refused the request, such as a proxy or a gateway`
    return { happened, advice: `Check the proxy, and the address ${address(peer)}.` }
  }
  if (isQuotaGone(error)) {
    const happened = `${provider} says that the account's quota is used up`
    return { happened, advice: "Waiting does not help: add credit at the provider, or choose another model." }
  }
  const happened = `${provider} ${HAPPENED[kind] ?? "failed"}`
  return { happened, advice: NO_TOOLS.test(error.message) ? SPEAK_TEXT : adviceFor(kind, peer) }
}

const NO_TOOLS = /\b(?:not|n't) support\b[^.]*\b(?:tools?|functions?)\b/i
const SPEAK_TEXT =
  'The model has no tool calls of its own: choose a dialect, such as "xml" or "bracket", or another model.'

const HAPPENED: Partial<Record<ErrorClass, string>> = {
  auth: "refused the key",
  config: `does not know the model or the address`,
  "rate-limit": "limits the rate",
  overloaded: "could not answer",
  "server-error": "could not answer",
  timeout: "timed out",
  "context-overflow": "says the conversation is too long",
  "invalid-request": "refused the request",
}

function adviceFor(kind: ErrorClass, peer: Peer): string {
  switch (kind) {
    case "auth":
      return peer.keyName === undefined ? "Check the key and its rights." : `Set ${peer.keyName} to a valid key.`
    case "config":
      return `Check the model's name "${peer.model}" and the address ${address(peer)}.`
    case "rate-limit":
      return "Wait, or raise the limit of your account."
    case "context-overflow":
      return "Compact the conversation, or take a model with a larger context."
    case "invalid-request":
      return "The request has to change; the same one will be refused again."
    default:
      return "Try again later."
  }
}

export function unreachable(peer: Peer, error: unknown): ModelError {
  const code = codeOf(error)
  if (/CERT|SIGNATURE|ERR_TLS/.test(code)) {
    const message = `The certificate of ${address(peer)} is not trusted (${code}). Name your authority's file in NODE_EXTRA_CA_CERTS.`
    return failureError(peer, "config", "certificate-untrusted", message)
  }
  const why = code === "" ? messageOf(error) : code
  // Without scheme and path: whole addresses, which may hold secrets, are taken out of what is stored and shown.
  const place = peer.url === undefined ? "" : ` at ${new URL(peer.url).host}`
  const message = `${peer.provider}${place} could not be reached (${why}). Check that the server runs, the network, and ${peer.urlName ?? "the base URL"}.`
  return failureError(peer, "network", "connection-failed", message)
}

export function cutShort(peer: Peer, error?: unknown): ModelError {
  const why = error === undefined ? "" : ` (${codeOf(error) || messageOf(error)})`
  const message = `The connection to ${peer.provider} ended before its answer did${why}. The whole answer was expected; try again.`
  return failureError(peer, "network", "stream-cut", message)
}

export function tooSlow(peer: Peer, code: string, what: string, ms: number): ModelError {
  const message = `${peer.provider} timed out: ${what} within ${ms / 1000} s. Try again, or raise the limit (limits.${LIMIT_OF[code]}).`
  return failureError(peer, "timeout", code, message)
}

const LIMIT_OF: Readonly<Record<string, string>> = {
  "connect-timeout": "connectMs",
  "first-byte-timeout": "firstByteMs",
  "silence-timeout": "silenceMs",
}

export function unreadableAnswer(peer: Peer, code: string, what: string): ModelError {
  const hint =
    code === "answer-too-large" ? "Raise limits.answerBytes if it is right." : `Check the address ${address(peer)}.`
  return failureError(peer, "output", code, `${peer.provider} sent ${what}. ${hint}`)
}

export function failureError(peer: Peer, kind: ErrorClass, code: string, message: string): ModelError {
  return { class: kind, code, message: shorten(clean(peer, message), MAX_CHARACTERS) }
}

export function failure(error: ModelError, text: string, more: Pick<Failure, "retryAfterMs" | "usage"> = {}): Failure {
  return { kind: "failure", error, ...(text !== "" && { text }), ...more }
}

export const ABORTED: ModelError = { class: "aborted", code: "aborted", message: "The request was aborted." }

function clean(peer: Peer, message: string): string {
  const { apiKey = "" } = peer
  return redact(apiKey.length < 4 ? message : message.replaceAll(apiKey, "[redacted]"))
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

/** The address without query and credentials. */
function address(peer: Peer): string {
  if (peer.url === undefined) return peer.provider
  const { origin, pathname } = new URL(peer.url)
  return origin + pathname
}

/** Codes are for programs: a sentence in the code field is ignored. */
function asCode(code: string | undefined): string | undefined {
  return code !== undefined && /^[\w.-]{1,64}$/.test(code) ? code : undefined
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ""
  if ("code" in error && typeof error.code === "string") return error.code
  return error.cause === undefined ? "" : codeOf(error.cause)
}
