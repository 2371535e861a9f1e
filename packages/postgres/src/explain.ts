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

/** What the database was to do: only of a write it has to be said whether it was kept. */
export type Doing = "open" | "read" | "write"

/** `name`: the database, without a password. */
export function explain(name: string, error: unknown, doing: Doing): PawlError {
  if (isPawlError(error)) return error
  const what = doing === "open" ? "be opened" : "do this"
  return new PawlError("store-failed", `The database ${name} could not ${what}: ${inWords(error, doing)}`, {
    cause: error,
  })
}

function inWords(error: unknown, doing: Doing): string {
  const code = codeOf(error) ?? ""
  const message = messageOf(error)
  if (isLost(error)) return `it cannot be reached (${message}). Check that it runs, and its address${IF_LOST[doing]}`
  if (/password must be a(?: non-empty)? string/.test(message))
    return "it wants a password, and none was given. Set PGPASSWORD, or write it into ~/.pgpass, readable by you only (chmod 600)."
  if (code.startsWith("28"))
    return `it refused the login (${message}). Check user and password of the url, and pg_hba.conf.`
  if (code === "3D000") return `${message}. Create it: createdb NAME.`
  // Whoever may not use the schema does not see it, and would have to make it.
  if (code === "3F000") return `this role may not use its schema. ${RIGHTS}${keptNothing(doing)}`
  if (code === "42501") return `${message}. ${RIGHTS}${keptNothing(doing)}`
  if (code === "53100") return `its disk is full. Free some space, and try again.${keptNothing(doing)}`
  if (code === "55P03") return `another transaction kept a row locked for too long. Try again.${keptNothing(doing)}`
  if (/does not support SSL/.test(message))
    return "it does not speak TLS, and the url wants it (sslmode). Turn TLS on in the server (ssl = on), or write sslmode=disable in the url if you trust every network between."
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `its certificate is for another name (${message}). Write the name that it has in the url.`
  if (/CERT|SELF_SIGNED/.test(code))
    return `its certificate is not accepted (${message}). Name the authority in the url: sslrootcert=FILE.`
  if (code === "ENOTFOUND") return `its host is unknown (${message}). Check the url.`
  return `${message}${code === "" ? "" : ` (${code})`}.${doing === "write" ? keptNothing(doing) : LOOK}`
}

const IF_LOST: Readonly<Record<Doing, string>> = {
  open: ".",
  read: ", and try again.",
  write: "; whether this write was kept shows when it is back.",
}

const RIGHTS = "Give this role the rights that the guide on PostgreSQL lists."
const LOOK = " Look into the log of the database server, and try again."

function keptNothing(doing: Doing): string {
  return doing === "write" ? " Nothing of this write was kept." : ""
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
