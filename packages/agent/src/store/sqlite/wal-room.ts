// Makes the write-ahead log longer before it has to be. To sync a file that grows, the disk also has to store its new size,
// which nearly doubles the cost of a commit.
import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from "node:fs"

/** A program that commits less often would pay more for the zeros than it gains. */
const FROM_BYTES = 128 * 1024
/** Lengths with room are multiples of this. So every connection sees whether SQLite has used up the room. */
export const STEP_BYTES = 256 * 1024
const MOST_STEPS = 8

export class WalRoom {
  readonly #wal: string
  #fd: number | undefined
  #isOver = false

  constructor(wal: string) {
    this.#wal = wal
  }

  /**
   * Only in a transaction that writes: no other connection appends to the log or empties it then, and SQLite takes zeros for
   * the end of the log. `bytes` is how long it was after the last commit.
   */
  make(bytes: number): void {
    if (bytes < FROM_BYTES || bytes % STEP_BYTES === 0 || this.#isOver) return
    try {
      // Closing it later is safe: SQLite locks the database and its index of the log, but not the log.
      this.#fd ??= openSync(this.#wal, "r+")
      lengthen(this.#fd)
    } catch {
      // No more space, or no right to write: the log grows by itself.
      this.#isOver = true
    }
  }

  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd)
    this.#fd = undefined
    this.#isOver = true
  }
}

/** Doubles the log, up to a limit. */
function lengthen(fd: number): void {
  const { size } = fstatSync(fd)
  // Emptied meanwhile: the next commit writes its header first.
  if (size < FROM_BYTES) return
  const steps = Math.ceil(size / STEP_BYTES)
  const zeros = Buffer.alloc((steps + Math.min(steps, MOST_STEPS)) * STEP_BYTES - size)
  try {
    for (let done = 0; done < zeros.length; ) done += writeSync(fd, zeros, done, zeros.length - done, size + done)
  } catch (error) {
    // Gives back what it took of a full disk.
    ftruncateSync(fd, size)
    throw error
  }
}
