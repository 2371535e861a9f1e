// Converts the images of a request back to parts and blobs.
import { createHash } from "node:crypto"
import type { BlobPart } from "../../contracts/content.ts"

export function keepPicture(mime: string, base64: string, blobs: Map<string, Uint8Array>): BlobPart {
  const bytes = Buffer.from(base64, "base64")
  const hash = createHash("sha256").update(bytes).digest("hex")
  blobs.set(hash, bytes)
  return { type: "blob", hash, mime, size: bytes.length }
}
