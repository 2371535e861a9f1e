// Makes the write-ahead log longer before it has to be. To sync a file that grows, the disk also has to store its new size,
// which nearly doubles the cost of a commit.
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from "node:fs"

/** A program that commits less often would pay more for the zeros than it gains. */
const FROM_BYTES = 128 * 1024
/** Lengths with room are multiples of this. So every connection sees whether SQLite has used up the room. */
export const STEP_BYTES = 256 * 1024
const MOST_STEPS = 8

export class WalRoom {
  readonly #wal: string
  readonly #two = Buffer.allocUnsafe(2)
  #fd: number | undefined
  /** A longer log is to be made longer still. */
  #enough = FROM_BYTES
  #isOver = false

  constructor(wal: string) {
    this.#wal = wal
  }

  /**
   * Only in a transaction that writes: no other connection appends to the log or empties it then, and SQLite takes zeros for
   * the end of the log.
   */
  make(): void {
    if (this.#isOver) return
    try {
      // Closing it later is safe: SQLite locks the database and its index of the log, but not the log.
      this.#fd ??= openSync(this.#wal, "r+")
      const found = this.#bytesAtEnd(this.#fd)
      if (found === 0) this.#enough = FROM_BYTES
      if (found === 2) this.#enough = lengthen(this.#fd)
    } catch {
      // No more space, or no right to write: the log grows by itself.
      this.#isOver = true
    }
  }

  /** Compares the log's length with what is enough: 0 is less, 1 as long, 2 more. To ask for it is dear: see OwnDescriptor. */
  #bytesAtEnd(fd: number): number {
    return readSync(fd, this.#two, 0, 2, this.#enough - 1)
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd)
    this.#fd = undefined
    this.#isOver = true
  }
}

/** Doubles the log, up to a limit, unless another connection has. Returns how long it is. */
function lengthen(fd: number): number {
  const { size } = fstatSync(fd)
  if (size % STEP_BYTES === 0) return size
  const steps = Math.ceil(size / STEP_BYTES)
  const length = (steps + Math.min(steps, MOST_STEPS)) * STEP_BYTES
  const zeros = Buffer.alloc(length - size)
  try {
    for (let done = 0; done < zeros.length; ) done += writeSync(fd, zeros, done, zeros.length - done, size + done)
  } catch (error) {
    // Gives back what it took of a full disk.
    ftruncateSync(fd, size)
    throw error
  }
  return length
}
