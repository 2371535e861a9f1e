// What a file holds, as the log and the blobs name it.
import { createHash } from "node:crypto"

export function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex")
}
