// Decides by its first bytes what a file holds: text, an image that a model can see, or something else.

/** How many bytes are examined. */
export const SNIFF_BYTES = 8192

export type FileKind =
  | { readonly kind: "text"; readonly encoding: "utf-8" | "utf-16le" | "utf-16be" }
  | { readonly kind: "image"; readonly mime: string }
  | { readonly kind: "binary" }

export function kindOf(head: Buffer): FileKind {
  const image = IMAGES.find(({ test }) => test(head))
  if (image !== undefined) return { kind: "image", mime: image.mime }
  if (head[0] === 0xff && head[1] === 0xfe) return { kind: "text", encoding: "utf-16le" }
  if (head[0] === 0xfe && head[1] === 0xff) return { kind: "text", encoding: "utf-16be" }
  // UTF-16 is the only text encoding in use today that contains zero bytes.
  return head.subarray(0, SNIFF_BYTES).includes(0) ? { kind: "binary" } : { kind: "text", encoding: "utf-8" }
}

const startsWith = (head: Buffer, bytes: string, at = 0) =>
  head.subarray(at, at + bytes.length).equals(Buffer.from(bytes, "latin1"))

const IMAGES: readonly { readonly mime: string; readonly test: (head: Buffer) => boolean }[] = [
  { mime: "image/png", test: (head) => startsWith(head, "\x89PNG\r\n\x1a\n") },
  { mime: "image/jpeg", test: (head) => startsWith(head, "\xff\xd8\xff") },
  { mime: "image/gif", test: (head) => startsWith(head, "GIF87a") || startsWith(head, "GIF89a") },
  { mime: "image/webp", test: (head) => startsWith(head, "RIFF") && startsWith(head, "WEBP", 8) },
]
