// The faults of the model server, and how they are produced.
import type { ServerResponse } from "node:http"

/** A fault of the server for one request. */
export type Fault =
  /** An error response: 429, 500, 529, 401, ... */
  | {
      readonly kind: "status"
      readonly status: number
      readonly type?: string
      readonly message?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** The connection breaks after this many bytes of the answer, possibly inside a token or a character. */
  | { readonly kind: "cut"; readonly afterBytes: number }
  /** An event that is no JSON, after this many valid ones. */
  | { readonly kind: "malformed"; readonly afterFrames?: number }
  /** No answer, or nothing more after this many bytes. The connection stays open. */
  | { readonly kind: "silence"; readonly afterBytes?: number }
  /** The answer in pieces of this many bytes, with this delay between them. */
  | { readonly kind: "drip"; readonly bytes: number; readonly ms: number }
  /** The answer in pieces of these sizes, each in its own write; the last size repeats. */
  | { readonly kind: "split"; readonly bytes: readonly number[] }
  /** A web page in place of an answer. */
  | { readonly kind: "content-type"; readonly type: string; readonly body?: string }
  /** Endless comments in the stream, after this many frames of the answer: a live connection without content. */
  | { readonly kind: "comments"; readonly afterFrames?: number }
  /** Endless text. */
  | { readonly kind: "endless" }
  /** An error inside a stream that began normally, after this many frames. */
  | { readonly kind: "error-event"; readonly type: string; readonly message: string; readonly afterFrames?: number }
  /** A complete answer, after which the connection stays open. */
  | { readonly kind: "lingering" }

export async function writePieces(
  response: ServerResponse,
  bytes: Buffer,
  how: { readonly sizes: readonly number[]; readonly ms: number },
): Promise<void> {
  let at = 0
  for (let piece = 0; at < bytes.length && !response.destroyed; piece++) {
    const size = Math.max(1, how.sizes[Math.min(piece, how.sizes.length - 1)] ?? bytes.length)
    response.write(bytes.subarray(at, at + size))
    at += size
    // Each write needs its own turn of the event loop, or the kernel gets both at once.
    await new Promise((resolve) => (how.ms > 0 ? setTimeout(resolve, how.ms) : setImmediate(resolve)))
  }
}

/** Writes every few milliseconds, until the client disconnects. */
export function writeSlowly(response: ServerResponse, frame: string): void {
  const timer = setInterval(() => response.write(frame), 10)
  response.once("close", () => clearInterval(timer))
}

/** Writes as fast as the client reads, until it disconnects. */
export async function writeForever(response: ServerResponse, frame: string): Promise<void> {
  const block = frame.repeat(200)
  while (!response.destroyed) {
    if (response.write(block)) await new Promise((resolve) => setImmediate(resolve))
    else await new Promise<void>((resolve) => onDrainOrClose(response, resolve))
  }
}

function onDrainOrClose(response: ServerResponse, resolve: () => void): void {
  const go = () => {
    response.off("drain", go)
    response.off("close", go)
    resolve()
  }
  response.on("drain", go)
  response.on("close", go)
}
