// Names bytes by their hash, as the log, the blobs and the exports do.
import { createHash } from "node:crypto"
import type { Blob } from "../contracts/blobs.ts"

export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex")
}

export function toBlob(content: string | Uint8Array): Blob {
  const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content
  return { hash: sha256(bytes), bytes }
}
