// Explains PostgreSQL's error codes: what happened, what was stored, what to do.
import { isPawlError, PawlError } from "@pawl/agent"
import { messageOf } from "@pawl/agent/store"

/** The connection is gone, or the server does not take one now: another attempt may succeed. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error) ?? ""
  if (LOST.has(code) || code.startsWith("08")) return true
  return (
    error instanceof Error &&
    /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(
      error.message,
    )
  )
}

const LOST = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EAI_AGAIN",
  // The server ends connections, crashed, or is starting.
  "57P01",
  "57P02",
  "57P03",
  // A process that stood still in a transaction was cut off.
  "25P03",
  // All connections of the server are taken.
  "53300",
])

/** The server is starting or stopping. */
export function isStarting(error: unknown): boolean {
  return codeOf(error) === "57P03"
}

/** Two transactions wanted the same: nothing of this one was kept, and it may run again. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error)
  return code === "40P01" || code === "40001"
}

/** `name`: the database, without a password. */
export function explain(name: string, error: unknown): PawlError {
  if (isPawlError(error)) return error
  return new PawlError("store-failed", `The database ${name} could not do this: ${inWords(error)}`, { cause: error })
}

function inWords(error: unknown): string {
  const code = codeOf(error) ?? ""
  if (isLost(error))
    return `it cannot be reached (${messageOf(error)}). Check that it runs, and its address; whether this write was kept shows when it is back.`
  if (/password must be a(?: non-empty)? string/.test(messageOf(error)))
    return "it wants a password, and none was given. Set PGPASSWORD, or write it into ~/.pgpass, readable by you only (chmod 600)."
  if (code.startsWith("28"))
    return `it refused the login (${messageOf(error)}). Check user and password of the url, and pg_hba.conf.`
  if (code === "3D000") return `${messageOf(error)}. Create it: createdb NAME.`
  // Whoever may not use the schema does not see it, and would have to make it.
  if (code === "3F000")
    return "this role may not use its schema. Give it the rights that the guide on PostgreSQL lists. Nothing of this write was kept."
  if (code === "42501")
    return `${messageOf(error)}. Give this role the rights that the guide on PostgreSQL lists. Nothing of this write was kept.`
  if (code === "53100") return "its disk is full. Nothing of this write was kept; free some space and try again."
  if (code === "55P03")
    return "another transaction kept a row locked for too long. Nothing of this write was kept; try again."
  if (/CERT|SELF_SIGNED/.test(code))
    return `its certificate is not accepted (${messageOf(error)}). Name the authority in the url: sslrootcert=FILE.`
  if (code === "ENOTFOUND") return `its host is unknown (${messageOf(error)}). Check the url.`
  return `${messageOf(error)}${code === "" ? "" : ` (${code})`}. Nothing of this write was kept.`
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ("code" in error && typeof error.code === "string") return error.code
  // Several addresses of one host were tried.
  return error instanceof AggregateError ? codeOf(error.errors[0]) : undefined
}

export function closed(name: string): PawlError {
  return new PawlError("store-failed", `The store in the database ${name} is closed. Open it again to continue.`)
}
