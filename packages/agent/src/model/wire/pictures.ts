// Parts of a message as a wire format shows them: runs of text, and the images and PDFs that models can see. Other bytes are
// named. Which model is shown what is decided before (attachments/): what arrives here is sent.
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

/** What every provider with eyes accepts. */
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
  return parts.some((part) => isMedia(part) && blobs.has(part.hash))
}

/** Whether the message can be written for good: all that it puts aside is here. */
export function isComplete(parts: readonly Part[], blobs: Blobs): boolean {
  return parts.every((part) => part.type === "text" || blobs.has(part.hash))
}

export function isPicture(part: Part): part is BlobPart {
  return part.type === "blob" && VISIBLE.has(part.mime)
}

export function isPdf(part: Part): part is BlobPart {
  return part.type === "blob" && part.mime === "application/pdf"
}

/** No provider is shown one as it is: it is read here, and shown in words. */
export function isDocx(part: Part): part is BlobPart {
  return part.type === "blob" && part.mime === DOCX
}

/** Some formats want a file to have a name. */
export function fileNameOf({ part }: ShownMedia): string {
  return part.name ?? "document.pdf"
}

function isMedia(part: Part): part is BlobPart {
  return isPicture(part) || isPdf(part)
}
