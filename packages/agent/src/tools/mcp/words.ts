// What went wrong with a server, in plain words: what happened, and what to do. Never with a secret in it.
import { messageOf } from "../../contracts/error.ts"
import { redact } from "../../contracts/redact.ts"
import type { McpServer } from "./config.ts"

/** What our HTTP transport answers in a server's place. */
export const STREAM_ENDED = "the connection ended before the answer came"

/** A clause, as in `MCP server "x" could not be started: …`. */
export function explain(error: unknown, server: McpServer, limitMs: number): string {
  const { code, status } = codesOf(error)
  if (code === "REQUEST_TIMEOUT" || code === "TimeoutError") return `it did not answer within ${limitMs / 1000} s`
  if (server.kind === "stdio") return explainStdio(error, code, server.command)
  if (status === 401 || status === 403 || code === "CLIENT_HTTP_AUTHENTICATION") {
    return `${server.url} refused us (${status ?? 401}); check the "headers" of its entry`
  }
  if (status === 404 || status === 405) return `there is no MCP endpoint at ${server.url} (${status}); check its "url"`
  if (status !== undefined) return `${server.url} answered with status ${status}`
  if (isNoProtocol(error)) return `what answers at ${server.url} is no MCP server; check its "url"`
  const why = NETWORK[code ?? ""]
  return why === undefined ? messageOf(rootOf(error)) : `${server.url} cannot be reached: ${why}`
}

/** The client's schemas refuse an answer with a list of all that is wrong with it, which helps nobody. */
function isNoProtocol(error: unknown): boolean {
  return error instanceof Error && (error.name.endsWith("ZodError") || error instanceof SyntaxError)
}

/** What the server itself answered is its own business, and certain. */
export function isOwnAnswer(error: unknown): boolean {
  return error instanceof Error && error.name === "ProtocolError" && !error.message.includes(STREAM_ENDED)
}

/** An HTTP server that is gone, or no longer knows our session: the next call has to introduce itself anew. */
export function isLost(error: unknown): boolean {
  const { code, status } = codesOf(error)
  return status === 404 || (code !== undefined && code in NETWORK) || messageOf(error).includes(STREAM_ENDED)
}

/** Then nothing can have happened. */
export function neverArrived(error: unknown): boolean {
  const { code, status } = codesOf(error)
  return code === "ECONNREFUSED" || code === "ENOTFOUND" || (status !== undefined && status < 500)
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

/** Read by shape: the client's classes are not loaded until a server is. */
function codesOf(error: unknown): { readonly code?: string; readonly status?: number } {
  const found: { code?: string; status?: number } = {}
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ("code" in at && typeof at.code === "string") found.code = at.code
    const data = "data" in at ? at.data : undefined
    if (typeof data === "object" && data !== null && "status" in data && typeof data.status === "number") {
      found.status = data.status
    }
  }
  return found
}

function rootOf(error: unknown): unknown {
  let root = error
  while (root instanceof Error && root.cause instanceof Error) root = root.cause
  return root
}

/** Takes out what looks like a secret, and what this entry holds as one. */
export function hideSecrets(text: string, server: McpServer): string {
  const values = Object.values(server.kind === "stdio" ? server.env : server.headers)
  const secrets = values.flatMap((value) => [value, ...value.split(" ").slice(1)]).filter(({ length }) => length >= 6)
  return redact(secrets.reduce((shown, secret) => shown.replaceAll(secret, "[redacted]"), text))
}
