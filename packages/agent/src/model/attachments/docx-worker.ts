// Extracts the text of one Word document, on its own thread that may be terminated at any time: the archive is
// untrusted input.
import { parentPort, workerData } from "node:worker_threads"
import type { DocumentFailure, FromReader, ReadTask } from "./document-protocol.ts"
import { wordText } from "./docx/word-text.ts"
import { LockedZip, openZip, type Zip } from "./docx/zip.ts"

const { bytes, maxChars } = workerData as ReadTask
/** Limit for one unpacked part; a thousand pages take less. */
const MAX_PART_BYTES = 32 * 1024 * 1024
const MAX_LINKS_BYTES = 64 * 1024

try {
  const zip = openZip(bytes)
  const parts = [await mainPart(zip), "word/footnotes.xml", "word/endnotes.xml"]
  if (!zip.names.includes(parts[0] ?? "")) throw new Error("There is no text in it.")
  report({ kind: "opened", pages: 1 })
  let left = maxChars
  let isCut = false
  for (const part of parts) {
    const read = left > 0 ? await zip.read(part, MAX_PART_BYTES) : undefined
    if (read === undefined) continue
    isCut ||= read.isCut
    for (const text of wordText(decoded(read.bytes))) {
      report({ kind: "page", text: text.slice(0, left) })
      left -= text.length
      if (left <= 0) break
    }
  }
  report(isCut ? { kind: "failed", why: "too-large" } : { kind: "done" })
} catch (error) {
  report({ kind: "failed", why: reasonOf(error) })
}

/** The main part that the archive declares; by default its usual name. */
async function mainPart(zip: Zip): Promise<string> {
  const links = await zip.read("_rels/.rels", MAX_LINKS_BYTES)
  const [link] =
    /<Relationship\b[^>]*\/officeDocument["'][^>]*>/.exec(links === undefined ? "" : decoded(links.bytes)) ?? []
  const [, target] = /\bTarget\s*=\s*["']\/?([^"']+)["']/.exec(link ?? "") ?? []
  return target ?? "word/document.xml"
}

function decoded(part: Uint8Array): string {
  const isWide = (part[0] === 0xff && part[1] === 0xfe) || (part[0] === 0xfe && part[1] === 0xff)
  const encoding = isWide ? (part[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8"
  return new TextDecoder(encoding).decode(part)
}

function reasonOf(error: unknown): DocumentFailure {
  return error instanceof LockedZip ? "encrypted" : "damaged"
}

function report(message: FromReader): void {
  parentPort?.postMessage(message)
}
