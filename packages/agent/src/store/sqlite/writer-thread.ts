// The writer thread as the main thread sees it: it is sent one message at a time, and answers each batch.
import { messageOf, PawlError } from "../../contracts/error.ts"
import { Worker } from "../../outside/worker.ts"
import { unpack } from "./explain.ts"
import type { FileMark } from "./file-mark.ts"
import type { BatchDone, FromWriter, OpenOptions, ToWriter, WriterData } from "./protocol.ts"
import { isFailed } from "./protocol.ts"

export interface ThreadListeners {
  done(done: BatchDone): void
  /** The thread opened the file, and has ended since. */
  ended(cause: unknown): void
}

/** Batches live for one commit. By default V8 would hold tens of megabytes for them. */
const YOUNG_MB = 6

export class WriterThread {
  readonly #path: string
  readonly #worker: Worker
  readonly #bell: Int32Array<SharedArrayBuffer>
  /** Resolves when the thread has opened the file; rejects with the reason why it could not. */
  readonly opened: Promise<void>

  /** `mark` identifies the file that the main thread has open: the thread must not open another one. */
  constructor(options: OpenOptions, mark: FileMark | undefined, listeners: ThreadListeners) {
    const data: WriterData = { ...options, mark, bell: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) }
    this.#path = options.path
    this.#bell = new Int32Array(data.bell)
    this.#worker = new Worker(new URL("./store-worker.js", import.meta.url), {
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    this.opened = this.#opening(listeners)
  }

  /** Throws if the message is not plain data: then nothing was sent. */
  post(message: ToWriter): void {
    // Only work under way keeps the process alive.
    this.#worker.ref()
    this.#worker.postMessage(message)
    Atomics.add(this.#bell, 0, 1)
    Atomics.notify(this.#bell, 0)
  }

  /** Nothing is under way. */
  rest(): void {
    this.#worker.unref()
  }

  #opening(listeners: ThreadListeners): Promise<void> {
    return new Promise((resolve, reject) => {
      let isOpen = false
      let cause: unknown
      this.#worker.on("error", (error) => {
        cause = error
      })
      this.#worker.on("exit", () => (isOpen ? listeners.ended(cause) : reject(threadDied(this.#path, cause))))
      this.#worker.on("message", (message: FromWriter) => {
        if (message === "ready") {
          isOpen = true
          resolve()
        } else if (isFailed(message)) reject(unpack(message))
        else listeners.done(message)
      })
    })
  }
}

export function threadDied(path: string, cause: unknown): PawlError {
  const why = cause === undefined ? "" : ` (${messageOf(cause)})`
  const message =
    `The writer thread of the store "${path}" has died${why}. ` +
    `It is unknown whether writes under way were stored: open the store again and check what it contains.`
  return new PawlError("store-failed", message, { cause })
}
