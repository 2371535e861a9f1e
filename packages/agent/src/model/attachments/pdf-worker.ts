// Extracts the text of one PDF, on its own thread that may be terminated at any time: PDFs are untrusted input.
import { parentPort, workerData } from "node:worker_threads"
import { getDocumentProxy } from "unpdf"
import type { DocumentFailure, FromReader, ReadTask } from "./document-protocol.ts"

const { bytes, maxPages, maxChars } = workerData as ReadTask
type Document = Awaited<ReturnType<typeof getDocumentProxy>>

try {
  // Fonts and images are not needed, so whatever a page declares about them must cost nothing.
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, maxImageSize: 0, useSystemFonts: false })
  report({ kind: "opened", pages: pdf.numPages })
  let left = maxChars
  for (let page = 1; page <= Math.min(pdf.numPages, maxPages) && left > 0; page++) {
    const text = await textOf(pdf, page, left)
    left -= text.length
    report({ kind: "page", text })
  }
  report({ kind: "done" })
} catch (error) {
  report({ kind: "failed", why: reasonOf(error) })
}

/** Reads in pieces, so that a page without an end stops too. A page that cannot be parsed does not stop the others. */
async function textOf(pdf: Document, number: number, most: number): Promise<string> {
  let text = ""
  try {
    const page = await pdf.getPage(number)
    const reader = page.streamTextContent().getReader()
    for (let piece = await reader.read(); !piece.done && text.length < most; piece = await reader.read()) {
      for (const item of piece.value.items) text += "str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""
    }
    page.cleanup()
  } catch {
    text += `${text === "" ? "" : "\n"}[page ${number} could not be read]`
  }
  return text
}

function reasonOf(error: unknown): DocumentFailure {
  return error instanceof Error && error.name === "PasswordException" ? "encrypted" : "damaged"
}

function report(message: FromReader): void {
  parentPort?.postMessage(message)
}
