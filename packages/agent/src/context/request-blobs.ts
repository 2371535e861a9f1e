// What the log put aside and a request shows again: read when the request is sent, and only where it names any.
import type { Part } from "../contracts/content.ts"
import type { Message } from "../contracts/message.ts"
import type { Blobs } from "../contracts/store.ts"
import { openResults, shown } from "../kernel/state/messages.ts"
import { blobsIn } from "../kernel/state/remember.ts"
import type { State } from "../kernel/state/state.ts"

/** What the log put aside: long text, images, files. One that is missing is named in the request, and does not fail it. */
export async function readBlobs(messages: readonly Message[], blobs: Blobs): Promise<ReadonlyMap<string, Uint8Array>> {
  const hashes = messages.flatMap((message) => (message.role === "assistant" ? [] : message.parts.flatMap(hashOf)))
  const found = new Map<string, Uint8Array>()
  for (const hash of new Set(hashes)) {
    const bytes = await blobs.read(hash)
    if (bytes !== undefined) found.set(hash, bytes)
  }
  return found
}

/** Most histories name none; then nothing has to be looked through. */
export function namesBlobs(state: State): boolean {
  if (state.blobs > 0 || state.digest !== undefined) return true
  return [...openResults(state), ...shown(state.waiting)].some((message) => blobsIn(message) > 0)
}

function hashOf(part: Part): readonly string[] {
  return part.type === "blob" ? [part.hash] : []
}
