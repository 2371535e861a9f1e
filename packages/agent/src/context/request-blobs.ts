// Reads the blobs that a request shows: at the time of sending, and only if the messages refer to any.

import type { BlobReader } from "../contracts/blobs.ts"
import type { Part } from "../contracts/content.ts"
import type { Message } from "../contracts/message.ts"
import { laterMessages } from "../kernel/state/messages.ts"
import { blobsIn } from "../kernel/state/remember.ts"
import type { State } from "../kernel/state/state.ts"

/** Blobs hold long text, images and files. A missing blob is named in the request and does not fail it. */
export async function readBlobs(
  messages: readonly Message[],
  blobs: BlobReader,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const hashes = messages.flatMap((message) => (message.role === "assistant" ? [] : message.parts.flatMap(hashOf)))
  const found = new Map<string, Uint8Array>()
  for (const hash of new Set(hashes)) {
    const bytes = await blobs.read(hash)
    if (bytes !== undefined) found.set(hash, bytes)
  }
  return found
}

/** Most histories refer to no blobs, and then the messages need not be searched. */
export function namesBlobs(state: State): boolean {
  if (state.blobs > 0 || state.digest !== undefined) return true
  const later = laterMessages(state)
  for (let at = 0; at < later.length; at++) if (blobsIn(later[at] as Message) > 0) return true // Within bounds.
  return false
}

function hashOf(part: Part): readonly string[] {
  return part.type === "blob" ? [part.hash] : []
}
