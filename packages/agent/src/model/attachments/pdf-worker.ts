// Reads the text of one PDF, on a thread of its own that may be ended at any moment: a PDF is a program by a stranger.
import { parentPort, workerData } from "node:worker_threads"
import { getDocumentProxy } from "unpdf"
import type { DocumentFailure, FromReader, ReadTask } from "./document-protocol.ts"

const { bytes, maxPages, maxChars } = workerData as ReadTask
type Document = Awaited<ReturnType<typeof getDocumentProxy>>

try {
  // Fonts and images are not looked at; what a page declares about them must not cost anything.
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, maxImageSize: 0, useSystemFonts: false })
  tell({ kind: "opened", pages: pdf.numPages })
  let left = maxChars
  for (let page = 1; page <= Math.min(pdf.numPages, maxPages) && left > 0; page++) {
    const text = await textOf(pdf, page, left)
    left -= text.length
    tell({ kind: "page", text })
  }
  tell({ kind: "done" })
} catch (error) {
  tell({ kind: "failed", why: reasonOf(error) })
}

/** In pieces, so that one endless page ends too. A page that cannot be read is no reason to give up the others. */
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

function tell(message: FromReader): void {
  parentPort?.postMessage(message)
}
