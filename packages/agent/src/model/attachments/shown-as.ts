// How an attachment is rendered for a model's supported media types: as it is, or as text.
import { imageProblem, MAX_IMAGE_SIDE } from "../../base/image-problem.ts"
import { imageSize } from "../../base/image-size.ts"
import { type BlobPart, DOCX, type Part, text } from "../../contracts/content.ts"
import type { Media } from "../../contracts/model.ts"
import { docxTokens, pdfTokens } from "../../tokens/message-counts.ts"
import { isPdf } from "../wire/pictures.ts"

export interface MediaSupport {
  /** The media that the model declares. A model that declares nothing gets images as they are and PDFs as text. */
  readonly takes?: readonly Media[]
  /** The provider refused this attachment before. */
  readonly isRefused?: boolean
  /** The model's window in tokens. */
  readonly window?: number
}

export async function shownAs(
  part: BlobPart,
  bytes: Uint8Array,
  { takes, isRefused = false, window }: MediaSupport,
): Promise<Part> {
  if (part.mime === DOCX) {
    const [{ textOfDocx }, { docxWords }] = await Promise.all([import("./document-texts.ts"), import("./docx-text.ts")])
    const most = mostChars(docxTokens(part.size), window)
    return text(docxWords(part.name ?? "a Word document", await textOfDocx(part.hash, bytes), most))
  }
  if (!isPdf(part)) {
    if (takes?.includes("image") === false) return text(imageWords(part, bytes, "this model cannot see images"))
    const problem = isRefused ? "refused" : imageProblem(bytes)
    return problem === undefined ? part : text(imageWords(part, bytes, WHY[problem]))
  }
  if (takes?.includes("pdf") === true && !isRefused && isSound(bytes)) return part
  // Loaded only when the first PDF has to be parsed.
  const [{ textOfPdf }, { pdfWords }] = await Promise.all([import("./document-texts.ts"), import("./pdf-text.ts")])
  return text(
    pdfWords(part.name ?? "a PDF", await textOfPdf(part.hash, bytes), mostChars(pdfTokens(part.size), window)),
  )
}

/** A low ratio, so that the text takes no more tokens than were estimated for it. */
const CHARS_A_TOKEN = 3

/** At most about half of a small window: a text that fills the window leaves no room for the question. */
function mostChars(tokens: number, window = Number.POSITIVE_INFINITY): number {
  return Math.min(MAX_CHARS, window * 2, tokens * CHARS_A_TOKEN)
}

const MAX_CHARS = 200_000

/** A provider refuses a damaged image together with the whole request; a tool may have made one. */
const WHY = {
  refused: "it cannot be shown to this model, or not as it is",
  damaged: "it is damaged, and cannot be shown",
  "too-large": `it cannot be shown: models take at most ${MAX_IMAGE_SIDE} pixels on a side`,
} as const

function imageWords({ name, mime, size }: BlobPart, bytes: Uint8Array, why: string): string {
  const found = imageSize(bytes)
  const measured = found === undefined ? "" : `${found.width} x ${found.height} pixels, `
  const called = name === undefined ? "An image" : `Image '${name}'`
  return `[${called} (${mime}, ${measured}${size.toLocaleString("en")} bytes): ${why}]`
}

/**
 * A provider refuses a truncated or encrypted PDF together with the whole request, and every later request with it.
 * Such a PDF is parsed here instead, which at worst ends in a note.
 */
function isSound(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return view.subarray(-4096).includes("startxref") && !view.includes("/Encrypt")
}
