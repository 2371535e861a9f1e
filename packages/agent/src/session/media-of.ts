// Detects the type of bytes by how they begin: an image that models can see, a PDF, a Word document, text, or unknown.
import { DOCX } from "../contracts/content.ts"

export type Attachable =
  | { readonly kind: "media"; readonly mime: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unknown" }

export function mediaOf(bytes: Uint8Array): Attachable {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString("latin1")
  if (isWordDocument(head, bytes)) return { kind: "media", mime: DOCX }
  const known = SIGNATURES.find(([signature]) => signature.test(head))
  if (known !== undefined) return { kind: "media", mime: known[1] }
  // The rest of an archive may happen to read as text.
  if (head.startsWith("PK\x03\x04")) return { kind: "unknown" }
  const text = readText(bytes, encodingOf(head))
  return text === undefined ? { kind: "unknown" } : { kind: "text", text }
}

/** Bytes as Latin-1: one character per byte. */
const SIGNATURES: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n/, "image/png"],
  [/^\xff\xd8\xff/, "image/jpeg"],
  [/^GIF8[79]a/, "image/gif"],
  [/^RIFF[\s\S]{4}WEBP/, "image/webp"],
  // Some writers put a byte order mark or a line break in front.
  [/^(?:\xef\xbb\xbf)?\s{0,16}%PDF-\d/, "application/pdf"],
]

/** A ZIP archive is identified by the names in it, which are never compressed. */
function isWordDocument(head: string, bytes: Uint8Array): boolean {
  if (!head.startsWith("PK\x03\x04")) return false
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return all.includes("[Content_Types].xml") && all.includes("word/document")
}

function encodingOf(head: string): string {
  if (head.startsWith("\xff\xfe")) return "utf-16le"
  return head.startsWith("\xfe\xff") ? "utf-16be" : "utf-8"
}

function readText(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes("\u0000") ? undefined : text
  } catch {
    return undefined
  }
}
