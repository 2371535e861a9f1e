// Texts of PDFs by the hash of their bytes: a conversation shows the same file with every request, and reads it once.
import { type PdfText, readPdf } from "./read-pdf.ts"

/** Each has at most 200,000 characters. */
const MOST_KEPT = 32
/** A thread and some hundred megabytes each, at worst. */
const MOST_AT_ONCE = 2

export type TextOfPdf = (hash: string, bytes: Uint8Array) => Promise<PdfText>

export function pdfTexts(read: (bytes: Uint8Array) => Promise<PdfText>): TextOfPdf {
  const kept = new Map<string, Promise<PdfText>>()
  const inTurn = fewAtOnce()
  return (hash, bytes) => {
    const known = kept.get(hash) ?? inTurn(() => read(bytes))
    // Put back at the end: the first of them is the one that was not asked for the longest.
    kept.delete(hash)
    kept.set(hash, known)
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break
      kept.delete(oldest)
    }
    return known
  }
}

export const textOfPdf = pdfTexts(readPdf)

function fewAtOnce() {
  const waiting: (() => void)[] = []
  let running = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
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
