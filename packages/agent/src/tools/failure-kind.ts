// Classifies an error: by its code or status, by those of its cause, or by a code or status that stands literally in its
// message. Never by guessing from the message's wording.
import { messageOf } from "../contracts/error.ts"

export interface FailureKind {
  /** A row of the taxonomy. */
  readonly code: string
  readonly happened: string
  readonly advice: string
}

const FILE: FailureKind = {
  code: "file-failed",
  happened: "a file or folder could not be used",
  advice: "Check the path, then call again.",
}
const PERMISSION: FailureKind = {
  code: "permission-denied",
  happened: "it is not allowed to do that",
  advice: "The same call will be refused again: try another way, or tell the user.",
}
const AUTHENTICATION: FailureKind = {
  code: "authentication-failed",
  happened: "it was refused, because whoever it asks does not accept its credentials",
  advice: "Calling again does not help: tell the user to check the key or to log in.",
}
const NETWORK: FailureKind = {
  code: "network-failed",
  happened: "what it needs could not be reached",
  advice: "Try again later, or another way.",
}

/** Keyed by system error code, error class name and HTTP status. */
const KINDS: ReadonlyMap<string, FailureKind> = new Map([
  ...rows(
    FILE,
    "ENOENT ENOTDIR EISDIR EEXIST ENOTEMPTY ENAMETOOLONG ELOOP EFBIG EMFILE ENFILE ENOSPC EDQUOT EBUSY EXDEV",
  ),
  ...rows(FILE, "FileNotFoundError FileExistsError IsADirectoryError NotADirectoryError"),
  ...rows(PERMISSION, "EACCES EPERM EROFS ERR_ACCESS_DENIED PermissionError 403"),
  ...rows(AUTHENTICATION, "401 407 EAUTH ERR_UNAUTHORIZED"),
  ...rows(NETWORK, "ECONNREFUSED ECONNRESET ECONNABORTED ENOTFOUND EAI_AGAIN EAI_FAIL ETIMEDOUT EPIPE EHOSTUNREACH"),
  ...rows(NETWORK, "EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL UND_ERR_CONNECT_TIMEOUT UND_ERR_SOCKET"),
  ...rows(NETWORK, "UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT ConnectionError ConnectionRefusedError"),
  ...rows(NETWORK, "ConnectionResetError 408 502 503 504"),
])

/** Keyed by the errno that Python messages contain: `[Errno 2]`. */
const NUMBERS: Readonly<Record<string, FailureKind>> = {
  2: FILE,
  17: FILE,
  20: FILE,
  21: FILE,
  13: PERMISSION,
  1: PERMISSION,
}

/** Undefined when neither the error nor its cause has a known code or status. */
export function kindOf(error: unknown, depth = 0): FailureKind | undefined {
  if (depth > MAX_DEPTH) return undefined
  const own = isRecord(error) ? byFields(error) : undefined
  const cause = isRecord(error) && error.cause !== undefined ? kindOf(error.cause, depth + 1) : undefined
  return own ?? cause ?? byMessage(messageOf(error))
}

const MAX_DEPTH = 5

function byFields(error: Record<string, unknown>): FailureKind | undefined {
  const response = isRecord(error.response) ? error.response.status : undefined
  const named = [error.code, error.status, error.statusCode, response, error.name]
  return named.map((name) => KINDS.get(String(name))).find((kind) => kind !== undefined)
}

const CODES = /\b(?:E[A-Z]{3,14}|EAI_[A-Z]{3,8}|[A-Z]\w{3,30}Error)\b/g
const NUMBER = /\[Errno (\d{1,3})\]/
const STATUS = /\b(?:HTTP(?:\/\d(?:\.\d)?)?|[Ss]tatus(?: code)?)[ :=]{1,3}([1-5]\d\d)\b/

/** Errors that came over the wire have no fields, only a message. */
function byMessage(message: string): FailureKind | undefined {
  const beginning = message.slice(0, MAX_CHARS)
  const codes = Array.from(beginning.matchAll(CODES), ([code]) => code)
  const known = [...codes, STATUS.exec(beginning)?.[1] ?? ""].map((code) => KINDS.get(code))
  return known.find((kind) => kind !== undefined) ?? NUMBERS[NUMBER.exec(beginning)?.[1] ?? ""]
}

const MAX_CHARS = 2000

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}

function rows(kind: FailureKind, names: string): readonly (readonly [string, FailureKind])[] {
  return names.split(" ").map((name) => [name, kind])
}
