// The log file of a process: records with the turn's trace id and without secrets. The logger is loaded late, because the
// first request must not wait for it.
import { chmodSync, closeSync, openSync, renameSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname } from "node:path"
import { type Folders, files, makeFolders } from "./folders.ts"
import { cleaner, redactor } from "./redact.ts"
import { world } from "./world.ts"

export interface LogFile {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
  close(): void
}

const STDERR = 2
const silent: LogFile = { info() {}, error() {}, close() {} }
const MAX_BYTES = 10 * 1024 * 1024

/**
 * How long the first record may wait for a second one. A turn's first record is due before its first request, and the
 * logger takes longer to load than a request to send.
 */
const PATIENCE_MS = 1000

/** If the log file cannot be written, the command runs without one. */
export async function openLog(
  folders: Folders,
  fields: object,
  { to = "file" }: { readonly to?: "file" | "stderr" } = {},
): Promise<LogFile> {
  try {
    const isFile = to === "file"
    const file = isFile ? openFile(files.log(folders)) : STDERR
    const { env } = world()
    const records = new Records(() => loadLogger(file, fields, redactor(env)))
    return {
      info(more, message) {
        records.add({ level: "info", fields: more, message })
        // A program that reads along waits for nothing.
        if (!isFile) records.write()
      },
      error(more, message) {
        records.add({ level: "error", fields: more, message })
        records.write()
      },
      close() {
        records.write()
        if (isFile) closeSync(file)
      },
    }
  } catch {
    return silent
  }
}

interface LogLine {
  readonly level: "info" | "error"
  readonly fields: object
  readonly message: string
  readonly at: number
}

/** Keeps the first record until there is a second one, an error or the end, or it has waited long enough. */
class Records {
  readonly #load: () => (line: LogLine) => void
  #log: ((line: LogLine) => void) | undefined
  #first: LogLine | undefined
  #patience: NodeJS.Timeout | undefined

  constructor(load: () => (line: LogLine) => void) {
    this.#load = load
  }

  add(record: Omit<LogLine, "at">): void {
    const line = { ...record, at: Date.now() }
    if (this.#log === undefined && this.#first === undefined) {
      this.#first = line
      this.#patience = setTimeout(() => this.write(), PATIENCE_MS).unref()
      return
    }
    this.write()
    this.#log?.(line)
  }

  /** Writes the record that waits, if there is one. */
  write(): void {
    const line = this.#first
    if (line === undefined) return
    clearTimeout(this.#patience)
    this.#first = undefined
    this.#log ??= this.#load()
    this.#log(line)
  }
}

function loadLogger(file: number, base: object, redact: (text: string) => string): (line: LogLine) => void {
  const { pino }: typeof import("pino") = createRequire(import.meta.url)("pino")
  const destination = pino.destination({ dest: file, sync: true })
  destination.on("error", () => {})
  // Redact before it becomes JSON, too: there a line break is written as \n, and the "n" would hide where a secret begins.
  const clean = cleaner(redact)
  let time = 0
  const timestamp = () => `,"time":${time}`
  const logger = pino({ base: { pid: process.pid, ...base }, timestamp, hooks: { streamWrite: redact } }, destination)
  return ({ level, fields, message, at }) => {
    time = at
    logger[level](clean(fields), message)
  }
}

/** An error handler that closes the log and throws the error again. */
export function closing(log: LogFile): (error: unknown) => never {
  return (error) => {
    log.close()
    throw error
  }
}

function openFile(path: string): number {
  makeFolders(dirname(path))
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES) renameSync(path, `${path}.1`)
  const file = openSync(path, "a", 0o600)
  chmodSync(path, 0o600)
  return file
}
