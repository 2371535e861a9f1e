// The transactions of either thread: a batch is one commit; if it fails, its ops run one by one so that only the bad one fails.
import type { Database, Statement } from "better-sqlite3"
import { assertNever } from "../../contracts/error.ts"
import { type AppendOps, appendOps } from "./append-ops.ts"
import type { WriterConnections } from "./connections.ts"
import { isBusy, pack } from "./explain.ts"
import { FileIdentity } from "./file-identity.ts"
import type { FileMark } from "./file-mark.ts"
import { type InboxOps, inboxOps } from "./inbox-ops.ts"
import { type LeaseOps, leaseOps } from "./lease-ops.ts"
import { LooseWriter } from "./loose-writer.ts"
import { ownerOps } from "./owner-ops.ts"
import type { Batch, BatchDone, Failed, Op, Result } from "./protocol.ts"
import { type RecordOps, recordOps } from "./records.ts"
import { type SessionOps, sessionOps } from "./session-ops.ts"
import { WalRoom } from "./wal-room.ts"

/** Called around each durable commit that wrote something: for fault injection in tests and for benchmarks. */
export interface CommitHook {
  /** `n` counts commits from 1; `ops` names the writes in it, an append with its facts: "append:tool-started". */
  beforeCommit?(n: number, ops: readonly string[]): void
  afterCommit?(n: number, ops: readonly string[]): void
}

export interface WriterOptions {
  readonly hook: CommitHook
  /** The file that another thread has open. */
  readonly mark?: FileMark
}

/** What became of a batch that does not wait: its loose part may still have to. */
export interface DoneAtOnce extends Omit<BatchDone, "loose"> {
  readonly loose: BatchDone["loose"] | "busy"
}

export class Writer {
  readonly #path: string
  readonly #durable: Database
  readonly #loose: LooseWriter
  readonly #begin: Statement
  readonly #end: Statement
  readonly #hook: CommitHook
  readonly #identity: FileIdentity
  readonly #ops: AppendOps & InboxOps & LeaseOps & SessionOps & RecordOps
  readonly #busyTimeoutMs: number
  /** Undefined if commits are not synced. */
  readonly #room: WalRoom | undefined
  #commits = 0
  #sinceCheckpoint = 0
  /** What is still to do after the commit of a removal. */
  #scrubState: "nothing" | "rewrite" | "truncation" = "nothing"

  constructor(path: string, { durable, loose }: WriterConnections, { hook, mark }: WriterOptions) {
    this.#path = path
    this.#durable = durable
    this.#hook = hook
    this.#identity = new FileIdentity(path, durable, mark === undefined ? {} : { mark })
    this.#loose = new LooseWriter(path, loose, this.#identity)
    this.#room =
      durable.pragma("synchronous", { simple: true }) === SYNCED ? new WalRoom(this.#identity.wal) : undefined
    this.#busyTimeoutMs = Number(durable.pragma("busy_timeout", { simple: true }))
    this.#begin = durable.prepare("begin immediate")
    this.#end = durable.prepare("commit")
    const owners = ownerOps(durable)
    const appending = appendOps(durable, (session) => this.#identity.wasPutBack(session))
    const sessions = sessionOps(durable, { ...appending, ...owners })
    this.#ops = {
      ...appending,
      ...inboxOps(durable, appending.addBlob, owners),
      ...leaseOps(durable, owners),
      ...sessions,
      ...recordOps(durable),
    }
  }

  /** For a thread that opens the same file. Throws if this file is no longer ours. */
  mark(): FileMark {
    return this.#identity.mark()
  }

  run({ ops, loose }: Batch): BatchDone {
    const began = performance.now()
    const durable = this.#runDurable(ops)
    const ms = performance.now() - began
    const done = { ops: durable, loose: this.#loose.run(loose), ms }
    if (this.#scrubState !== "nothing") this.#scrub()
    return done
  }

  /**
   * Like `run`, but does not wait for other processes: returns "busy" if one is writing. Then nothing has happened, and the
   * writer thread takes over.
   */
  runAtOnce({ ops, loose }: Batch): DoneAtOnce | "busy" {
    const began = performance.now()
    const durable = ops.length === 0 ? [] : this.#runDurableAtOnce(ops)
    if (durable === "busy") return "busy"
    const ms = performance.now() - began
    const written = loose.length === 0 ? NOTHING : this.#loose.runAtOnce(loose)
    if (written === "busy" && ops.length === 0) return "busy"
    this.#checkpointNowAndThen()
    return { ops: durable, loose: written, ms }
  }

  #runDurableAtOnce(ops: readonly Op[]): readonly (Result | Failed)[] | "busy" {
    try {
      if (this.#identity.isGone) this.#identity.check()
      this.#begin.run()
    } catch (error) {
      return isBusy(error) ? "busy" : ops.map(() => this.failed(error))
    }
    return this.#settle(ops, this.#commit(ops))
  }

  /** Often enough that there is little to copy: a millisecond or two where commits are quick. */
  #checkpointNowAndThen(): void {
    this.#sinceCheckpoint += 1
    if (this.#sinceCheckpoint < CHECKPOINT_EVERY || this.#identity.isGone) return
    this.#sinceCheckpoint = 0
    try {
      this.#durable.pragma("wal_checkpoint(PASSIVE)")
    } catch {
      // Another process checkpoints, or the disk is full: the log only stays longer.
    }
  }

  close(): void {
    this.#room?.close()
    this.#identity.close()
    // Closing the last connection deletes the WAL by its name, which may belong to another database by now.
    if (this.#identity.isGone) return
    this.#raiseLastCount()
    this.#loose.close()
    // Last, because the last connection checkpoints, and this one syncs.
    this.#durable.close()
  }

  #raiseLastCount(): void {
    try {
      // Wait only briefly: the store is closing.
      this.#durable.pragma(`busy_timeout = ${SCRUB_TIMEOUT_MS}`)
      this.#identity.raiseLastCount()
    } catch {
      // Another process writes, or the disk is full: without this count only a check gets weaker.
    }
  }

  #runDurable(ops: readonly Op[]): readonly (Result | Failed)[] {
    if (ops.length === 0) return []
    try {
      if (this.#identity.isGone) this.#identity.check()
      this.#begin.run()
    } catch (error) {
      return ops.map(() => this.failed(error))
    }
    return this.#settle(ops, this.#commit(ops))
  }

  /** What is wrong: the file may be another one by now, which explains most errors. */
  failed(error: unknown): Failed {
    return pack(this.#path, isBusy(error) ? error : this.#identity.reasonFor(error))
  }

  /** Runs the writes of a failed batch one by one, so that only the bad one fails. */
  #settle(ops: readonly Op[], done: readonly Result[] | Rollback): readonly (Result | Failed)[] {
    if (!(done instanceof Rollback)) return done
    if (this.#identity.isGone) return ops.map(() => pack(this.#path, done.cause))
    if (ops.length === 1) return [this.failed(done.cause)]
    return ops.flatMap((op) => this.#runDurable([op]))
  }

  #commit(ops: readonly Op[]): readonly Result[] | Rollback {
    const results: Result[] = []
    let isWritten = false
    let isRemoval = false
    try {
      for (const op of ops) {
        const result = this.#perform(op)
        results.push(result)
        if (!hasWritten(result)) continue
        isWritten = true
        if (op.kind === "remove") isRemoval = true
      }
      if (isWritten) {
        this.#identity.raiseCount()
        if (this.#commits % ROOM_EVERY === 0) this.#room?.make()
        this.#hook.beforeCommit?.(this.#commits + 1, writtenOf(ops, results))
      }
      this.#end.run()
    } catch (error) {
      if (this.#durable.inTransaction) this.#durable.exec("rollback")
      this.#ops.forget()
      return new Rollback(error)
    }
    try {
      // Also if nothing was written: "no such session" may be the answer of another file.
      this.#identity.check()
    } catch (error) {
      return new Rollback(error)
    }
    if (!isWritten) return results
    this.#commits += 1
    if (isRemoval) this.#scrubState = "rewrite"
    this.#hook.afterCommit?.(this.#commits, writtenOf(ops, results))
    return results
  }

  #perform(op: Op): Result {
    switch (op.kind) {
      case "append":
        return this.#ops.append(op)
      case "enqueue":
        return this.#ops.enqueue(op)
      case "change":
        return this.#ops.change(op)
      case "create":
        return this.#ops.create(op)
      case "update":
        return this.#ops.update(op.session, op.change, op.at)
      case "remove":
        return this.#ops.remove(op.session, op.only)
      case "snapshot":
        return this.#ops.snapshot(op.session, op.snapshot)
      case "join":
        return this.#ops.join(op.runner)
      case "leave":
        return this.#ops.leave(op.runner)
      case "acquire":
        return this.#ops.acquire(op)
      case "release":
        return this.#ops.release(op)
      case "put-record":
        return this.#ops.putRecord(op)
      case "remove-record":
        return this.#ops.removeRecord(op)
      default:
        return assertNever(op)
    }
  }

  /**
   * Zeroed cells are not enough: SQLite leaves copies in the slack of pages that it split or merged, and the WAL keeps old
   * pages. So a small file is rewritten, and the WAL emptied. A reader in another process may prevent that: then the WAL is
   * emptied after a later batch.
   */
  #scrub(): void {
    try {
      if (this.#scrubState === "rewrite" && this.#isSmall()) this.#durable.exec("vacuum")
      this.#scrubState = "truncation"
      this.#durable.pragma(`busy_timeout = ${SCRUB_TIMEOUT_MS}`)
      const [outcome] = this.#durable.pragma("wal_checkpoint(TRUNCATE)") as readonly { readonly busy: number }[]
      if (outcome?.busy === 0) this.#scrubState = "nothing"
    } catch {
      // The removal itself is durable; only the remains of old pages wait.
      this.#scrubState = "truncation"
    } finally {
      this.#durable.pragma(`busy_timeout = ${this.#busyTimeoutMs}`)
    }
  }

  #isSmall(): boolean {
    const pages = Number(this.#durable.pragma("page_count", { simple: true }))
    return pages * Number(this.#durable.pragma("page_size", { simple: true })) <= REWRITE_BYTES
  }
}

const NOTHING: readonly Result[] = []
/** The value of SQLite's "synchronous" that stands for FULL. */
const SYNCED = 2
/** More than the commits that share one count of the file: see FileIdentity. */
const CHECKPOINT_EVERY = 256
/** Room is made for hundreds of commits: that some of them find none costs less than that each looks for it. */
const ROOM_EVERY = 4
const SCRUB_TIMEOUT_MS = 100
/** Rewriting this much takes about a second, during which writes wait. */
const REWRITE_BYTES = 64 * 1024 * 1024

class Rollback {
  readonly cause: unknown

  constructor(cause: unknown) {
    this.cause = cause
  }
}

function hasWritten(result: Result): boolean {
  if (typeof result === "number") return result > 0
  if (typeof result !== "object") return result === true
  if ("outcome" in result) return result.outcome === "accepted"
  return "ok" in result && result.ok
}

/** The names of what a commit wrote: only hooks ask for them. */
function writtenOf(ops: readonly Op[], results: readonly Result[]): readonly string[] {
  return ops.filter((_, index) => hasWritten(results[index] as Result)).map(nameOf)
}

function nameOf(op: Op): string {
  return op.kind === "append" ? `append:${op.facts.map(([, type]) => type).join(",")}` : op.kind
}
