// The main thread's side of the writer: at most one batch under way; ops that arrive meanwhile go with the next batch. Batches
// run on this thread while that is cheap. The writer thread is started by the first batch that needs it.
import type { PawlError } from "../../contracts/error.ts"
import { openCaller, openHere } from "./connections.ts"
import { explain, notPlain, unpack } from "./explain.ts"
import { Lane } from "./lane.ts"
import type { BatchDone, LooseOp, Op, OpenOptions, Result, Results } from "./protocol.ts"
import { isFailed } from "./protocol.ts"
import { closed } from "./read-gate.ts"
import { type CommitHook, Writer } from "./writer.ts"
import { threadDied, WriterThread } from "./writer-thread.ts"

export class WriterClient {
  readonly #path: string
  readonly #options: OpenOptions
  readonly #hook: CommitHook
  readonly #lane: Lane
  #ops: Waiting<Op>[] = []
  #loose: Waiting<LooseOp>[] = []
  #underWay: UnderWay | undefined
  /** Commits on this thread. Undefined while the thread alone has the file open. */
  #caller: Writer | undefined
  #thread: WriterThread | undefined
  #isScheduled = false
  #ended: PawlError | undefined
  #closing: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined

  private constructor(options: OpenOptions, hook: CommitHook) {
    this.#path = options.path
    this.#options = options
    this.#hook = hook
    this.#caller = options.commitOn === "thread" ? undefined : writerHere(options, hook)
    this.#lane = new Lane(this.#caller === undefined ? "thread" : "here")
  }

  /** Resolves when the file has been checked, opened and migrated. */
  static async open(options: OpenOptions): Promise<WriterClient> {
    const hook = options.commitHook === undefined ? {} : await import(options.commitHook)
    const client = new WriterClient(options, hook)
    if (client.#caller !== undefined) return client
    const thread = client.#startThread()
    await thread.opened
    thread.rest()
    return client
  }

  run<K extends Op["kind"]>(op: Extract<Op, { kind: K }>): Promise<Results[K]> {
    // The writer answers an op of kind K with Results[K]: see Writer.
    return this.#enter(this.#ops, op) as Promise<Results[K]>
  }

  /** For ops that may be lost: they share the message, but not the synced commit. */
  runLoose<K extends LooseOp["kind"]>(op: Extract<LooseOp, { kind: K }>): Promise<Results[K]> {
    return this.#enter(this.#loose, op) as Promise<Results[K]>
  }

  /** Writes the waiting ops, then closes the file and ends the thread. */
  close(): Promise<void> {
    if (this.#closing !== undefined) return this.#closing.promise
    this.#closing = Promise.withResolvers<void>()
    if (this.#ended === undefined) {
      this.#ended = closed(this.#path)
      this.#schedule()
    } else this.#finish()
    return this.#closing.promise
  }

  #enter<T>(queue: Waiting<T>[], op: T): Promise<Result> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended)
    return new Promise((resolve, reject) => {
      queue.push({ op, resolve, reject })
      this.#schedule()
    })
  }

  /** After everything that is ready to run has run: sessions that were notified of one commit join the next one together. */
  #schedule(): void {
    if (this.#isScheduled || this.#underWay !== undefined) return
    this.#isScheduled = true
    queueMicrotask(() => process.nextTick(() => this.#send()))
  }

  #scheduleIfNeeded(): void {
    if (this.#closing !== undefined || this.#ops.length + this.#loose.length > 0) this.#schedule()
  }

  #send(): void {
    this.#isScheduled = false
    const batch = { ops: this.#ops, loose: this.#loose }
    if (batch.ops.length + batch.loose.length === 0) {
      if (this.#closing !== undefined) this.#finish()
      return
    }
    this.#ops = []
    this.#loose = []
    if (this.#isForHere(batch.ops) && this.#runHere(batch)) this.#scheduleIfNeeded()
    else this.#sendToThread(batch)
  }

  #isForHere(ops: readonly Waiting<Op>[]): boolean {
    for (const { op } of ops) if (op.kind === "release") this.#lane.left(op.session)
    const where = this.#lane.next(ops.map(({ op }) => (isAtWork(op) ? op.session : undefined)))
    const { commitOn } = this.#options
    const isWanted = commitOn === undefined ? where === "here" : commitOn === "caller"
    // A removal rewrites the file.
    return isWanted && ops.every(({ op }) => op.kind !== "remove")
  }

  /** Returns false when the batch has to go to the thread: nothing has happened. */
  #runHere({ ops, loose }: UnderWay): boolean {
    const done = this.#callersWriter()?.runAtOnce({ ops: ops.map(({ op }) => op), loose: loose.map(({ op }) => op) })
    if (done === undefined || done === "busy") {
      this.#lane.wasBusy()
      return false
    }
    if (ops.length > 0) this.#lane.took(done.ms)
    settle(ops, done.ops)
    if (done.loose === "busy") {
      this.#lane.wasBusy()
      this.#loose.unshift(...loose)
    } else settle(loose, done.loose)
    return true
  }

  #callersWriter(): Writer | undefined {
    try {
      this.#caller ??= new Writer(this.#path, openCaller(this.#options), { hook: this.#hook })
    } catch {
      // The thread finds any problem with the file too, and reports it.
    }
    return this.#caller
  }

  #sendToThread(batch: UnderWay): void {
    this.#underWay = batch
    try {
      this.#thread ??= this.#startThread()
    } catch (error) {
      this.#abandon(explain(this.#path, error))
      return
    }
    try {
      this.#thread.post({ ops: batch.ops.map(({ op }) => op), loose: batch.loose.map(({ op }) => op) })
    } catch (cause) {
      // Something in the batch is not plain data, so nothing of it could be sent.
      this.#thread.rest()
      this.#abandon(notPlain(this.#path, cause))
    }
  }

  /** Throws if the file is no longer the one that this thread has open: the thread would open the other one. */
  #startThread(): WriterThread {
    const thread = new WriterThread(this.#options, this.#caller?.mark(), {
      done: (done) => this.#done(done),
      ended: (cause) => this.#end(cause),
    })
    this.#thread = thread
    thread.opened.then(
      () => this.#lane.hasThread(),
      (error: PawlError) => this.#failedToOpen(error),
    )
    return thread
  }

  /** The next batch that needs the thread tries again: the file may be locked now and free later. */
  #failedToOpen(error: PawlError): void {
    this.#thread = undefined
    this.#abandon(this.#caller === undefined ? error : unpack(this.#caller.failed(error)))
  }

  /** Rejects the batch under way, of which nothing was written. */
  #abandon(error: PawlError): void {
    const { ops, loose } = this.#underWay ?? { ops: [], loose: [] }
    this.#underWay = undefined
    for (const { reject } of [...ops, ...loose]) reject(error)
    this.#scheduleIfNeeded()
  }

  #done(done: BatchDone): void {
    if (this.#underWay === undefined) return
    const { ops, loose } = this.#underWay
    this.#underWay = undefined
    if (ops.length > 0) this.#lane.took(done.ms)
    this.#thread?.rest()
    settle(ops, done.ops)
    settle(loose, done.loose)
    this.#scheduleIfNeeded()
  }

  /** The thread's connections close last, so that the checkpoint runs on the thread if there is one. */
  #finish(): void {
    this.#caller?.close()
    this.#caller = undefined
    if (this.#thread === undefined) this.#closing?.resolve()
    else this.#thread.post("close")
  }

  #end(cause: unknown): void {
    const isExpected = this.#closing !== undefined && this.#underWay === undefined
    if (!isExpected) this.#ended = threadDied(this.#path, cause)
    const error = this.#ended ?? threadDied(this.#path, cause)
    const left = [...(this.#underWay?.ops ?? []), ...(this.#underWay?.loose ?? []), ...this.#ops, ...this.#loose]
    this.#underWay = undefined
    this.#ops = []
    this.#loose = []
    for (const { reject } of left) reject(error)
    this.#thread = undefined
    if (this.#closing !== undefined) this.#finish()
  }
}

/** Undefined if the file cannot be opened quickly, or not at all: the thread opens it, or reports why not. */
function writerHere(options: OpenOptions, hook: CommitHook): Writer | undefined {
  try {
    return new Writer(options.path, openHere(options), { hook })
  } catch {
    return undefined
  }
}

/** Whether the write is one of many: a session that is released writes no more. */
function isAtWork(op: Op): op is Extract<Op, { readonly session: string }> {
  return "session" in op && op.kind !== "release"
}

interface Waiting<T> {
  readonly op: T
  readonly resolve: (result: Result) => void
  readonly reject: (error: PawlError) => void
}

interface UnderWay {
  readonly ops: readonly Waiting<Op>[]
  readonly loose: readonly Waiting<LooseOp>[]
}

function settle(waiting: readonly Waiting<unknown>[], results: BatchDone["ops"]): void {
  waiting.forEach(({ resolve, reject }, index) => {
    const result = results[index]
    if (result === undefined) return
    if (isFailed(result)) reject(unpack(result))
    else resolve(result)
  })
}
