// Stored bytes as a stream: a piece is read when the client has taken the one before, so that a server holds one piece for each
// client however large the value is.
import type { Store } from "@pawl/agent"
import type { ByteRange } from "./byte-range.ts"

export const PIECE_BYTES = 256 * 1024

export function blobStream(blobs: Store["blobs"], hash: string, { from, to }: ByteRange): ReadableStream<Uint8Array> {
  let at = from
  return new ReadableStream(
    {
      async pull(controller) {
        // Pieces that begin at a multiple of their size: stores keep them so.
        const end = Math.min(to, at - (at % PIECE_BYTES) + PIECE_BYTES)
        const piece = await blobs.read(hash, { offset: at, length: end - at })
        if (piece === undefined || piece.length < end - at) {
          // The client sees an answer that is too short, and not the end of one.
          controller.error(new Error("The stored bytes were removed while they were sent."))
          return
        }
        at = end
        controller.enqueue(piece)
        if (at >= to) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
