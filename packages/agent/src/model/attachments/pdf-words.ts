// A PDF as a model reads it that cannot be shown one: its text under a heading, and what is missing said plainly.
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

/** `shown` has a half for a page that is shown in part. */
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

/** Characters that no provider needs to see, and blank lines that only cost. */
export function cleaned(text: string): string {
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
