// Decides where the next batch is committed. A commit on the writer thread never blocks this one, and sessions share it;
// but sending a batch there and back takes longer than an fsync on a fast disk. So while a single session writes and its
// commits are quick, they run on this thread. The first slow one moves them back to the writer thread.

/** A commit that takes longer is slow: the event loop may be blocked for this long. */
const QUICK_MS = 1
/** So many commits in a row must have been quick and of one session. */
const PROVEN = 16
/** After so many, one goes to the thread, whose connection also checkpoints the write-ahead log. */
const MAX_HERE = 400

export class Lane {
  #quick = 0
  #session: string | undefined
  #alone = 0
  #here = 0

  /** Records which sessions write in the next batch, and returns where it is committed. */
  next(sessions: readonly (string | undefined)[]): "here" | "thread" {
    for (const session of sessions) {
      this.#alone = session === this.#session ? this.#alone + 1 : 0
      this.#session = session
    }
    const isHere = sessions.length === 1 && this.#alone >= PROVEN && this.#quick >= PROVEN && this.#here < MAX_HERE
    this.#here = isHere ? this.#here + 1 : 0
    return isHere ? "here" : "thread"
  }

  /** Records how long a batch took to commit, on either thread. */
  took(ms: number): void {
    this.#quick = ms < QUICK_MS ? this.#quick + 1 : 0
  }

  /** Another process is writing to the file: only the thread waits for it. */
  wasBusy(): void {
    this.#quick = 0
  }
}
