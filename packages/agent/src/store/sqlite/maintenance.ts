// Backup and vacuum, on their own thread: they take longer the larger the file is, and must not block the caller's thread.
import { closeSync, fsyncSync, openSync, rmSync, statSync } from "node:fs"
import { resolve } from "node:path"
import { isPawlError, messageOf, PawlError } from "../../contracts/error.ts"
import { Worker } from "../../outside/worker.ts"
import type { BackupReport, VacuumReport } from "../archive.ts"
import { unpack } from "./explain.ts"
import type { Failed } from "./protocol.ts"

export type Job = { readonly path: string } & (
  | { readonly kind: "backup"; readonly file: string }
  | { readonly kind: "vacuum" }
)

export type JobDone = Failed | { readonly sessions: number; readonly facts: number; readonly blobs: number } | "done"

export async function backup(path: string, given: string): Promise<BackupReport> {
  const file = resolve(given)
  reserve(file)
  try {
    const done = await work({ kind: "backup", path, file })
    if (done === "done" || "failed" in done) throw done === "done" ? undefined : unpack(done)
    sync(file)
    return { file, bytes: sizeOf(file), ...done }
  } catch (error) {
    // Half a backup is worse than none. The file is ours: `reserve` created it.
    rmSync(file, { force: true })
    throw error
  }
}

export async function vacuum(path: string): Promise<VacuumReport> {
  const size = () => sizeOf(path) + sizeOf(`${path}-wal`)
  const bytesBefore = size()
  const done = await work({ kind: "vacuum", path })
  if (done !== "done" && "failed" in done) throw unpack(done)
  return { bytesBefore, bytesAfter: size() }
}

/** Creates the file, readable by its owner only, or refuses: an existing file is never overwritten. */
function reserve(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600))
  } catch (cause) {
    const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST"
    const why = isThere ? "there is a file already, and it is not overwritten" : messageOf(cause)
    throw new PawlError("input-invalid", `Cannot back up to "${file}": ${why}. Choose another path.`, { cause })
  }
}

function work(job: Job): Promise<JobDone> {
  const worker = new Worker(new URL("./maintenance-worker.js", import.meta.url), { workerData: job })
  return new Promise((resolveJob, reject) => {
    worker.once("message", resolveJob)
    worker.once("error", (error) => reject(isPawlError(error) ? error : broken(job, error)))
    worker.once("exit", () => reject(broken(job, undefined)))
  })
}

function broken({ kind, path }: Job, cause: unknown): PawlError {
  const why = cause === undefined ? "its thread ended" : messageOf(cause)
  return new PawlError("store-failed", `The ${kind} of "${path}" failed: ${why}. The store was not changed.`, { cause })
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

function sync(file: string): void {
  const handle = openSync(file, "r+")
  fsyncSync(handle)
  closeSync(handle)
}
