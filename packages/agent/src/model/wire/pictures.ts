// Parts of a message as a wire format shows them: runs of text, and the images that models can see. Other bytes are named.
import { type BlobPart, fullText, type Part } from "../../contracts/content.ts"
import type { ModelRequest } from "../../contracts/model.ts"

export type Shown =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "image"; readonly mime: string; readonly base64: string; readonly part: BlobPart }

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
    const bytes = isPicture(part) ? blobs.get(part.hash) : undefined
    if (bytes === undefined || part.type === "text") {
      run.push(part)
      continue
    }
    endRun()
    const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")
    shown.push({ kind: "image", mime: part.mime, base64, part })
  }
  endRun()
  return shown
}

export function hasPictures(parts: readonly Part[], blobs: Blobs): boolean {
  return parts.some((part) => isPicture(part) && blobs.has(part.hash))
}

/** Whether the message can be written for good: all that it puts aside is here. */
export function isComplete(parts: readonly Part[], blobs: Blobs): boolean {
  return parts.every((part) => part.type === "text" || blobs.has(part.hash))
}

function isPicture(part: Part): part is BlobPart {
  return part.type === "blob" && VISIBLE.has(part.mime)
}
