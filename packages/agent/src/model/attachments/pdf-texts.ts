// Texts of PDFs by the hash of their bytes: a conversation shows the same file with every request, and reads it once.
import { type PdfText, readPdf } from "./read-pdf.ts"

/** Each has at most 200,000 characters. */
const MOST_KEPT = 32
/** A thread and some hundred megabytes each, at worst. */
const MOST_AT_ONCE = 2

const kept = new Map<string, Promise<PdfText>>()
const waiting: (() => void)[] = []
let running = 0

export function textOfPdf(hash: string, bytes: Uint8Array): Promise<PdfText> {
  const known = kept.get(hash) ?? inTurn(() => readPdf(bytes))
  // Put back at the end: the first of them is the one that was not asked for the longest.
  kept.delete(hash)
  kept.set(hash, known)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break
    kept.delete(oldest)
  }
  return known
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
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
