// Moves long text, and bytes of any size, from facts into blobs that are stored in the same transaction.
import { toBlob } from "../../base/blob.ts"
import { defined } from "../../base/defined.ts"
import { type BytesPart, INLINE_LIMIT_BYTES, type Part } from "../../contracts/content.ts"
import type { Blob } from "../../contracts/store.ts"

export function spill(parts: readonly (Part | BytesPart)[]): {
  readonly content: readonly Part[]
  readonly blobs: readonly Blob[]
} {
  const blobs: Blob[] = []
  let left = INLINE_LIMIT_BYTES
  const content = parts.map((part): Part => {
    if (part.type === "blob") return part
    if (part.type === "bytes") {
      const { bytes, mime, name } = part
      const blob = toBlob(bytes)
      blobs.push(blob)
      return { type: "blob", hash: blob.hash, mime, size: bytes.length, ...defined({ name }) }
    }
    // A UTF-16 unit is at most three bytes: short text needs no counting.
    const most = part.text.length * 3
    const size = most <= left ? most : Buffer.byteLength(part.text, "utf8")
    if (size <= left) {
      left -= size
      return part
    }
    const bytes = Buffer.from(part.text, "utf8")
    const blob = toBlob(bytes)
    blobs.push(blob)
    return { type: "blob", hash: blob.hash, mime: "text/plain", size: bytes.length }
  })
  return { content, blobs }
}
