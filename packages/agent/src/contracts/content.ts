// Content of messages and tool results: short text inline, everything large or binary by its hash.

/** A piece of content as the log stores it. */
export type Part = TextPart | BlobPart

/** A piece of text. */
export interface TextPart {
  readonly type: "text"
  /** The text. */
  readonly text: string
}

/**
 * Bytes stored as a blob. `text/plain` without a name is text that was too long for a fact; with a
 * name it is an attached file.
 */
export interface BlobPart {
  readonly type: "blob"
  /** The SHA-256 of the bytes, which names them in the store. */
  readonly hash: string
  /** The media type: `image/png`. */
  readonly mime: string
  /** The number of bytes. */
  readonly size: number
  /** The name of the file, if it has one. */
  readonly name?: string
}

/**
 * Bytes that a tool returns or a user attaches, before they are stored as a blob with their fact or command. Never
 * part of a fact.
 */
export interface BytesPart {
  readonly type: "bytes"
  /** The media type: `image/png`. */
  readonly mime: string
  /** The bytes. */
  readonly bytes: Uint8Array
  /** The name under which they are shown. */
  readonly name?: string
}

/** A file that a user attaches. It is read once, when it is sent; its type is detected from its bytes. */
export interface FilePart {
  readonly type: "file"
  /** The path of the file. */
  readonly path: string
  /** The expected media type; the bytes decide. */
  readonly mime?: string
  /** The name that the model sees; the last part of the path unless given. */
  readonly name?: string
}

/** Input for a session. */
export type Input = string | readonly InputPart[]
/** A piece of input: text, a blob that is already stored, bytes, or a file. */
export type InputPart = Part | BytesPart | FilePart

/** Longer values are stored as blobs instead of in the fact. */
export const INLINE_LIMIT_BYTES = 64 * 1024

/** The media type of Word documents. */
export const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

export function text(value: string): TextPart {
  return { type: "text", text: value }
}

/**
 * The text of these parts: long text is read from its blob, a text file is quoted under its
 * name, other blobs are named.
 */
export function fullText(parts: readonly Part[], blobs: ReadonlyMap<string, Uint8Array>): string {
  return parts.map((part) => (part.type === "text" ? part.text : plainText([readText(part, blobs)]))).join("\n")
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

/** Fenced, so that the text of a file is not taken for the user's own words. */
function quoted(part: BlobPart, words: string): string {
  // Longer than any fence inside the text.
  let fence = "```"
  for (const [ticks] of words.matchAll(/`{3,}/g)) if (ticks.length >= fence.length) fence = `${ticks}\``
  return `${nameOf(part)}\n${fence}\n${words}${words.endsWith("\n") ? "" : "\n"}${fence}`
}

/** Replaces a blob that is gone: the conversation continues without it, and the model is told. */
export function missing({ name, mime }: BlobPart): TextPart {
  return text(
    name === undefined ? `[${mime} is no longer available]` : `[Attached file '${name}' is no longer available]`,
  )
}

/** The text of these parts for a reader; a blob is named, not read. */
export function plainText(parts: readonly (Part | BytesPart)[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : nameOf(part))).join("\n")
}

/** Replaces an attachment that could not be read. */
export function unreadable(name: string, why: string): TextPart {
  return text(`[Attached file '${name}' could not be read: ${why}]`)
}

/**
 * The user's own words, without attachments and their names. Otherwise a "delete" in a file would look like an order,
 * and the name of an attached file would look like one that has to be read by a call.
 */
export function ownWords(parts: readonly Part[]): string {
  const names = parts.flatMap((part) => (part.type === "blob" && part.name !== undefined ? [part.name] : []))
  return names.reduce(
    (words, name) =>
      [`@"${name}"`, `@'${name}'`, `@${name}`, name].reduce(
        (left, each) => left.replaceAll(each, "the attachment"),
        words,
      ),
    wordsIn(parts).join("\n"),
  )
}

/** What a title is made of: what a person said, or the names of the files that came without words. */
export function titleWords(parts: readonly Part[]): string {
  const said = wordsIn(parts).join("\n")
  if (said.trim() !== "") return said
  return parts.flatMap((part) => (part.type === "blob" ? [part.name ?? part.mime] : [])).join(", ")
}

function wordsIn(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) => (part.type === "text" && !UNREADABLE.test(part.text) ? [part.text] : []))
}

const UNREADABLE = /^\[Attached file '[^\n]+' could not be read: [^\n]+\]$/

function nameOf(part: BlobPart | BytesPart): string {
  return `[${part.name ?? part.mime}, ${part.type === "blob" ? part.size : part.bytes.length} bytes]`
}
