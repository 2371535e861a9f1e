// The first bytes of the write-ahead log, read through a descriptor of our own: SQLite locks the database and its index of the
// log, but not the log, so that closing one is safe.
import { closeSync, fstatSync, openSync, readSync } from "node:fs"
import { type Inode, inodeIn } from "./own-descriptor.ts"

/** The last byte is 0x82 or 0x83: in which order the bytes of a checksum stand. */
const MAGIC = [0x37, 0x7f, 0x06] as const
const HEAD_BYTES = 4

export class WalHead {
  readonly #bytes = Buffer.alloc(HEAD_BYTES)
  #fd: number | undefined
  #isClosed = false

  /** Reads from this file from now on, unless the path leads to another one. A check that is made after the close opens nothing. */
  open(path: string, inode: Inode): void {
    if (this.#fd !== undefined || this.#isClosed) return
    try {
      const fd = openSync(path, "r")
      if (inodeIn(fstatSync(fd, { bigint: true })) === inode) this.#fd = fd
      else closeSync(fd)
    } catch {
      // Too many files are open, say: then it counts as no log, and is looked at more closely.
    }
  }

  /** Whether the opened file still begins like a log. */
  isWal(): boolean {
    if (this.#fd === undefined) return false
    return readSync(this.#fd, this.#bytes, 0, HEAD_BYTES, 0) === HEAD_BYTES && isWal(this.#bytes)
  }

  close(): void {
    this.#isClosed = true
    if (this.#fd !== undefined) closeSync(this.#fd)
    this.#fd = undefined
  }
}

export function isWal(head: Buffer | undefined): boolean {
  if (head?.length !== HEAD_BYTES) return false
  return head[0] === MAGIC[0] && head[1] === MAGIC[1] && head[2] === MAGIC[2] && (head[3] === 0x82 || head[3] === 0x83)
}
