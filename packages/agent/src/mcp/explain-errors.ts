// Explains errors of servers in plain text: what happened, and what to do. Never contains a secret.
import { messageOf } from "../contracts/error.ts"
import { redact } from "../secrets/redact.ts"
import type { McpServer } from "./config.ts"
import { isLoginNeeded } from "./oauth/login-needed.ts"
import type { Health } from "./supervisor.ts"

/** The error with which our HTTP transport completes a request whose stream ended. */
export const STREAM_ENDED = "the connection ended before the answer came"

/** Errors in place of answers that are not valid or never come. */
export const MALFORMED = "its answer was malformed"
export const UNANSWERED = "it took the call and will not answer it (status 202)"

/** The message was never sent. */
export class NotSent extends Error {
  override readonly name = "NotSent"
}

/** A clause, as in `MCP server "x" could not be started: …`. */
export function explain(error: unknown, server: McpServer, limitMs: number): string {
  const { code, status } = codesOf(error)
  if (isSaid(error, MALFORMED)) return MALFORMED
  if (code === "REQUEST_TIMEOUT" || code === "TimeoutError") return `it did not answer within ${limitMs / 1000} s`
  if (server.kind === "stdio") return explainStdio(error, code, server.command)
  if (isLoginNeeded(error)) return `it wants somebody to log in: run "pawl mcp login ${server.key}"`
  if (status === 401 || status === 403 || code === "CLIENT_HTTP_AUTHENTICATION") {
    return `${server.url} refused us (${status ?? 401}); check the "headers" of its entry`
  }
  if (status === 404 || status === 405) return `there is no MCP endpoint at ${server.url} (${status}); check its "url"`
  if (status !== undefined) return `${server.url} answered with status ${status}`
  if (isNoProtocol(error)) return `what answers at ${server.url} is no MCP server; check its "url"`
  const why = NETWORK[code ?? ""]
  return why === undefined ? messageOf(rootOf(error)) : `${server.url} cannot be reached: ${why}`
}

function isSaid(error: unknown, words: string): boolean {
  return messageOf(error).includes(words)
}

/** The client's schemas refuse an answer with a list of every problem in it, which helps no reader. */
export function isNoProtocol(error: unknown): boolean {
  return error instanceof Error && (error.name.endsWith("ZodError") || error instanceof SyntaxError)
}

/** The server itself answered with an error. */
export function isOwnAnswer(error: unknown): boolean {
  if (!(error instanceof Error) || error.name !== "ProtocolError") return false
  return !isCut(error) && !isMalformed(error)
}

/** The server answered, but the answer cannot be parsed. */
export function isMalformed(error: unknown): boolean {
  return isSaid(error, MALFORMED) || isNoProtocol(error)
}

/** An HTTP server no longer knows our session, or cut the answer off: the next call has to connect anew. */
export function isForgotten(error: unknown, hadSession: boolean): boolean {
  const { status } = codesOf(error)
  // The specification says 404; many servers that were restarted say 400.
  return (hadSession && (status === 404 || status === 400)) || isCut(error)
}

export function isCut(error: unknown): boolean {
  return isSaid(error, STREAM_ENDED)
}

/** The server answered with an HTTP status: it can be reached. */
export function isHttpAnswer(error: unknown): boolean {
  return codesOf(error).status !== undefined
}

/** The HTTP server cannot be reached. */
export function isGone(error: unknown): boolean {
  const { code } = codesOf(error)
  return code !== undefined && code in NETWORK
}

/** The message was not sent, or nothing listens at the address: the call had no effect. */
export function neverSent(error: unknown): boolean {
  const { code } = codesOf(error)
  return causesOf(error).some((each) => each instanceof NotSent) || code === "ECONNREFUSED" || code === "ENOTFOUND"
}

/** Errors that no restart fixes: the user has to install the server, or to correct its entry. */
export function isHopeless(error: unknown, { kind }: McpServer): boolean {
  const { code, status } = codesOf(error)
  if (kind === "stdio") return code === "ENOENT" || code === "EACCES"
  if (isLoginNeeded(error)) return true
  const isUntrusted = NETWORK[code ?? ""]?.startsWith("its certificate") === true
  return isUntrusted || code === "CLIENT_HTTP_AUTHENTICATION" || (status !== undefined && status >= 400 && status < 500)
}

function explainStdio(error: unknown, code: string | undefined, command: string): string {
  if (code === "ENOENT") return `the program "${command}" was not found; install it or correct "command"`
  if (code === "EACCES") return `the program "${command}" may not be run (permission denied)`
  return messageOf(error)
}

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens there (connection refused)",
  ECONNRESET: "the connection was cut",
  UND_ERR_SOCKET: "the connection was cut",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the host name could not be looked up",
  ETIMEDOUT: "no answer",
  UND_ERR_CONNECT_TIMEOUT: "no answer",
  EHOSTUNREACH: "there is no way to the host",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is not trusted (set NODE_EXTRA_CA_CERTS)",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is not trusted (set NODE_EXTRA_CA_CERTS)",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is not trusted (set NODE_EXTRA_CA_CERTS)",
  CERT_HAS_EXPIRED: "its certificate has expired",
}

interface Codes {
  readonly code?: string
  /** Of an HTTP answer. */
  readonly status?: number
  /** Of a JSON-RPC error. */
  readonly rpc?: number
}

/** Checked by shape, because the client's classes are loaded only when a server starts. */
export function codesOf(error: unknown): Codes {
  const found: { code?: string; status?: number; rpc?: number } = {}
  for (const at of causesOf(error)) {
    if ("code" in at && typeof at.code === "string") found.code = at.code
    if ("code" in at && typeof at.code === "number" && at.name === "ProtocolError") found.rpc = at.code
    // Data in a server's own error does not come from the transport: it may be the status of a service behind the server.
    const data = "data" in at && at.name !== "ProtocolError" ? at.data : undefined
    if (typeof data === "object" && data !== null && "status" in data && typeof data.status === "number") {
      found.status = data.status
    }
  }
  return found
}

function rootOf(error: unknown): unknown {
  return causesOf(error).at(-1) ?? error
}

/** The error, its cause, and so on. */
function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = []
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at)
  return causes
}

/** Masks what looks like a secret, and the secrets of this entry. */
export function hideSecrets(text: string, server: McpServer): string {
  const values =
    server.kind === "stdio"
      ? Object.values(server.env)
      : [...Object.values(server.headers), server.oauth?.clientSecret ?? ""]
  const secrets = values.flatMap((value) => [value, ...value.split(" ").slice(1)]).filter(({ length }) => length >= 6)
  return redact(secrets.reduce((shown, secret) => shown.replaceAll(secret, "[redacted]"), text))
}

/** What happens to the server next and, where a call may be repeated, whether to do so. A model reads it. */
export function advice({ state, restart, retryAt = 0 }: Health, now: number, mayRepeat: boolean): string {
  const also = (words: string) => (mayRepeat ? words : "")
  switch (state) {
    case "ready":
      return `The server is up${also(": you may try again")}.`
    case "restarting":
      return `It is being restarted (${restart?.number} of ${restart?.of})${also(": try again in a moment")}.`
    case "failed":
      return `It is not tried again for the next ${Math.ceil(Math.max(0, retryAt - now) / 1000)} s: do without it, or tell the user.`
    case "stopped":
      return "It was stopped for good."
    case "misconfigured":
      return "Somebody has to correct its entry: do without it, or tell the user."
    default:
      return `The next call starts it again${also(": you may try once more")}.`
  }
}
