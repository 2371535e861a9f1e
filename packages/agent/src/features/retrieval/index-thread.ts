// The main thread's client of the index thread.
import { messageOf, PawlError } from "../../contracts/error.ts"
import { Worker } from "../../outside/worker.ts"
import { type FromIndex, type IndexJob, type RefreshReport, sharedNow, type ToIndex } from "./protocol.ts"
import type { Query } from "./query.ts"
import type { Found } from "./quote.ts"

const MEMORY_MB = 512
/** In milliseconds: a thread that hangs on a lost disk is ended. */
const CLOSING_MS = 2000

export class IndexThread {
  readonly #worker: Worker
  readonly #finds = new Map<number, PromiseWithResolvers<readonly Found[]>>()
  readonly #refreshes = new Map<number, PromiseWithResolvers<RefreshReport>>()
  #last = 0
  #ended: PawlError | undefined
  #closing: Promise<void> | undefined

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on("message", (message: FromIndex) => this.#handle(message))
    worker.on("error", (error) => this.#end(error))
    worker.on("exit", () => this.#end(undefined))
  }

  /** Resolves when the index is open; rejects when it cannot be used. */
  static async open(job: IndexJob): Promise<IndexThread> {
    const worker = new Worker(new URL("./retrieval-worker.js", import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const first = await new Promise<FromIndex>((resolve, reject) => {
      worker.once("message", resolve)
      worker.once("error", (error) => reject(ended(error)))
      worker.once("exit", () => reject(ended(undefined)))
    })
    if (first.kind === "refused") throw new PawlError("config-invalid", first.message)
    const thread = new IndexThread(worker)
    // After the listeners are attached, because a listener keeps the process alive, and an index must not.
    worker.unref()
    return thread
  }

  async find(query: Query, signal: AbortSignal): Promise<readonly Found[]> {
    if (this.#closing !== undefined || signal.aborted) return []
    if (this.#ended !== undefined) throw this.#ended
    const id = ++this.#last
    const waiting = Promise.withResolvers<readonly Found[]>()
    this.#finds.set(id, waiting)
    const giveUp = () => waiting.resolve([])
    signal.addEventListener("abort", giveUp, { once: true })
    this.#post({ kind: "find", id, query, sentAt: sharedNow() })
    try {
      return await waiting.promise
    } finally {
      signal.removeEventListener("abort", giveUp)
      this.#finds.delete(id)
      this.#unrefWhenIdle()
    }
  }

  async refresh(): Promise<RefreshReport> {
    if (this.#closing !== undefined) return CLOSED
    if (this.#ended !== undefined) throw this.#ended
    const id = ++this.#last
    const waiting = Promise.withResolvers<RefreshReport>()
    this.#refreshes.set(id, waiting)
    this.#post({ kind: "refresh", id, sentAt: sharedNow() })
    try {
      return await waiting.promise
    } finally {
      this.#refreshes.delete(id)
      this.#unrefWhenIdle()
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    for (const { resolve } of this.#finds.values()) resolve([])
    if (this.#ended !== undefined) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#worker.once("exit", () => resolve())
    const timer = setTimeout(resolve, CLOSING_MS)
    this.#post({ kind: "close" })
    await promise
    clearTimeout(timer)
    await this.#worker.terminate()
  }

  /** Keeps the process alive while a caller waits for an answer. */
  #post(message: ToIndex): void {
    this.#worker.ref()
    this.#worker.postMessage(message)
  }

  #unrefWhenIdle(): void {
    if (this.#finds.size + this.#refreshes.size === 0 && this.#closing === undefined) this.#worker.unref()
  }

  #handle(message: FromIndex): void {
    if (message.kind === "found") this.#finds.get(message.id)?.resolve(message.found)
    if (message.kind === "refreshed") this.#refreshes.get(message.id)?.resolve(message.report)
  }

  #end(error: unknown): void {
    this.#ended ??= ended(error)
    for (const { resolve, reject } of this.#finds.values()) {
      if (this.#closing === undefined) reject(this.#ended)
      else resolve([])
    }
    for (const { resolve, reject } of this.#refreshes.values()) {
      if (this.#closing === undefined) reject(this.#ended)
      else resolve(CLOSED)
    }
  }
}

const CLOSED: RefreshReport = {
  isComplete: false,
  files: 0,
  passages: 0,
  indexed: 0,
  removed: 0,
  skipped: { binary: 0, large: 0, unreadable: 0 },
  isOverLimit: false,
  problem: "It was closed.",
  ms: 0,
}

function ended(error: unknown): PawlError {
  const why = error === undefined ? "" : `: ${messageOf(error)}`
  return new PawlError(
    "store-failed",
    `The index thread of retrieval ended${why}. Start retrieval again, or turn it off.`,
    {
      cause: error,
    },
  )
}
