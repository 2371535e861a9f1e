// What people say and what tools return: short text inline, everything large or binary by its hash.

/** A piece of content as the log keeps it. */
export type Part = TextPart | BlobPart

/** Text, as it is. */
export interface TextPart {
  readonly type: "text"
  /** The text. */
  readonly text: string
}

/**
 * Bytes kept in the blob table. `text/plain` is text that was too long to stand in a fact, or with a name a file that
 * somebody attached.
 */
export interface BlobPart {
  readonly type: "blob"
  /** The SHA-256 of the bytes, by which the store keeps them. */
  readonly hash: string
  /** What the bytes are: `image/png`. */
  readonly mime: string
  /** How many bytes there are. */
  readonly size: number
  /** The name of the file, where it has one. */
  readonly name?: string
}

/**
 * Bytes that a tool returns or somebody attaches, before they are put into the blob table with the fact or the command that
 * names them. Never in a fact itself.
 */
export interface BytesPart {
  readonly type: "bytes"
  /** What the bytes are: `image/png`. */
  readonly mime: string
  /** The bytes themselves. */
  readonly bytes: Uint8Array
  /** The name under which they are shown. */
  readonly name?: string
}

/** A file that somebody attaches: read once, when it is said. What it holds is judged by its bytes. */
export interface FilePart {
  readonly type: "file"
  /** The path of the file. */
  readonly path: string
  /** What it is expected to hold; the bytes decide. */
  readonly mime?: string
  /** What it is called to the model; the end of its path unless given. */
  readonly name?: string
}

/** What may be said to a session. */
export type Input = string | readonly InputPart[]
/** A piece of what is said to a session: text, a blob that is stored already, bytes, or a file. */
export type InputPart = Part | BytesPart | FilePart

/** Values above this go to the blob table instead of into the fact. */
export const INLINE_LIMIT_BYTES = 64 * 1024

/** Word's own format. */
export const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

export function text(value: string): TextPart {
  return { type: "text", text: value }
}

/** The text of these parts; long text is looked up, a text file is quoted under its name, other bytes are named. */
export function fullText(parts: readonly Part[], blobs: ReadonlyMap<string, Uint8Array>): string {
  return plainText(parts.map((part) => (part.type === "blob" ? readText(part, blobs) : part)))
}

export function isText(part: Part): boolean {
  return part.type === "text" || part.mime === "text/plain"
}

function readText(part: BlobPart, blobs: ReadonlyMap<string, Uint8Array>): Part {
  const bytes = blobs.get(part.hash)
  if (bytes === undefined) return missing(part)
  if (!isText(part)) return part
  const words = new TextDecoder().decode(bytes)
  return text(part.name === undefined ? words : quoted(part, words))
}

/** Fenced, so that nobody takes a file's words for the user's own. */
function quoted(part: BlobPart, words: string): string {
  // Longer than any inside.
  let fence = "```"
  for (const [ticks] of words.matchAll(/`{3,}/g)) if (ticks.length >= fence.length) fence = `${ticks}\``
  return `${nameOf(part)}\n${fence}\n${words}${words.endsWith("\n") ? "" : "\n"}${fence}`
}

/** Stands for bytes that are gone: the conversation goes on without them, and the model knows. */
export function missing({ name, mime }: BlobPart): TextPart {
  return text(
    name === undefined ? `[${mime} is no longer available]` : `[Attached file '${name}' is no longer available]`,
  )
}

/** The text a reader sees in these parts; a blob is named, not read. */
export function plainText(parts: readonly (Part | BytesPart)[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : nameOf(part))).join("\n")
}

/** Stands for an attachment that could not be read. */
export function unreadable(name: string, why: string): TextPart {
  return text(`[Attached file '${name}' could not be read: ${why}]`)
}

/**
 * What somebody said in their own words: without what they attached, and without its name, so that a file's "delete" is no
 * order, and a file that is there needs no call to be read.
 */
export function ownWords(parts: readonly Part[]): string {
  const names = parts.flatMap((part) => (part.type === "blob" && part.name !== undefined ? [part.name] : []))
  const said = parts.flatMap((part) => (part.type === "text" && !UNREADABLE.test(part.text) ? [part.text] : []))
  return names.reduce(
    (words, name) =>
      [`@"${name}"`, `@'${name}'`, `@${name}`, name].reduce(
        (left, each) => left.replaceAll(each, "the attachment"),
        words,
      ),
    said.join("\n"),
  )
}

const UNREADABLE = /^\[Attached file '[^\n]+' could not be read: [^\n]+\]$/

function nameOf(part: BlobPart | BytesPart): string {
  return `[${part.name ?? part.mime}, ${part.type === "blob" ? part.size : part.bytes.length} bytes]`
}
