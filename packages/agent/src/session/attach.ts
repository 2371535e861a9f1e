// Reads attachments on their way into the log: reads files, and stores bytes and text files as blobs. A file that
// cannot be read becomes a note, because the rest of the message is still useful. An attachment is refused only if it
// is too large, or holds a secret that cannot be removed.
import { constants } from "node:fs"
import { type FileHandle, open } from "node:fs/promises"
import { basename } from "node:path"
import { imageProblem, MAX_IMAGE_SIDE } from "../base/image-problem.ts"
import type { Blob } from "../contracts/blobs.ts"
import { type BytesPart, type FilePart, type InputPart, type Part, text, unreadable } from "../contracts/content.ts"
import { PawlError } from "../contracts/error.ts"
import { spill } from "../kernel/performers/spill.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { mediaOf } from "./media-of.ts"

/** The limit for one attachment. A larger one fits into no provider's request. */
export const ATTACHMENT_LIMIT_BYTES = 20 * 1024 * 1024

export interface Attached {
  readonly content: readonly Part[]
  readonly blobs: readonly Blob[]
}

type Ready = Part | BytesPart

/** Returns a promise only when a file has to be read. */
export function attach(parts: readonly InputPart[], secrets?: KnownSecrets): Attached | Promise<Attached> {
  // Remove secrets before text becomes a blob: they would not be found there.
  const store = (ready: readonly Ready[]) =>
    spill(secrets === undefined ? ready : ready.map((part) => withoutSecrets(part, secrets)))
  if (!parts.some(isFile)) return store(parts.flatMap((part) => (isFile(part) ? [] : readyParts(part))))
  const ready = parts.map(async (part) => (isFile(part) ? fromFile(part) : readyParts(part)))
  return Promise.all(ready).then((all) => store(all.flat()))
}

function withoutSecrets(given: Ready, { clean, isIn }: KnownSecrets): Ready {
  if (given.type === "text") return { ...given, text: clean(given.text) }
  const part = given.name === undefined ? given : { ...given, name: clean(given.name) }
  if (part.type !== "bytes") return part
  if (part.mime !== TEXT) {
    if (isIn(part.bytes)) throw holdsSecret(part.name ?? part.mime)
    return part
  }
  const words = Buffer.from(part.bytes).toString("utf8")
  const cleaned = clean(words)
  return cleaned === words ? part : { ...part, bytes: Buffer.from(cleaned, "utf8") }
}

const TEXT = "text/plain"

function isFile(part: InputPart): part is FilePart {
  return part.type === "file"
}

function readyParts(part: Ready): readonly Ready[] {
  return part.type === "bytes" ? read(part) : [part]
}

async function fromFile(file: FilePart): Promise<readonly Ready[]> {
  const { path, mime = "application/octet-stream", name = basename(path) } = file
  const bytes = await readFile(path, name)
  return typeof bytes === "string" ? [unreadable(oneLine(name), bytes)] : read({ type: "bytes", mime, bytes, name })
}

/** The file's bytes, or the reason why it cannot be read. */
async function readFile(path: string, name: string): Promise<Uint8Array | string> {
  let file: FileHandle | undefined
  try {
    // Non-blocking, because opening a pipe without a writer would hang.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const stat = await file.stat()
    if (!stat.isFile()) return stat.isDirectory() ? "it is a folder" : "it is no regular file"
    if (stat.size > ATTACHMENT_LIMIT_BYTES) throw tooLarge(name, stat.size)
    const bytes = await file.readFile()
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } catch (error) {
    if (error instanceof PawlError) throw error
    return reasonOf(error)
  } finally {
    await file?.close()
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  return REASONS[code] ?? (code === "" ? "for an unknown reason" : code)
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  ENOTDIR: "no such file",
  ENAMETOOLONG: "no such file",
  ERR_INVALID_ARG_VALUE: "no such file",
  EACCES: "permission denied",
  EPERM: "permission denied",
}

function read({ bytes, mime, name: given }: BytesPart): readonly Ready[] {
  const name = given === undefined ? mime : oneLine(given)
  if (bytes.length > ATTACHMENT_LIMIT_BYTES) throw tooLarge(name, bytes.length)
  const found = mediaOf(bytes)
  if (found.kind === "unknown") return [unreadable(name, UNKNOWN)]
  if (found.kind === "text") return given === undefined ? [text(found.text)] : [textFile(name, found.text)]
  const problem = imageProblem(bytes)
  if (problem !== undefined) return [unreadable(name, IMAGE[problem])]
  // Copy: the caller may change its buffer before the store has written it.
  const own = new Uint8Array(bytes)
  return [{ type: "bytes", mime: found.mime, bytes: own, ...(given !== undefined && { name }) }]
}

/** Stored in UTF-8 as a blob, whatever its size: the text of a file is not the user's own words. */
function textFile(name: string, words: string): Ready {
  if (words.trim() === "") return text(`[Attached file '${name}' is empty]`)
  return { type: "bytes", mime: TEXT, bytes: Buffer.from(words.toWellFormed(), "utf8"), name }
}

const UNKNOWN =
  "it is neither text in UTF-8, nor an image (PNG, JPEG, GIF, WebP), nor a PDF, nor a Word document (DOCX)"

/** A provider would refuse such an image together with the whole request. */
const IMAGE = {
  damaged: "it is a damaged image",
  "too-large": `it is an image with a side of more than ${MAX_IMAGE_SIDE} pixels`,
} as const

function tooLarge(name: string, size: number): PawlError {
  const most = ATTACHMENT_LIMIT_BYTES / 1024 / 1024
  const is = (size / 1024 / 1024).toFixed(1)
  return new PawlError(
    "input-invalid",
    `The attachment "${oneLine(name)}" has ${is} MB; the limit is ${most} MB. Send a smaller one, or a part of it.`,
  )
}

function holdsSecret(name: string): PawlError {
  const advice =
    "It is not text, so the secret cannot be removed, and secrets are never stored. Send it without the secret."
  return new PawlError(
    "holds-secret",
    `The attachment "${oneLine(name)}" holds a secret that this agent knows, such as a provider's key. ${advice}`,
  )
}

const MAX_NAME_CHARS = 200

function oneLine(name: string): string {
  const line = name.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
  return line.length <= MAX_NAME_CHARS ? line : `...${line.slice(3 - MAX_NAME_CHARS).toWellFormed()}`
}
