// All failure codes: on which level each is handled, and whether it may pass by itself.
//   tool      the model gets it as the call's result, and may try something else
//   output    the model's answer cannot be parsed or accepted; the model is told, a few times
//   provider  the request failed; it is retried, or another model is asked, or the turn fails
//   system    the runtime or its configuration; the turn or the program ends and says what to do

/** Where a failure is handled. */
export type Level = "tool" | "output" | "provider" | "system"

/** What a failure code means. */
export interface FailureKind {
  /** Where it is handled. */
  readonly level: Level
  /** Whether trying the same again may help. */
  readonly retryable: boolean
  /** The call was not allowed or could not be parsed: the tool itself works, so it does not count as failing. */
  readonly isCallers?: true
  /** Its name in the documents of other runtimes. */
  readonly alias?: string
}

const tool = kind("tool")
const callers: FailureKind = { ...tool, isCallers: true }
const output = kind("output")
const provider = kind("provider")
const system = kind("system")

export const TAXONOMY: Readonly<Record<string, FailureKind>> = {
  // A call that does not run.
  "tool-not-found": { ...tool, alias: "ToolNotFound" },
  "tool-standby": tool,
  "arguments-invalid": { ...callers, alias: "ValidationError" },
  "arguments-unreadable": { ...callers, alias: "ParseError" },
  "approval-denied": tool,
  "changed-since-approval": tool,
  "changed-since": tool,
  "protected-path": callers,
  "outside-workspace": callers,
  "symbolic-link": callers,
  "path-invalid": callers,
  "command-invalid": callers,
  "url-invalid": callers,
  "address-private": callers,
  "approval-timeout": { ...tool, alias: "ApprovalTimeout" },
  "question-timeout": tool,
  denied: { ...tool, alias: "RejectedByUser" },
  "tool-withheld": tool,
  "tool-not-allowed": tool,
  "plan-only": tool,
  "turn-ending": tool,
  "one-call-at-a-time": tool,
  "repeated-call": tool,
  // A call that ran.
  "tool-failed": { ...tool, alias: "ToolError" },
  "tool-crashed": tool,
  "tool-timeout": { ...tool, retryable: true, alias: "ToolTimeout" },
  "outcome-unknown": tool,
  "result-invalid": tool,
  "server-unavailable": { ...tool, retryable: true },
  "login-needed": tool,
  partial: tool,
  verified: tool,
  "file-missing": tool,
  "file-kind": tool,
  "file-exists": tool,
  "file-binary": tool,
  "file-special": tool,
  "file-too-large": tool,
  "file-changed": tool,
  "file-failed": tool,
  "permission-denied": tool,
  "authentication-failed": tool,
  "network-failed": { ...tool, retryable: true },
  "folder-not-empty": tool,
  "range-outside": tool,
  "pattern-invalid": tool,
  "search-failed": tool,
  "edit-missing": tool,
  "edit-ambiguous": tool,
  "edit-empty": tool,
  "write-empty": tool,
  "command-stopped": tool,
  "command-timeout": { ...tool, retryable: true },
  "fetch-timeout": { ...tool, retryable: true },
  "too-many-redirects": tool,
  "result-missing": tool,
  "category-missing": tool,
  "task-invalid": tool,
  "note-invalid": tool,
  "delegation-failed": tool,
  "delegation-cancelled": tool,
  // What the model wrote.
  "malformed-json": { ...output, alias: "ParseError" },
  "too-many-calls": output,
  "malformed-xml": { ...output, alias: "ParseError" },
  "missing-tool-name": { ...output, alias: "MissingField" },
  unclosed: { ...output, alias: "ParseError" },
  "not-an-object": { ...output, alias: "ValidationError" },
  "malformed-call": { ...output, alias: "ValidationError" },
  "no-tool-call": { ...output, alias: "NoToolCall" },
  "empty-answer": output,
  "output-invalid": output,
  "output-check-failed": system,
  "max-tokens": output,
  "context-limit": output,
  "iteration-limit": { ...output, alias: "MaxIterations" },
  "token-limit": output,
  "usage-limit": system,
  "repeated-error": output,
  "tool-breaker": output,
  "reply-malformed": output,
  "answer-too-long": output,
  "malformed-answer": output,
  "answer-too-large": output,
  "wrong-content-type": output,
  // The request.
  "connection-failed": { ...provider, retryable: true, alias: "ProviderError" },
  "certificate-untrusted": provider,
  "context-too-large": provider,
  "provider-error": provider,
  "model-missing": provider,
  "model-not-allowed": provider,
  "stream-cut": { ...provider, retryable: true },
  "stream-spliced": { ...provider, retryable: true },
  "connect-timeout": { ...provider, retryable: true },
  "first-byte-timeout": { ...provider, retryable: true },
  "silence-timeout": { ...provider, retryable: true },
  // The error classes, for models whose adapter has no more specific code.
  "rate-limit": { ...provider, retryable: true },
  "server-error": { ...provider, retryable: true },
  network: { ...provider, retryable: true },
  // Providers' own codes for errors that may pass. Their other codes are not listed: those do not pass.
  rate_limit_error: { ...provider, retryable: true },
  rate_limit_exceeded: { ...provider, retryable: true },
  rate_limited: { ...provider, retryable: true },
  tokens: { ...provider, retryable: true },
  requests: { ...provider, retryable: true },
  RESOURCE_EXHAUSTED: { ...provider, retryable: true },
  overloaded_error: { ...provider, retryable: true },
  overloaded: { ...provider, retryable: true },
  api_error: { ...provider, retryable: true },
  server_error: { ...provider, retryable: true },
  internal_server_error: { ...provider, retryable: true },
  service_unavailable: { ...provider, retryable: true },
  UNAVAILABLE: { ...provider, retryable: true },
  timeout_error: { ...provider, retryable: true },
  timeout: { ...provider, retryable: true },
  // Pawl's own codes.
  cancelled: system,
  aborted: system,
  interrupted: { ...system, retryable: true },
  "crash-loop": system,
  "timed-out": { ...system, retryable: true },
  "model-crashed": system,
  "request-failed": system,
  // Codes of a thrown PawlError.
  "agent-closed": system,
  "approval-not-allowed": system,
  "approval-not-open": system,
  "blob-missing": system,
  "command-changed": system,
  "command-refused": system,
  "config-invalid": system,
  "fact-unreadable": system,
  "holds-secret": system,
  "host-refused": system,
  "host-unreachable": system,
  "id-used": system,
  "input-aborted": system,
  "input-invalid": system,
  "input-withdrawn": system,
  "lease-lost": { ...system, retryable: true },
  "limit-reached": { ...system, retryable: true },
  "login-failed": system,
  "name-ambiguous": system,
  "output-missing": system,
  "performer-stalled": system,
  "price-unknown": system,
  "rate-limiter-failed": system,
  "script-mismatch": system,
  "session-busy": { ...system, retryable: true },
  "session-missing": system,
  "store-corrupt": system,
  "store-failed": system,
  "store-gone": system,
  "store-newer": system,
  "setting-locked": system,
  "tool-duplicate": system,
  "too-many-waiting": { ...system, retryable: true },
}

/** For an alias that several rows share: the row it stands for. */
const MEANT: Readonly<Record<string, string>> = { ParseError: "malformed-json", ValidationError: "arguments-invalid" }

const BY_ALIAS: ReadonlyMap<string, FailureKind> = new Map(
  Object.entries(TAXONOMY).flatMap(([code, row]) => {
    const { alias } = row
    return alias !== undefined && (MEANT[alias] ?? code) === code ? [[alias, row] as const] : []
  }),
)

function kind(level: Level): FailureKind {
  return { level, retryable: false }
}

/** Looks a code or alias up. An unknown code, such as `invalid_api_key`, is the provider's. */
export function failureKind(code: string): FailureKind {
  if (Object.hasOwn(TAXONOMY, code)) return TAXONOMY[code] ?? provider
  const [, status] = /^http-(\d{3})$/.exec(code) ?? []
  if (status !== undefined) return { ...provider, retryable: mayPass(Number(status)) }
  return BY_ALIAS.get(code) ?? provider
}

function mayPass(status: number): boolean {
  return status >= 500 || [408, 409, 425, 429].includes(status)
}
