// Caches document texts by the hash of their bytes: every request of a conversation shows the same file, and it is
// parsed once.
import { type DocumentText, readDocument } from "./read-document.ts"

/** Number of cached texts; each has at most 200,000 characters. */
const MAX_KEPT = 32
/** Each parse takes a thread and, at worst, some hundred megabytes. */
const MAX_AT_ONCE = 2

export type TextOfDocument = (hash: string, bytes: Uint8Array) => Promise<DocumentText>

export function documentTexts(
  read: (bytes: Uint8Array) => Promise<DocumentText>,
  inTurn = fewAtOnce(),
): TextOfDocument {
  const kept = new Map<string, Promise<DocumentText>>()
  return (hash, bytes) => {
    const known = kept.get(hash) ?? inTurn(() => read(bytes))
    // Moves the entry to the end, so that the first one is always the least recently used.
    kept.delete(hash)
    kept.set(hash, known)
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT) break
      kept.delete(oldest)
    }
    return known
  }
}

function fewAtOnce() {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}

/** One limit for PDFs and Word documents together. */
const together = fewAtOnce()
export const textOfPdf = documentTexts((bytes) => readDocument("pdf", bytes), together)
export const textOfDocx = documentTexts((bytes) => readDocument("docx", bytes), together)
