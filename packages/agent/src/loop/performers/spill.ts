// Text too long for a fact goes to the blob table, in the same transaction.
import { createHash } from "node:crypto"
import { INLINE_LIMIT_BYTES, type Part } from "../../contracts/content.ts"
import type { Blob } from "../../contracts/store.ts"

export function spill(parts: readonly Part[]): { readonly content: readonly Part[]; readonly blobs: readonly Blob[] } {
  const blobs: Blob[] = []
  const content = parts.map((part): Part => {
    // A UTF-16 unit is at most three bytes: short text needs no counting.
    if (part.type !== "text" || part.text.length * 3 <= INLINE_LIMIT_BYTES) return part
    const bytes = Buffer.from(part.text, "utf8")
    if (bytes.length <= INLINE_LIMIT_BYTES) return part
    const blob = toBlob(bytes)
    blobs.push(blob)
    return { type: "blob", hash: blob.hash, mime: "text/plain", size: bytes.length }
  })
  return { content, blobs }
}

export function toBlob(bytes: Uint8Array): Blob {
  return { hash: createHash("sha256").update(bytes).digest("hex"), bytes }
}
