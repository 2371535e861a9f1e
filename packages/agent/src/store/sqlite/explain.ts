// Explains SQLite's error codes: what happened, what was stored, what to do.
import { isPawlError, messageOf, PawlError } from "../../contracts/error.ts"
import type { Failed } from "./protocol.ts"

export function explain(path: string, error: unknown): PawlError {
  if (isPawlError(error)) return error
  if (error instanceof TypeError && error.message.includes("can only bind")) return notPlain(path, error)
  const code = codeOf(error)
  if (code?.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB" || code === "SQLITE_IOERR_SHORT_READ") {
    const message =
      `The store "${path}" is damaged (${messageOf(error)}). Stop using it and restore a backup; ` +
      `what can be read may be saved with "sqlite3 ${path} .recover".`
    return new PawlError("store-corrupt", message, { cause: error })
  }
  return new PawlError("store-failed", `The store "${path}" could not do this: ${inWords(code, error)}`, {
    cause: error,
  })
}

/** Something in a write cannot be sent to the thread, or is no value of SQLite's. */
export function notPlain(path: string, cause: unknown): PawlError {
  const why =
    `A write to the store "${path}" is not plain data: ${messageOf(cause)}. ` +
    `Nothing was written; pass JSON values and bytes only.`
  return new PawlError("store-failed", why, { cause })
}

function inWords(code: string | undefined, error: unknown): string {
  if (code === "SQLITE_FULL") {
    return "the disk, or the size allowed for the file, is full. Nothing of this write was kept; free some space and try again."
  }
  if (code?.startsWith("SQLITE_BUSY")) {
    return (
      "another process kept the file locked for too long (limit busyTimeoutMs). " +
      "Nothing of this write was kept; look for a program that holds a transaction open on it, and try again."
    )
  }
  if (code?.startsWith("SQLITE_READONLY") || code === "SQLITE_PERM" || code === "EACCES" || code === "EROFS") {
    return "the file or its folder cannot be written. Give this user the right to write both, or choose another path."
  }
  if (code?.startsWith("SQLITE_CANTOPEN")) {
    return "the file cannot be opened. Check that the path is a file in a folder this user can read and write."
  }
  if (code?.startsWith("SQLITE_IOERR"))
    return `the disk reported an error (${code}). Check the disk, and whether it is full, then open the store again.`
  return `${messageOf(error)}${code === undefined ? "" : ` (${code})`}. Nothing of this write was kept.`
}

export function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY")
}

/** The disk is full or failed, or the file cannot be opened or written: that says nothing about what is in it. */
export function isOfDisk(error: unknown): boolean {
  const code = codeOf(error) ?? ""
  return /^SQLITE_(?:IOERR|FULL|CANTOPEN|READONLY|PERM)/.test(code) && code !== "SQLITE_IOERR_SHORT_READ"
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined
  return typeof error.code === "string" ? error.code : undefined
}

/** Errors lose their class between threads, so they are sent as data. */
export function pack(path: string, error: unknown): Failed {
  const { code, message, cause } = explain(path, error)
  const causeCode = codeOf(cause)
  const packed = { message: messageOf(cause), ...(causeCode === undefined ? {} : { code: causeCode }) }
  return { failed: { code, message, ...(cause === undefined ? {} : { cause: packed }) } }
}

export function unpack({ failed }: Failed): PawlError {
  if (failed.cause === undefined) return new PawlError(failed.code, failed.message)
  const { message, code } = failed.cause
  const cause = Object.assign(new Error(message), code === undefined ? {} : { code })
  return new PawlError(failed.code, failed.message, { cause })
}
