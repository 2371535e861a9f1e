// Renders a PDF as text for a model that takes no PDFs: a heading, the text, and a note on what is missing.
import type { DocumentFailure } from "./document-protocol.ts"
import { type DocumentText, documentLimits } from "./read-document.ts"

export function pdfWords(
  name: string,
  { pages, read, failure }: DocumentText,
  maxChars: number = documentLimits.maxChars,
): string {
  const { text, shown } = upTo(maxChars, read.map(cleaned))
  const count = pages === 0 ? "" : `, ${pages} ${pages === 1 ? "page" : "pages"}`
  if (text === "") return `[${name}${count}: no text could be extracted; ${WHY_NONE[failure ?? "scan"]}]`
  const head = `[Text of ${name}${count}]\n${text}`
  if (shown === pages && failure === undefined) return head
  const why = failure === undefined ? "" : `; ${WHY_NONE[failure]}`
  const last = Math.ceil(shown)
  return `${head}\n[The text of ${name} ends here, on page ${last} of ${pages}: the rest is left out${why}]`
}

/** `shown` counts a page that is shown in part as a half. */
function upTo(maxChars: number, pages: readonly string[]): { readonly text: string; readonly shown: number } {
  let text = ""
  for (const [index, page] of pages.entries()) {
    const next = text === "" || page === "" ? text + page : `${text}\n\n${page}`
    if (next.length > maxChars) {
      const isBegun = maxChars > text.length + 2
      return { text: next.slice(0, maxChars).toWellFormed().trim(), shown: isBegun ? index + 0.5 : index }
    }
    text = next
  }
  return { text, shown: pages.length }
}

export const WHY_NONE: Readonly<Record<DocumentFailure | "scan", string>> = {
  scan: "it may be a scan",
  encrypted: "it is protected by a password",
  damaged: "it is damaged, or no PDF",
  "too-slow": "reading it took too long",
  "too-large": "reading it took too much memory",
}

/** Removes control characters, which no provider needs, and surplus blank lines, which only cost tokens. */
export function cleaned(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "")
      .replace(/[^\S\n]{2,}/g, " ")
      .replace(/\n(?:[^\S\n]*\n){2,}/g, "\n\n")
      .trim()
  )
}
