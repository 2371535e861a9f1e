// Exit codes of the process: one table for everything that can end a command.
import type { Event, PawlError } from "@pawl/agent"

export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  auth: 41,
  input: 42,
  config: 52,
  iterationLimit: 53,
  /** As in sysexits.h: a failure that passes, try again later. */
  later: 75,
  cancelled: 130,
} as const

type TurnEnd = Extract<Event, { type: "turn-end" }>
type ModelError = Extract<Event, { type: "model-error" }>["error"]

/** Exit codes for errors of the library, by their code; any other error is a plain failure. */
const BY_ERROR_CODE: Readonly<Record<string, number>> = {
  "config-invalid": EXIT.config,
  "tool-duplicate": EXIT.config,
  "store-corrupt": EXIT.config,
  "store-newer": EXIT.config,
  "holds-secret": EXIT.input,
  "id-used": EXIT.input,
  "input-invalid": EXIT.input,
  "name-ambiguous": EXIT.input,
  "session-missing": EXIT.input,
  "setting-locked": EXIT.input,
  "too-many-waiting": EXIT.later,
  // Of a server.
  "model-unknown": EXIT.input,
  "workspace-missing": EXIT.input,
}

/** Wrong permissions or paths are a configuration error; a full disk or a busy store is not. */
const UNWRITABLE = /^(SQLITE_(READONLY|PERM|CANTOPEN)|EACCES|EROFS|EPERM|ENOTDIR)/

const BY_TURN_CODE: Readonly<Record<string, number>> = {
  "iteration-limit": EXIT.iterationLimit,
  "usage-limit": EXIT.iterationLimit,
}

const BY_MODEL_CLASS: Readonly<Record<string, number>> = { auth: EXIT.auth, config: EXIT.config }

export function exitOfError(error: unknown): number {
  if (error instanceof Error && "exit" in error && typeof error.exit === "number") return error.exit
  if (!isLibraryError(error)) return EXIT.failed
  if (error.code === "store-failed" && UNWRITABLE.test(codeOf(error.cause))) return EXIT.config
  return BY_ERROR_CODE[error.code] ?? EXIT.failed
}

/** `modelError`: the last one of the turn. It has the error class, which the turn's own error lacks. */
export function exitOfTurn(end: Pick<TurnEnd, "outcome" | "error">, modelError?: ModelError): number {
  if (end.outcome === "completed") return EXIT.done
  if (end.outcome === "cancelled") return EXIT.cancelled
  const byCode = BY_TURN_CODE[end.error?.code ?? ""]
  if (byCode !== undefined) return byCode
  return modelError?.code === end.error?.code ? (BY_MODEL_CLASS[modelError?.class ?? ""] ?? EXIT.failed) : EXIT.failed
}

/** Checks the name, not the class, so that a usage error does not load the library. */
export function isLibraryError(error: unknown): error is PawlError {
  return error instanceof Error && error.name === "PawlError" && "code" in error
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : ""
}
