// Reads one file of the folder as text. Nothing outside the folder is read, even if a path has become a link since the
// walk.
import { closeSync, constants as flags, fstatSync, openSync, readSync, realpathSync } from "node:fs"
import { join } from "node:path"
import { stampOf } from "./walk.ts"

export type FileText =
  | { readonly kind: "text"; readonly stamp: string; readonly isSettled: boolean; readonly text: string }
  | { readonly kind: "binary"; readonly stamp: string; readonly isSettled: boolean }
  | { readonly kind: "large" }
  | { readonly kind: "unreadable" }

export interface ReadLimits {
  /** An absolute path without links in it. */
  readonly root: string
  readonly maxFileBytes: number
}

export function readText({ root, maxFileBytes }: ReadLimits, path: string): FileText {
  const place = join(root, path)
  let file: number | undefined
  try {
    if (realpathSync.native(place) !== place) return { kind: "unreadable" }
    // A pipe that replaced the file meanwhile must not block the thread.
    file = openSync(place, flags.O_RDONLY | (flags.O_NOFOLLOW ?? 0) | (flags.O_NONBLOCK ?? 0))
    const stats = fstatSync(file)
    if (!stats.isFile()) return { kind: "unreadable" }
    if (stats.size > maxFileBytes) return { kind: "large" }
    const bytes = readAll(file, stats.size)
    const about = { stamp: stampOf(stats), isSettled: Math.abs(Date.now() - stats.mtimeMs) > SETTLED_MS }
    const text = decode(bytes)
    return text === undefined ? { kind: "binary", ...about } : { kind: "text", text, ...about }
  } catch {
    return { kind: "unreadable" }
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** File system clocks tick every few milliseconds: a file written a moment ago may change again and look the same. */
const SETTLED_MS = 100

/** What is appended during the read is left for the next time: the stamp will differ. */
function readAll(file: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  let length = 0
  while (length < size) {
    const read = readSync(file, bytes, length, size - length, length)
    if (read === 0) break
    length += read
  }
  return bytes.subarray(0, length)
}

const SNIFF_BYTES = 8192
/** A few stray control characters do not make a text binary. */
const MAX_CONTROLS = 0.02

function decode(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  if (isBinary(bytes.subarray(0, SNIFF_BYTES))) return undefined
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    // Older Western European texts; anything else becomes readable in part.
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

function isBinary(head: Buffer): boolean {
  if (head.includes(0) || head.subarray(0, 5).equals(PDF)) return true
  let controls = 0
  for (const byte of head) if (byte < 0x20 && !TEXT_CONTROLS.has(byte)) controls++
  return controls > head.length * MAX_CONTROLS
}

const PDF = Buffer.from("%PDF-")
/** Tab, line feed, form feed, carriage return, escape. */
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1b])
