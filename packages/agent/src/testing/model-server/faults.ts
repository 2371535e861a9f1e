// How a model server can misbehave, and how it does it.
import type { ServerResponse } from "node:http"

/** A way in which the server misbehaves for one request. */
export type Fault =
  /** An error response: 429, 500, 529, 401, ... */
  | {
      readonly kind: "status"
      readonly status: number
      readonly type?: string
      readonly message?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** The connection breaks after this many bytes of the answer: inside a token, a character, wherever they end. */
  | { readonly kind: "cut"; readonly afterBytes: number }
  /** An event that is no JSON, after this many good ones. */
  | { readonly kind: "malformed"; readonly afterFrames?: number }
  /** Nothing at all, or nothing more after this many bytes. The connection stays open. */
  | { readonly kind: "silence"; readonly afterBytes?: number }
  /** The answer in pieces of this many bytes, this long apart. */
  | { readonly kind: "drip"; readonly bytes: number; readonly ms: number }
  /** The answer in pieces of these sizes, each on its own; the last size repeats. */
  | { readonly kind: "split"; readonly bytes: readonly number[] }
  /** A page where an answer should be. */
  | { readonly kind: "content-type"; readonly type: string; readonly body?: string }
  /** Comments of the stream without end, after this many frames of the answer: a connection that lives and says nothing. */
  | { readonly kind: "comments"; readonly afterFrames?: number }
  /** Text without end. */
  | { readonly kind: "endless" }
  /** An error inside a stream that began well, after this many frames. */
  | { readonly kind: "error-event"; readonly type: string; readonly message: string; readonly afterFrames?: number }
  /** A whole answer, and then the connection stays open. */
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
    // A write of its own needs a turn of the loop of its own, or the kernel is handed both at once.
    await new Promise((resolve) => (how.ms > 0 ? setTimeout(resolve, how.ms) : setImmediate(resolve)))
  }
}

/** As fast as the reader reads, until it hangs up. */
/** Every few milliseconds, until somebody hangs up. */
export function writeSlowly(response: ServerResponse, frame: string): void {
  const timer = setInterval(() => response.write(frame), 10)
  response.once("close", () => clearInterval(timer))
}

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
