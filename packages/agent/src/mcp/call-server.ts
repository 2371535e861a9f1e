// One call to a server, up to its result or a plain-text failure. The call is repeated only where nothing can happen
// twice: it only reads, it is idempotent, or it never reached the server.
import { traceparentOf } from "../base/trace-id.ts"
import { messageOf } from "../contracts/error.ts"
import type { EffectClass } from "../contracts/fact.ts"
import type { JsonObject } from "../contracts/json.ts"
import { type ToolContext, ToolFailure, type ToolOutput, WholeResult } from "../tools/tool.ts"
import type { McpServer } from "./config.ts"
import type { Connection } from "./connection.ts"
import {
  advice,
  explain,
  hideSecrets,
  isCut,
  isForgotten,
  isGone,
  isHttpAnswer,
  isMalformed,
  isOwnAnswer,
  MALFORMED,
  neverSent,
  STREAM_ENDED,
} from "./explain-errors.ts"
import { HTTP_FLOOD } from "./flood-detector.ts"
import { isLoginNeeded } from "./oauth/login-needed.ts"
import { provesNotRun } from "./proves-not-run.ts"
import { serverResult } from "./result-parts.ts"
import type { Supervisor } from "./supervisor.ts"

export interface ServerCall {
  readonly tool: string
  readonly effect: EffectClass
  readonly arguments: JsonObject
  readonly timeoutMs: number
  readonly maxTimeoutMs: number
}

export interface Callee {
  readonly server: McpServer
  readonly supervisor: Supervisor
  readonly now: () => number
}

const DOUBT = " It may have taken effect: verify before you try again."

// The caller's own deadline comes first; this one is for callers without a deadline.
const SLACK_MS = 1000
// Progress is passed on at most this often.
const REPORT_MS = 100

export async function callServer(callee: Callee, call: ServerCall, context: ToolContext): Promise<ToolOutput> {
  const first = await attempt(callee, call, context)
  if (first.kind === "answered") return outputOf(first.result)
  const mayRepeat = first.isLost && (call.effect !== "once" || first.isUnsent)
  if (!mayRepeat) throw failure(callee, first)
  const second = await attempt(callee, call, context).catch((error: unknown) => {
    // The first failure says more than "the server is not available now".
    if (error instanceof ToolFailure) return first
    throw error
  })
  if (second.kind === "answered") return outputOf(second.result)
  throw failure(callee, second)
}

/** An empty list would count as a result; undefined says that the server returned nothing. */
function outputOf(result: Record<string, unknown>): ToolOutput {
  const { parts, structured } = serverResult(result)
  if (structured !== undefined) return new WholeResult({ outcome: "ok", content: parts, structured })
  return parts.length === 0 ? undefined : parts
}

type Attempted = { readonly kind: "answered"; readonly result: Record<string, unknown> } | Failed

interface Failed {
  readonly kind: "failed"
  readonly said: string
  /** The connection is gone: a new one may work. */
  readonly isLost: boolean
  readonly isUnsent: boolean
  /** The call certainly had no effect. */
  readonly isCertain: boolean
}

/** Throws what is not a failure of the server: a refusal, or that the caller gave up. */
async function attempt(callee: Callee, call: ServerCall, context: ToolContext): Promise<Attempted> {
  const { supervisor, server } = callee
  const connection = await connected(callee, call, context)
  try {
    const result = await supervisor.track(connection, connection.call(requestOf(callee, call, context)))
    supervisor.answered(connection)
    return { kind: "answered", result }
  } catch (error) {
    if (context.signal.aborted) throw cancelledError(callee, call, context, connection)
    if (isLoginNeeded(error)) throw new ToolFailure("login-needed", loginAdvice(server.key))
    if (isOwnAnswer(error)) {
      supervisor.answered(connection)
      throw refused(error, callee, call)
    }
    return failed(error, callee, call, connection)
  }
}

/**
 * Waits for a server that is being restarted, but stops shortly before the caller's deadline. A failure reported by then is
 * certain, because nothing was sent.
 */
async function connected(callee: Callee, call: ServerCall, context: ToolContext): Promise<Connection> {
  const { supervisor, server } = callee
  const until = performance.now() + call.timeoutMs - Math.min(500, call.timeoutMs / 10)
  const late = `MCP server "${server.key}" was not ready within ${call.timeoutMs / 1000} s.`
  for (;;) {
    try {
      const mostMs = Math.max(0, until - performance.now())
      return await abandonable(supervisor.connect(), context.signal, { mostMs, late })
    } catch (error) {
      if (context.signal.aborted || supervisor.isClosed) throw error
      if (supervisor.health.state === "restarting" && performance.now() < until) continue
      const said = `${messageOf(error)} The call was not sent. ${advice(supervisor.health, callee.now(), true)}`
      throw new ToolFailure("server-unavailable", hideSecrets(said, server))
    }
  }
}

function requestOf({ server }: Callee, call: ServerCall, context: ToolContext): Parameters<Connection["call"]>[0] {
  const { effectKey, session, trace, call: id, signal } = context
  let reported = Number.NEGATIVE_INFINITY
  return {
    tool: call.tool,
    arguments: call.arguments,
    meta: {
      "pawl/effectKey": effectKey,
      "pawl/session": session,
      "pawl/call": id,
      // Follows OpenTelemetry's conventions for MCP: the server's spans become children of the call.
      traceparent: traceparentOf(trace, `tool/${id}`),
    },
    signal,
    context,
    timeoutMs: call.timeoutMs + SLACK_MS,
    maxTimeoutMs: call.maxTimeoutMs + SLACK_MS,
    onProgress(text) {
      const now = performance.now()
      if (now - reported < REPORT_MS) return
      reported = now
      context.alive?.()
      context.output(hideSecrets(text, server))
    },
  }
}

/** The server answered with an error. That alone does not prove that the call had no effect. */
function refused(error: unknown, { server }: Callee, { effect }: ServerCall): Error {
  const words = hideSecrets(messageOf(error), server)
  if (effect === "read" || provesNotRun(error)) return new Error(words)
  return new ToolFailure("outcome-unknown", `MCP server "${server.key}" failed the call: ${words}.${DOUBT}`, "unknown")
}

function loginAdvice(server: string): string {
  return (
    `MCP server "${server}" wants somebody to log in, and did nothing. ` +
    `Tell the user to run "pawl mcp login ${server}", and try again afterwards.`
  )
}

function cancelledError(
  { supervisor }: Callee,
  { effect, timeoutMs }: ServerCall,
  { signal }: ToolContext,
  connection: Connection,
): Error {
  if (signal.reason === "timeout") supervisor.suspect(connection, timeoutMs)
  return new Error(`the call was cancelled.${effect === "read" ? "" : DOUBT}`)
}

function failed(error: unknown, { server, supervisor }: Callee, call: ServerCall, connection: Connection): Failed {
  const isSessionLost = server.kind === "http" && isForgotten(error, connection.hasSession)
  const why = whyFailed(error, server, { isSessionLost, timeoutMs: call.timeoutMs })
  if (isSessionLost) supervisor.lost(connection, undefined, isCut(error) ? { words: STREAM_ENDED } : {})
  else if (server.kind === "http" && isGone(error)) supervisor.lost(connection, { words: why, isClean: false })
  const isLost = supervisor.live !== connection
  const stopped = isLost && (server.kind === "stdio" || supervisor.health.error?.includes(HTTP_FLOOD) === true)
  const { error: ending = `MCP server "${server.key}" was stopped.` } = supervisor.health
  const said = stopped
    ? ending
    : `MCP server "${server.key}" ${hasAnswered(error) ? "failed the call" : "did not answer"}: ${why}.`
  const isUnsent = neverSent(error)
  const isCertain = call.effect === "read" || isUnsent || provesNotRun(error)
  return { kind: "failed", said, isLost, isUnsent, isCertain }
}

function whyFailed(
  error: unknown,
  server: McpServer,
  { isSessionLost, timeoutMs }: { readonly isSessionLost: boolean; readonly timeoutMs: number },
): string {
  if (isSessionLost && provesNotRun(error)) return "it had forgotten our session, and refused the call"
  return isMalformed(error) ? MALFORMED : explain(error, server, timeoutMs)
}

/** The server answered, but without a usable result. */
function hasAnswered(error: unknown): boolean {
  return isHttpAnswer(error) || isMalformed(error) || isCut(error)
}

function failure({ server, supervisor, now }: Callee, { said, isCertain }: Failed): ToolFailure {
  const next = advice(supervisor.health, now(), isCertain)
  const message = hideSecrets(`${said}${isCertain ? "" : DOUBT} ${next}`, server)
  return isCertain
    ? new ToolFailure("server-unavailable", message)
    : new ToolFailure("outcome-unknown", message, "unknown")
}

interface WaitLimit {
  readonly mostMs: number
  readonly late: string
}

/** Settles as the promise does, or rejects as soon as the caller gives up or `mostMs` have passed. */
function abandonable<Value>(promise: Promise<Value>, signal: AbortSignal, { mostMs, late }: WaitLimit): Promise<Value> {
  if (signal.aborted) return Promise.reject(new Error("the call was cancelled before it began"))
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("the call was cancelled before it began"))
    const timer = setTimeout(() => reject(new Error(late)), mostMs)
    signal.addEventListener("abort", stop, { once: true })
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener("abort", stop)
    })
  })
}
