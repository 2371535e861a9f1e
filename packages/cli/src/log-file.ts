// The log file of a process: records with the turn's trace id and without secrets. The logger is loaded when first used.
import { chmodSync, closeSync, openSync, renameSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname } from "node:path"
import type { Logger, LoggerOptions } from "pino"
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

/** If the log file cannot be written, the command runs without one. */
export async function openLog(
  folders: Folders,
  fields: object,
  { to = "file" }: { readonly to?: "file" | "stderr" } = {},
): Promise<LogFile> {
  try {
    const isFile = to === "file"
    const file = isFile ? openFile(files.log(folders)) : STDERR
    const redact = redactor(world().env)
    // Redact before it becomes JSON, too: there a line break is written as \n, and the "n" would hide where a secret begins.
    const clean = cleaner(redact)
    let logger: Logger | undefined
    const loaded = () => {
      logger ??= loadLogger(file, { base: { pid: process.pid, ...fields }, hooks: { streamWrite: redact } })
      return logger
    }
    return {
      info: (more, message) => loaded().info(clean(more), message),
      error: (more, message) => loaded().error(clean(more), message),
      close: () => (isFile ? closeSync(file) : undefined),
    }
  } catch {
    return silent
  }
}

/** At the first record, which is due when the first request is under way: the request need not wait for it. */
function loadLogger(file: number, options: LoggerOptions): Logger {
  const { pino }: typeof import("pino") = createRequire(import.meta.url)("pino")
  const destination = pino.destination({ dest: file, sync: true })
  destination.on("error", () => {})
  return pino(options, destination)
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
