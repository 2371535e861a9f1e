// Every way something can go wrong, by code: on which level it is dealt with, and whether it may pass by itself.
//   tool      the call's result tells the model, which may try something else
//   output    the model wrote what cannot be read or accepted; it is told, a few times
//   provider  the request failed; it is tried again, or another model is asked, or the turn fails
//   system    the runtime or its set-up; the turn or the program ends and says what to do

export type Level = "tool" | "output" | "provider" | "system"

export interface FailureKind {
  readonly level: Level
  /** Trying the same again may help. */
  readonly retryable: boolean
  /** What it is called in the documents of other runtimes. */
  readonly alias?: string
}

const tool = kind("tool")
const output = kind("output")
const provider = kind("provider")
const system = kind("system")

export const TAXONOMY: Readonly<Record<string, FailureKind>> = {
  // A call that does not run.
  "tool-not-found": { ...tool, alias: "ToolNotFound" },
  "arguments-invalid": { ...tool, alias: "ValidationError" },
  "arguments-unreadable": { ...tool, alias: "ParseError" },
  "approval-denied": tool,
  denied: { ...tool, alias: "RejectedByUser" },
  "tool-withheld": tool,
  "turn-ending": tool,
  "one-call-at-a-time": tool,
  "repeated-call": tool,
  // A call that ran.
  "tool-failed": { ...tool, alias: "ToolError" },
  "tool-crashed": tool,
  "tool-timeout": { ...tool, retryable: true, alias: "ToolTimeout" },
  "outcome-unknown": tool,
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
  "folder-not-empty": tool,
  "path-invalid": tool,
  "range-outside": tool,
  "pattern-invalid": tool,
  "search-failed": tool,
  "edit-missing": tool,
  "edit-ambiguous": tool,
  "edit-empty": tool,
  "command-stopped": tool,
  "command-timeout": { ...tool, retryable: true },
  "url-invalid": tool,
  "address-private": tool,
  "fetch-timeout": { ...tool, retryable: true },
  "too-many-redirects": tool,
  "result-missing": tool,
  // What the model wrote.
  "malformed-json": { ...output, alias: "ParseError" },
  "malformed-xml": { ...output, alias: "ParseError" },
  "missing-tool-name": { ...output, alias: "MissingField" },
  unclosed: { ...output, alias: "ParseError" },
  "not-an-object": { ...output, alias: "ValidationError" },
  "malformed-call": { ...output, alias: "ValidationError" },
  "no-tool-call": { ...output, alias: "NoToolCall" },
  "empty-answer": output,
  "max-tokens": output,
  "context-limit": output,
  "iteration-limit": { ...output, alias: "MaxIterations" },
  "repeated-error": output,
  "tool-breaker": output,
  "reply-malformed": output,
  "malformed-answer": { ...output, retryable: true },
  "answer-too-large": output,
  "wrong-content-type": output,
  // The request.
  "connection-failed": { ...provider, retryable: true, alias: "ProviderError" },
  "certificate-untrusted": provider,
  "context-too-large": provider,
  "stream-cut": { ...provider, retryable: true },
  "connect-timeout": { ...provider, retryable: true },
  "first-byte-timeout": { ...provider, retryable: true },
  "silence-timeout": { ...provider, retryable: true },
  // Ours.
  cancelled: system,
  aborted: system,
  interrupted: { ...system, retryable: true },
  "crash-loop": system,
  "timed-out": { ...system, retryable: true },
  "model-crashed": system,
  "request-failed": system,
}

function kind(level: Level): FailureKind {
  return { level, retryable: false }
}

/** A provider's own code, such as `invalid_api_key`, is the provider's. */
export function failureKind(code: string): FailureKind {
  return Object.hasOwn(TAXONOMY, code) ? (TAXONOMY[code] ?? provider) : provider
}
