// A server's stderr output, kept in a private file for later inspection; at most two files of limited size.
import { appendFileSync, readFileSync, renameSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { makeFolder } from "./make-folder.ts"

/** Size of one file. A full file replaces the older one. */
const MAX_BYTES = 256 * 1024
// A flooding server must not keep us writing: within this time only the end of its output is kept.
const FLUSH_MS = 200
const MAX_WAITING = 64 * 1024

export interface ServerLog {
  add(text: string): void
  close(): void
}

export const noLog: ServerLog = { add: () => {}, close: () => {} }

/** `clean` takes the secrets out. */
export function serverLog(folder: string, server: string, clean: (text: string) => string): ServerLog {
  const path = logPath(folder, server)
  let waiting = ""
  let timer: NodeJS.Timeout | undefined
  const flush = ({ isLast = false } = {}) => {
    clearTimeout(timer)
    timer = undefined
    // Whole lines only: the mask does not recognise half a secret.
    const end = isLast || waiting.length === MAX_WAITING ? waiting.length : waiting.lastIndexOf("\n") + 1
    const text = waiting.slice(0, end)
    waiting = waiting.slice(end)
    if (text !== "") write(path, clean(text))
  }
  return {
    add(text) {
      waiting = (waiting + text).slice(-MAX_WAITING)
      timer ??= setTimeout(flush, FLUSH_MS).unref()
    },
    close: () => flush({ isLast: true }),
  }
}

/** The last lines that a server wrote, over all its starts; undefined when it never wrote anything. */
export function readServerLog(folder: string, server: string, lines: number): readonly string[] | undefined {
  const path = logPath(folder, server)
  const pieces = [`${path}.1`, path].map(read)
  if (pieces.every((piece) => piece === undefined)) return undefined
  const all = pieces.join("").split("\n")
  if (all.at(-1) === "") all.pop()
  return all.slice(-lines)
}

function logPath(folder: string, server: string): string {
  return join(folder, `${server}.log`)
}

/** A log that cannot be written must not stop the work. */
function write(path: string, text: string): void {
  try {
    makeFolder(dirname(path))
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(path, `${path}.1`)
    appendFileSync(path, text, { mode: 0o600 })
  } catch {
    // Not reported, because the report would repeat with every line.
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}
