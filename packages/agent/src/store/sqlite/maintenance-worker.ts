// The thread that runs one backup or one vacuum.
import { parentPort, workerData } from "node:worker_threads"
import { PawlError } from "../../contracts/error.ts"
import { sqlitePackage } from "../../outside/packages.ts"
import { pack } from "./explain.ts"
import { firstCount, schemaOf, versionOf, versionWith } from "./file-version.ts"
import type { Job, JobDone } from "./maintenance.ts"
import { APPLICATION_ID } from "./schema.ts"

const Database = sqlitePackage()

const job = workerData as Job
parentPort?.postMessage(run())

function run(): JobDone {
  try {
    return job.kind === "vacuum" ? vacuum(job.path) : backup(job.path, job.file)
  } catch (error) {
    return pack(job.kind === "backup" ? job.file : job.path, error)
  }
}

function vacuum(path: string): JobDone {
  const db = new Database(path, { fileMustExist: true, timeout: 10_000 })
  try {
    db.pragma("secure_delete = ON")
    db.exec("vacuum")
    db.pragma("wal_checkpoint(TRUNCATE)")
    return "done"
  } finally {
    db.close()
  }
}

/** A consistent copy of one moment: it does not block other writers, and their later writes are not in it. */
function backup(path: string, file: string): JobDone {
  const db = new Database(path, { fileMustExist: true, timeout: 10_000 })
  try {
    db.prepare("vacuum into ?").run(file)
  } finally {
    db.close()
  }
  setApart(file)
  return verified(file)
}

/**
 * Gives the copy a count of its own. Otherwise, if someone writes it over the store while that is in use, it would look like the
 * store after a checkpoint.
 */
function setApart(file: string): void {
  const db = new Database(file, { fileMustExist: true })
  try {
    db.pragma(`user_version = ${versionWith(schemaOf(versionOf(db)), firstCount())}`)
  } finally {
    db.close()
  }
}

/** Reads the copy back from disk, because an unchecked backup cannot be relied on. */
function verified(file: string): JobDone {
  const db = new Database(file, { fileMustExist: true })
  try {
    const count = (what: string) => Number(db.prepare(`select ${what}`).pluck().get())
    const verdict = db.pragma("integrity_check(1)", { simple: true })
    if (verdict !== "ok") throw unsound(file, String(verdict))
    if (db.pragma("application_id", { simple: true }) !== APPLICATION_ID) throw unsound(file, "it is not a store")
    const facts = count("count(*) from facts")
    const expected = count("coalesce(sum(seq), 0) from sessions")
    if (facts !== expected) throw unsound(file, `it has ${facts} facts, and its sessions count ${expected}`)
    const lost = count("count(*) from blob_refs where hash not in (select hash from blobs)")
    if (lost > 0) throw unsound(file, `${lost} blobs are missing`)
    return { sessions: count("count(*) from sessions"), facts, blobs: count("count(*) from blobs") }
  } finally {
    db.close()
  }
}

function unsound(file: string, why: string): PawlError {
  return new PawlError(
    "store-corrupt",
    `The backup "${file}" is not valid: ${why}. The backup was deleted; check the store for damage.`,
  )
}
