// The main thread's side of the writer. Ops that arrive while a batch is under way go with the next one; only a full batch is sent
// while another is under way, so that both threads have work when a thousand sessions write at once. Batches run on this thread
// while that is cheap. The writer thread is started by the first batch that needs it.
import type { PawlError } from "../../contracts/error.ts"
import { openCaller, openHere } from "./connections.ts"
import { explain, notPlain, unpack } from "./explain.ts"
import { Lane } from "./lane.ts"
import type { BatchDone, LooseOp, Op, OpenOptions, Result, Results } from "./protocol.ts"
import { closed } from "./read-gate.ts"
import { WaitingOps } from "./waiting-ops.ts"
import { type CommitHook, Writer } from "./writer.ts"
import { threadDied, WriterThread } from "./writer-thread.ts"

const RESOLVED = Promise.resolve()

/** Commits of this size share what a commit costs; of much larger ones this thread would wait for the whole, and then the other for it. */
const FULL = 256

export class WriterClient {
  readonly #path: string
  readonly #options: OpenOptions
  readonly #hook: CommitHook
  readonly #lane: Lane
  #ops = new WaitingOps<Op>()
  #loose = new WaitingOps<LooseOp>()
  /** On the thread, in this order: at most two. */
  readonly #underWay: UnderWay[] = []
  /** Commits on this thread. Undefined while the thread alone has the file open. */
  #caller: Writer | undefined
  #thread: WriterThread | undefined
  #isScheduled = false
  readonly #sendNow = () => this.#send()
  readonly #sendSoon = () => process.nextTick(this.#sendNow)
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

  #enter<T>(queue: WaitingOps<T>, op: T): Promise<Result> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended)
    this.#schedule()
    return queue.add(op)
  }

  /** After everything that is ready to run has run: sessions that were notified of one commit join the next one together. */
  #schedule(): void {
    if (this.#isScheduled || !this.#mayContinue) return
    this.#isScheduled = true
    // As soon as queueMicrotask would, without the resource that Node makes for that.
    RESOLVED.then(this.#sendSoon)
  }

  get #mayContinue(): boolean {
    return this.#underWay.length === 0 || (this.#underWay.length === 1 && this.#ops.size >= FULL)
  }

  #scheduleIfNeeded(): void {
    if (this.#closing !== undefined || !this.#ops.isEmpty || !this.#loose.isEmpty) this.#schedule()
  }

  #send(): void {
    this.#isScheduled = false
    if (!this.#mayContinue) return
    if (this.#ops.isEmpty && this.#loose.isEmpty) {
      if (this.#closing !== undefined) this.#finish()
      return
    }
    const batch = { ops: this.#ops, loose: this.#loose }
    this.#ops = batch.ops.split(FULL)
    this.#loose = batch.loose.split(FULL)
    const isForHere = this.#isForHere(batch.ops.ops) && this.#underWay.length === 0
    if (!isForHere || !this.#runHere(batch)) this.#sendToThread(batch)
    this.#scheduleIfNeeded()
  }

  #isForHere(ops: readonly Op[]): boolean {
    const sessions: (string | undefined)[] = []
    let isRemoval = false
    for (const op of ops) {
      if (op.kind === "release") this.#lane.left(op.session)
      else if (op.kind === "remove") isRemoval = true
      sessions.push(isAtWork(op) ? op.session : undefined)
    }
    const where = this.#lane.next(sessions)
    // A removal rewrites the file.
    if (isRemoval) return false
    const { commitOn } = this.#options
    return commitOn === undefined ? where === "here" : commitOn === "caller"
  }

  /** Returns false when the batch has to go to the thread: nothing has happened. */
  #runHere({ ops, loose }: UnderWay): boolean {
    const done = this.#callersWriter()?.runAtOnce({ ops: ops.ops, loose: loose.ops })
    if (done === undefined || done === "busy") {
      this.#lane.wasBusy()
      return false
    }
    if (!ops.isEmpty) this.#lane.took(done.ms)
    ops.settle(done.ops)
    if (done.loose === "busy") {
      this.#lane.wasBusy()
      this.#loose.unshift(loose)
    } else loose.settle(done.loose)
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
    this.#underWay.push(batch)
    try {
      this.#thread ??= this.#startThread()
    } catch (error) {
      this.#abandon(explain(this.#path, error))
      return
    }
    try {
      this.#thread.post({ ops: batch.ops.ops, loose: batch.loose.ops })
    } catch (cause) {
      // Something in the batch is not plain data, so nothing of it could be sent.
      this.#underWay.pop()
      if (this.#underWay.length === 0) this.#thread.rest()
      reject(batch, notPlain(this.#path, cause))
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

  /** Rejects the batches under way, of which nothing was written. */
  #abandon(error: PawlError): void {
    for (const batch of this.#underWay.splice(0)) reject(batch, error)
    this.#scheduleIfNeeded()
  }

  #done(done: BatchDone): void {
    const batch = this.#underWay.shift()
    if (batch === undefined) return
    const { ops, loose } = batch
    if (!ops.isEmpty) this.#lane.took(done.ms)
    // Before this thread sees to the answers, so that the other one does not wait for that.
    if (this.#underWay.length === 1) this.#send()
    if (this.#underWay.length === 0) this.#thread?.rest()
    ops.settle(done.ops)
    loose.settle(done.loose)
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
    const isExpected = this.#closing !== undefined && this.#underWay.length === 0
    if (!isExpected) this.#ended = threadDied(this.#path, cause)
    const error = this.#ended ?? threadDied(this.#path, cause)
    const left = [...this.#underWay.splice(0), { ops: this.#ops, loose: this.#loose }]
    this.#ops = new WaitingOps()
    this.#loose = new WaitingOps()
    for (const batch of left) reject(batch, error)
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

interface UnderWay {
  readonly ops: WaitingOps<Op>
  readonly loose: WaitingOps<LooseOp>
}

function reject({ ops, loose }: UnderWay, error: PawlError): void {
  ops.reject(error)
  loose.reject(error)
}
