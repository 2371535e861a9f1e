// A file is looked at with several reads, and another process may write to it between two of them: a checkpoint moves pages
// from the write-ahead log into the file. So a file counts as damaged only if it still is at a second look, and has not
// changed since the first.
import { PawlError } from "../../contracts/error.ts"

/** A checkpoint that was under way is over by then, or has changed the file. */
const BETWEEN_MS = 50
/** A file that changes at every look is in good use: SQLite itself reports what is wrong with it. */
const MOST_LOOKS = 100

/** `look` throws what is wrong with the file. `stamp` differs after each change of it. */
export function withSecondLook(look: () => void, stamp: () => string, pause: () => void = sleep): void {
  let before: string | undefined
  for (let looks = 1; looks <= MOST_LOOKS; looks++) {
    try {
      look()
      return
    } catch (error) {
      if (!(error instanceof PawlError) || error.code !== "store-corrupt") throw error
      const now = stamp()
      if (now === before) throw error
      before = now
    }
    pause()
  }
}

function sleep(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_MS)
}
