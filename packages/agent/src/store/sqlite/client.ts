// The main thread's side of the writer: at most one batch under way; ops that arrive meanwhile go with the next batch.
import { messageOf, PawlError } from "../../contracts/error.ts"
import { Worker } from "../../outside/worker.ts"
import { openCaller } from "./connections.ts"
import { unpack } from "./explain.ts"
import { Lane } from "./lane.ts"
import type {
  BatchDone,
  Failed,
  FromWriter,
  LooseOp,
  Op,
  OpenOptions,
  Result,
  Results,
  ToWriter,
  WriterData,
} from "./protocol.ts"
import { isFailed } from "./protocol.ts"
import { closed } from "./read-gate.ts"
import { type CommitHook, Writer } from "./writer.ts"

export class WriterClient {
  readonly #path: string
  readonly #worker: Worker
  readonly #bell: Int32Array<SharedArrayBuffer>
  #ops: Waiting<Op>[] = []
  #loose: Waiting<LooseOp>[] = []
  #underWay: UnderWay | undefined
  readonly #lane = new Lane()
  readonly #options: OpenOptions
  readonly #hook: CommitHook
  /** Commits on this thread; created when it is first needed. */
  #caller: Writer | undefined
  #isScheduled = false
  #ended: PawlError | undefined
  #closing: Promise<void> | undefined

  private constructor(worker: Worker, { bell, ...options }: WriterData, hook: CommitHook) {
    this.#worker = worker
    this.#path = options.path
    this.#options = options
    this.#hook = hook
    this.#bell = new Int32Array(bell)
    worker.on("message", (message: FromWriter) => this.#handle(message))
    worker.on("error", (error) => this.#end(error))
    worker.on("exit", () => this.#end(undefined))
  }

  /** Resolves when the file has been checked, opened and migrated. */
  static async open(options: OpenOptions): Promise<WriterClient> {
    const data: WriterData = { ...options, bell: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) }
    const worker = new Worker(new URL("./store-worker.js", import.meta.url), { workerData: data })
    const opened = await new Promise<"ready" | Failed>((resolve, reject) => {
      worker.once("message", resolve)
      worker.once("error", (error) => reject(died(data.path, error)))
      worker.once("exit", () => reject(died(data.path, undefined)))
    })
    if (opened !== "ready") throw unpack(opened)
    const hook = data.commitHook === undefined ? {} : await import(data.commitHook)
    const client = new WriterClient(worker, data, hook)
    // Only after the client's listeners are attached, because a listener keeps the process alive.
    worker.unref()
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

  /** Writes the waiting ops, then ends the thread. */
  close(): Promise<void> {
    this.#closing ??= new Promise((resolve) => {
      if (this.#ended !== undefined) return resolve()
      this.#worker.once("exit", () => resolve())
      this.#ended = closed(this.#path)
      this.#schedule()
    })
    return this.#closing
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

  #send(): void {
    this.#isScheduled = false
    if (this.#ops.length + this.#loose.length === 0) {
      if (this.#closing !== undefined) this.#postClose()
      return
    }
    const ops = this.#ops
    const loose = this.#loose
    this.#ops = []
    this.#loose = []
    const left = this.#shouldCommitHere(ops) && this.#commitHere(ops) ? [] : ops
    if (left.length + loose.length === 0) {
      if (this.#closing !== undefined || this.#ops.length + this.#loose.length > 0) this.#schedule()
      return
    }
    this.#underWay = { ops: left, loose }
    this.#post({ ops: left.map(({ op }) => op), loose: loose.map(({ op }) => op) })
  }

  #shouldCommitHere(ops: readonly Waiting<Op>[]): boolean {
    if (ops.length === 0) return false
    const where = this.#lane.next(ops.map(({ op }) => ("session" in op ? op.session : undefined)))
    const { commitOn } = this.#options
    const isWanted = commitOn === undefined ? where === "here" : commitOn === "caller"
    // A removal rewrites the file.
    return isWanted && ops.every(({ op }) => op.kind !== "remove")
  }

  /** Returns false when the ops have to go to the thread: nothing has happened. */
  #commitHere(ops: readonly Waiting<Op>[]): boolean {
    const done = this.#callersWriter()?.runAtOnce(ops.map(({ op }) => op)) ?? "busy"
    if (done === "busy") {
      this.#lane.wasBusy()
      return false
    }
    this.#lane.took(done.ms)
    settle(ops, done.ops)
    return true
  }

  #callersWriter(): Writer | undefined {
    try {
      this.#caller ??= new Writer(this.#path, openCaller(this.#options), this.#hook)
    } catch {
      // The thread finds any problem with the file too, and reports it.
    }
    return this.#caller
  }

  /** The thread's connections close last, so that the checkpoint runs on the thread and not here. */
  #postClose(): void {
    this.#caller?.close()
    this.#caller = undefined
    this.#post("close")
  }

  #post(message: ToWriter): void {
    // Only work under way keeps the process alive.
    this.#worker.ref()
    try {
      this.#worker.postMessage(message)
    } catch (cause) {
      this.#refuse(cause)
      return
    }
    Atomics.add(this.#bell, 0, 1)
    Atomics.notify(this.#bell, 0)
  }

  /** Something in the batch is not plain data, so nothing of it could be sent. */
  #refuse(cause: unknown): void {
    const { ops, loose } = this.#underWay ?? { ops: [], loose: [] }
    this.#underWay = undefined
    this.#worker.unref()
    const why =
      `A write to the store "${this.#path}" is not plain data: ${messageOf(cause)}. ` +
      `Nothing was written; pass JSON values and bytes only.`
    for (const { reject } of [...ops, ...loose]) reject(new PawlError("store-failed", why, { cause }))
    this.#schedule()
  }

  #handle(message: FromWriter): void {
    if (message === "ready" || isFailed(message) || this.#underWay === undefined) return
    const { ops, loose } = this.#underWay
    this.#underWay = undefined
    if (ops.length > 0) this.#lane.took(message.ms)
    this.#worker.unref()
    settle(ops, message.ops)
    settle(loose, message.loose)
    if (this.#closing !== undefined || this.#ops.length + this.#loose.length > 0) this.#schedule()
  }

  #end(cause: unknown): void {
    const isExpected = this.#closing !== undefined && this.#underWay === undefined
    if (!isExpected) this.#ended = died(this.#path, cause)
    const error = this.#ended ?? died(this.#path, cause)
    const left = [...(this.#underWay?.ops ?? []), ...(this.#underWay?.loose ?? []), ...this.#ops, ...this.#loose]
    this.#underWay = undefined
    this.#ops = []
    this.#loose = []
    for (const { reject } of left) reject(error)
  }
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

function died(path: string, cause: unknown): PawlError {
  const why = cause === undefined ? "" : ` (${messageOf(cause)})`
  const message =
    `The writer thread of the store "${path}" has died${why}. ` +
    `It is unknown whether writes under way were stored: open the store again and check what it contains.`
  return new PawlError("store-failed", message, { cause })
}
