// What people say and what tools return: short text inline, everything large or binary by its hash.

export type Part = TextPart | BlobPart

export interface TextPart {
  readonly type: "text"
  readonly text: string
}

/** Bytes kept in the blob table. `text/plain` is text that was too long to stand in a fact. */
export interface BlobPart {
  readonly type: "blob"
  readonly hash: string
  readonly mime: string
  readonly size: number
  readonly name?: string
}

/** Bytes a tool returns, before they are put into the blob table with the fact that names them. Never in a fact itself. */
export interface BytesPart {
  readonly type: "bytes"
  readonly mime: string
  readonly bytes: Uint8Array
  readonly name?: string
}

/** Values above this go to the blob table instead of into the fact. */
export const INLINE_LIMIT_BYTES = 64 * 1024

export function text(value: string): TextPart {
  return { type: "text", text: value }
}

/** The text of these parts; long text is looked up, other bytes are named. */
export function fullText(parts: readonly Part[], blobs: ReadonlyMap<string, Uint8Array>): string {
  return plainText(parts.map((part) => (part.type === "blob" ? readText(part, blobs) : part)))
}

export function isText(part: Part): boolean {
  return part.type === "text" || part.mime === "text/plain"
}

function readText(part: BlobPart, blobs: ReadonlyMap<string, Uint8Array>): Part {
  const bytes = blobs.get(part.hash)
  if (bytes === undefined) return text(`[${part.name ?? part.mime} is no longer available]`)
  return isText(part) ? text(new TextDecoder().decode(bytes)) : part
}

/** The text a reader sees in these parts; a blob is named, not read. */
export function plainText(parts: readonly (Part | BytesPart)[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : nameOf(part))).join("\n")
}

function nameOf(part: BlobPart | BytesPart): string {
  return `[${part.name ?? part.mime}, ${part.type === "blob" ? part.size : part.bytes.length} bytes]`
}
