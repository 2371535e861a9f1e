// What a model with these eyes is shown of an attachment: the thing itself, or words for it.
import { type BlobPart, type Part, text } from "../../contracts/content.ts"
import type { Media } from "../../contracts/model.ts"
import { isPdf } from "../wire/pictures.ts"
import { imageSize } from "./image-size.ts"

/** `takes`: what the model says of itself. One that says nothing is shown images, and PDFs in words. */
export async function shownAs(part: BlobPart, bytes: Uint8Array, takes: readonly Media[] | undefined): Promise<Part> {
  if (!isPdf(part)) return (takes?.includes("image") ?? true) ? part : text(imageWords(part, bytes))
  if (takes?.includes("pdf") === true && isSound(bytes)) return part
  // Loaded for the first PDF that has to be read.
  const [{ textOfPdf }, { pdfWords }] = await Promise.all([import("./pdf-texts.ts"), import("./pdf-words.ts")])
  return text(pdfWords(part.name ?? "a PDF", await textOfPdf(part.hash, bytes)))
}

function imageWords({ name, mime, size }: BlobPart, bytes: Uint8Array): string {
  const found = imageSize(bytes)
  const measured = found === undefined ? "" : `${found.width} x ${found.height} pixels, `
  const called = name === undefined ? "An image" : `Image '${name}'`
  return `[${called} (${mime}, ${measured}${size.toLocaleString("en")} bytes): this model cannot see images]`
}

/**
 * A provider refuses a PDF that is cut off or locked, with the whole request, and with every request after it. Such a one is
 * read here, where that ends in a note.
 */
function isSound(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return view.subarray(-4096).includes("startxref") && !view.includes("/Encrypt")
}
