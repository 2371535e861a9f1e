// Bytes of a database as they are in the file, read beside SQLite. POSIX drops all locks that a process has on a file when it
// closes any descriptor of it, SQLite's too; so a file that is open is read through the descriptor that is there.
import { closeSync, fstatSync, openSync, readdirSync, readSync } from "node:fs"

/** How a file is told from others: device and number. */
export type Inode = string

export function inodeIn({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): Inode {
  return `${dev}:${ino}`
}

export class OwnDescriptor {
  readonly #path: string
  readonly #inode: Inode
  #fd: number | undefined

  constructor(path: string, inode: Inode) {
    this.#path = path
    this.#inode = inode
  }

  /** The first `length` bytes, fewer where the file is shorter; undefined where this process has not opened it. */
  read(length: number): Buffer | undefined {
    if (process.platform === "win32") return readAnew(this.#path, length)
    if (this.#fd === undefined || !isOf(this.#fd, this.#inode))
      this.#fd = descriptors().find((fd) => isOf(fd, this.#inode))
    return this.#fd === undefined ? undefined : readFrom(this.#fd, length)
  }
}

/** Windows keeps locks by handle: to open and close another one harms nobody. */
export function readAnew(path: string, length: number): Buffer {
  const fd = openSync(path, "r")
  try {
    return readFrom(fd, length)
  } finally {
    closeSync(fd)
  }
}

function readFrom(fd: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(fd, bytes, 0, length, 0))
}

function descriptors(): readonly number[] {
  return readdirSync("/dev/fd").map(Number)
}

function isOf(fd: number, inode: Inode): boolean {
  try {
    return inodeIn(fstatSync(fd, { bigint: true })) === inode
  } catch {
    // Closed meanwhile: it is nobody's.
    return false
  }
}
