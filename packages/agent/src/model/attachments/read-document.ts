// Extracts the text of a document on another thread, within limits of time, memory, pages and characters.
import type { WorkerOptions } from "node:worker_threads"
import { defined } from "../../base/defined.ts"
import { Worker } from "../../outside/worker.ts"
import type { DocumentFailure, FromReader, ReadTask } from "./document-protocol.ts"

export interface DocumentText {
  /** The number of pages, for formats that have pages; 0 when the document could not be opened. */
  readonly pages: number
  /** The text of the pages, or the pieces, that were read, in order. */
  readonly read: readonly string[]
  /** Why the text ends early, if it does. */
  readonly failure?: DocumentFailure
}

export interface DocumentLimits {
  readonly timeoutMs: number
  readonly maxPages: number
  readonly maxChars: number
  /** How much the process may grow during the read. Byte buffers lie outside the heap limit of a thread. */
  readonly maxGrowthBytes: number
}

export const documentLimits: DocumentLimits = {
  timeoutMs: 10_000,
  maxPages: 500,
  maxChars: 200_000,
  maxGrowthBytes: 768 * 1024 * 1024,
}

const HEAP_MB = 256
const LOOK_EVERY_MS = 50

export type DocumentKind = "pdf" | "docx"

export function readDocument(
  kind: DocumentKind,
  bytes: Uint8Array,
  limits: DocumentLimits = documentLimits,
): Promise<DocumentText> {
  const { timeoutMs, maxGrowthBytes, ...most } = limits
  const worker = startWorker(kind, { bytes, ...most })
  let pages = 0
  const read: string[] = []
  const began = process.memoryUsage.rss()
  return new Promise((resolve) => {
    const end = (failure?: DocumentFailure) => {
      clearTimeout(timer)
      clearInterval(watch)
      void worker.terminate()
      resolve({ pages, read, ...defined({ failure }) })
    }
    const timer = setTimeout(() => end("too-slow"), timeoutMs)
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() - began > maxGrowthBytes) end("too-large")
    }, LOOK_EVERY_MS)
    worker.on("message", (message: FromReader) => {
      if (message.kind === "opened") pages = message.pages
      else if (message.kind === "page") read.push(message.text)
      else end(message.kind === "failed" ? message.why : undefined)
    })
    // A thread that runs out of memory fails alone; the process goes on.
    worker.on("error", (error) => end(isOutOfMemory(error) ? "too-large" : "damaged"))
    worker.on("exit", () => end("damaged"))
  })
}

function startWorker(kind: DocumentKind, task: ReadTask): Worker {
  const options: WorkerOptions = {
    workerData: task,
    env: {},
    // Captures the parser's own output about a broken file, so that it does not reach the terminal.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  }
  return kind === "pdf"
    ? new Worker(new URL("./pdf-worker.js", import.meta.url), options)
    : new Worker(new URL("./docx-worker.js", import.meta.url), options)
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
}
