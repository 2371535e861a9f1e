// A PDF as a model reads it that cannot be shown one: its text under a heading, and what is missing said plainly.
import type { PdfFailure } from "./pdf-protocol.ts"
import { type PdfText, pdfLimits } from "./read-pdf.ts"

export function pdfWords(name: string, pdf: PdfText, maxChars: number = pdfLimits.maxChars): string {
  const { pages, read, failure } = pdf
  const text = cleaned(read.join("\n\n"))
  const count = pages === 0 ? "" : `, ${pages} ${pages === 1 ? "page" : "pages"}`
  if (text === "") return `[${name}${count}: no text could be extracted; ${WHY_NONE[failure ?? "scan"]}]`
  const shown = text.length <= maxChars ? text : text.slice(0, maxChars).toWellFormed()
  const isCut = shown.length < text.length || read.length < pages || failure !== undefined
  const head = `[Text of ${name}${count}]`
  return isCut ? `${head}\n${shown}\n${endNote(name, pdf, shown.length)}` : `${head}\n${shown}`
}

const WHY_NONE: Readonly<Record<PdfFailure | "scan", string>> = {
  scan: "it may be a scan",
  encrypted: "it is protected by a password",
  damaged: "it is damaged, or no PDF",
  "too-slow": "reading it took too long",
  "too-large": "reading it took too much memory",
}

function endNote(name: string, { pages, read, failure }: PdfText, chars: number): string {
  const why = failure === undefined ? "" : `; ${WHY_NONE[failure]}`
  return `[The text of ${name} ends here: ${chars.toLocaleString("en")} characters of pages 1 to ${read.length} of ${pages} are shown${why}]`
}

/** Characters that no provider needs to see, and blank lines that only cost. */
function cleaned(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")
      .replace(/[^\S\n]{2,}/g, " ")
      .replace(/\n(?:[^\S\n]*\n){2,}/g, "\n\n")
      .trim()
  )
}
