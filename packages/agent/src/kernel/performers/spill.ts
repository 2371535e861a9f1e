// Moves long text, and bytes of any size, from facts into blobs that are stored in the same transaction.
import { toBlob } from "../../base/blob.ts"
import { defined } from "../../base/defined.ts"
import type { Blob } from "../../contracts/blobs.ts"
import { type BytesPart, INLINE_LIMIT_BYTES, type Part } from "../../contracts/content.ts"

export interface Spilt {
  readonly content: readonly Part[]
  readonly blobs: readonly Blob[]
}

export function spill(parts: readonly (Part | BytesPart)[]): Spilt {
  return isSmall(parts) ? { content: parts, blobs: NO_BLOBS } : spilt(parts)
}

const NO_BLOBS: readonly Blob[] = []

/** Whether all of it stays: a UTF-16 unit is at most three bytes, so that short text needs no counting. */
function isSmall(parts: readonly (Part | BytesPart)[]): parts is readonly Part[] {
  let most = 0
  for (const part of parts) {
    if (part.type === "bytes") return false
    if (part.type === "text") most += part.text.length * 3
  }
  return most <= INLINE_LIMIT_BYTES
}

function spilt(parts: readonly (Part | BytesPart)[]): Spilt {
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
