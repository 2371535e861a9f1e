// What people say, as the library takes it, written for the wire.
import { PawlClientError } from "./error.ts"
import type { BlobPart, TextPart, Input as WireInput } from "./wire.ts"

/** Bytes that a user attaches. */
export interface BytesPart {
  readonly type: "bytes"
  /** The media type; the bytes decide. */
  readonly mime: string
  /** The bytes. */
  readonly bytes: Uint8Array
  /** The name under which they are shown. */
  readonly name?: string
}

/** A file on the server's machine: a client cannot send one. Read it and pass its bytes. */
export interface FilePart {
  readonly type: "file"
  readonly path: string
  readonly mime?: string
  readonly name?: string
}

/** A piece of input: text or bytes. The others are those of the library, and are refused with the reason. */
export type InputPart = TextPart | BytesPart | BlobPart | FilePart

/** Input for a session. */
export type Input = string | readonly InputPart[]

export function wireInput(input: Input): WireInput {
  if (typeof input === "string") return input
  return input.map((part) => {
    if (part.type === "text") return { type: "text", text: part.text }
    if (part.type === "bytes") return { type: "attachment", name: part.name ?? "attachment", data: base64(part.bytes) }
    throw new PawlClientError(
      `A part of type "${part.type}" cannot be sent to a server. Pass the bytes: { type: "bytes", mime, bytes, name }.`,
      { code: "input-invalid", retryable: false },
    )
  })
}

/** In pieces: a call takes only so many arguments. */
function base64(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += 8192) pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
  return btoa(pieces.join(""))
}
