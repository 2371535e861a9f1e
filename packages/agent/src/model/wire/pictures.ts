// Splits a message's parts for a wire format: runs of text, and the images and PDFs that models accept. Other blobs are
// only named. attachments/ decides beforehand what a model is shown; everything that arrives here is sent.
import { type BlobPart, DOCX, fullText, type Part } from "../../contracts/content.ts"
import type { ModelRequest } from "../../contracts/model.ts"

export type Shown = { readonly kind: "text"; readonly text: string } | ShownMedia

export interface ShownMedia {
  readonly kind: "image" | "pdf"
  readonly mime: string
  readonly base64: string
  readonly part: BlobPart
}

type Blobs = ModelRequest["blobs"]

/** Image types that every provider with vision accepts. */
const VISIBLE = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"])

export function shownParts(parts: readonly Part[], blobs: Blobs): readonly Shown[] {
  const shown: Shown[] = []
  let run: Part[] = []
  const endRun = () => {
    const text = run.length === 0 ? "" : fullText(run, blobs)
    if (text.trim() !== "") shown.push({ kind: "text", text })
    run = []
  }
  for (const part of parts) {
    const bytes = isMedia(part) ? blobs.get(part.hash) : undefined
    if (bytes === undefined || part.type === "text") {
      run.push(part)
      continue
    }
    endRun()
    const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")
    shown.push({ kind: isPdf(part) ? "pdf" : "image", mime: part.mime, base64, part })
  }
  endRun()
  return shown
}

export function hasMedia(parts: readonly Part[], blobs: Blobs): boolean {
  return blobs.size > 0 && parts.some((part) => isMedia(part) && blobs.has(part.hash))
}

/** Whether the encoded message can be cached: all of its blobs are available. */
export function isComplete(parts: readonly Part[], blobs: Blobs): boolean {
  for (const part of parts) if (part.type !== "text" && !blobs.has(part.hash)) return false
  return true
}

export function isPicture(part: Part): part is BlobPart {
  return part.type === "blob" && VISIBLE.has(part.mime)
}

export function isPdf(part: Part): part is BlobPart {
  return part.type === "blob" && part.mime === "application/pdf"
}

/** No provider accepts Word documents: Pawl extracts their text and sends that. */
export function isDocx(part: Part): part is BlobPart {
  return part.type === "blob" && part.mime === DOCX
}

/** Some formats require a file name. */
export function fileNameOf({ part }: ShownMedia): string {
  return part.name ?? "document.pdf"
}

function isMedia(part: Part): part is BlobPart {
  return isPicture(part) || isPdf(part)
}
