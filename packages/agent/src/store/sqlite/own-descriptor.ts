// Reads bytes of a database file beside SQLite. When a process closes any descriptor of a file, POSIX drops all its locks
// on that file, SQLite's too; so an open file is read through the descriptor that exists already.
//
// Linux says which name the file behind a descriptor has. So it can be checked that a file still has its name without a stat,
// which asks for its times too. Once they were asked for, the next write has to change them and the next sync has to store
// them: for a log that is synced several times in a tick of the system's clock, that makes a commit a fifth dearer.
import { closeSync, fstatSync, openSync, readdirSync, readlinkSync, readSync } from "node:fs"

/** Identifies a file: device and inode number. */
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

  /** Like `read`, but undefined too if the file no longer has its path, or where the system does not say so. */
  readNamed(length: number): Buffer | undefined {
    return this.#fd !== undefined && nameOf(this.#fd) === this.#path ? readFrom(this.#fd, length) : undefined
  }

  /** The first `length` bytes, fewer if the file is shorter; undefined if this process has not opened it. */
  read(length: number): Buffer | undefined {
    if (process.platform === "win32") return readAnew(this.#path, length)
    if (this.#fd === undefined || !isOf(this.#fd, this.#inode))
      this.#fd = descriptors().find((fd) => isOf(fd, this.#inode))
    return this.#fd === undefined ? undefined : readFrom(this.#fd, length)
  }
}

/** Windows holds locks per handle, so opening and closing another handle there is harmless. */
export function readAnew(path: string, length: number): Buffer {
  const fd = openSync(path, "r")
  try {
    return readFrom(fd, length)
  } finally {
    closeSync(fd)
  }
}

function readFrom(fd: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  return bytes.subarray(0, readSync(fd, bytes, 0, length, 0))
}

function descriptors(): readonly number[] {
  return readdirSync("/dev/fd").map(Number)
}

/** The path without links. Undefined if the descriptor is closed, or where the system has no such list. */
function nameOf(fd: number): string | undefined {
  if (process.platform !== "linux") return undefined
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return undefined
  }
}

function isOf(fd: number, inode: Inode): boolean {
  try {
    return inodeIn(fstatSync(fd, { bigint: true })) === inode
  } catch {
    // Closed meanwhile.
    return false
  }
}
