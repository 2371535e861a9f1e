// Identifies a database file for another thread of this process: which file it is, and how far it was at a moment.
import type { Inode } from "./own-descriptor.ts"

export interface FileMark {
  readonly inode: Inode | undefined
  /** The newest count, and when it was read on the clock that all threads share. */
  readonly count: number
  readonly at: number
}

/** Milliseconds on a clock that all threads of a process share, unlike `performance.now()`. */
export function sharedNow(): number {
  return performance.timeOrigin + performance.now()
}
