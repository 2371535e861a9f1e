// Renders a Word document as text for a model: a heading, the text, and a note on what is missing.
import { cleaned, WHY_NONE } from "./pdf-text.ts"
import { type DocumentText, documentLimits } from "./read-document.ts"

export function docxWords(
  name: string,
  { read, failure }: DocumentText,
  maxChars: number = documentLimits.maxChars,
): string {
  const whole = cleaned(read.join(""))
  const why = failure === "damaged" ? "it is damaged, or no Word document" : WHY_NONE[failure ?? "scan"]
  if (whole === "")
    return `[${name}: no text could be extracted; ${failure === undefined ? "there is none in it" : why}]`
  const text = whole.slice(0, maxChars).toWellFormed().trimEnd()
  const head = `[Text of ${name}]\n${text}`
  const isWhole = whole.length <= maxChars && read.join("").length < documentLimits.maxChars
  if (isWhole && failure === undefined) return head
  return `${head}\n[The text of ${name} ends here: the rest is left out${failure === undefined ? "" : `; ${why}`}]`
}
