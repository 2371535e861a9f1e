// The text of a document, whatever it is: read on another thread, within limits of time, memory, pages and characters.
import { Worker } from "node:worker_threads"
import { defined } from "../../base/defined.ts"
import type { DocumentFailure, FromReader, ReadTask } from "./document-protocol.ts"

export interface DocumentText {
  /** How many pages it has, where it has any; 0 when it could not be opened. */
  readonly pages: number
  /** The text of the pages that were read, or its pieces, in order. */
  readonly read: readonly string[]
  /** Why it ends early, if it does. */
  readonly failure?: DocumentFailure
}

export interface DocumentLimits {
  readonly timeoutMs: number
  readonly maxPages: number
  readonly maxChars: number
  /** By how much the process may grow while it is read. Bytes lie outside the heap that a thread can be limited to. */
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
    // Out of memory is an error of the thread, and only of the thread.
    worker.on("error", (error) => end(isOutOfMemory(error) ? "too-large" : "damaged"))
    worker.on("exit", () => end("damaged"))
  })
}

function startWorker(kind: DocumentKind, task: ReadTask): Worker {
  const file = `./${kind}-worker.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`
  return new Worker(new URL(file, import.meta.url), {
    workerData: task,
    env: {},
    // What the reader prints about a broken file is nobody's business.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
}
