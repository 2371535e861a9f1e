// Where the next batch is committed. A commit on its own thread never holds up this one, and commits of many sessions share
// it; but handing a batch over and back takes longer than an fsync on a fast disk. So while one session writes alone and
// its commits are quick, they are made right here. The first slow one sends them back to the thread.

/** Longer than this is slow: as long as the event loop may be held up. */
const QUICK_MS = 1
/** So many commits in a row must have been quick, and of one session. */
const PROVEN = 16
/** Then one goes to the thread, whose connection also tidies up the write-ahead log. */
const MAX_HERE = 400

export class Lane {
  #quick = 0
  #session: string | undefined
  #alone = 0
  #here = 0

  /** Takes note of who writes in the next batch, and says where it goes. */
  next(sessions: readonly (string | undefined)[]): "here" | "thread" {
    for (const session of sessions) {
      this.#alone = session === this.#session ? this.#alone + 1 : 0
      this.#session = session
    }
    const isHere = sessions.length === 1 && this.#alone >= PROVEN && this.#quick >= PROVEN && this.#here < MAX_HERE
    this.#here = isHere ? this.#here + 1 : 0
    return isHere ? "here" : "thread"
  }

  /** A batch took so long to commit, wherever it was. */
  took(ms: number): void {
    this.#quick = ms < QUICK_MS ? this.#quick + 1 : 0
  }

  /** Somebody else is writing to the file: to wait for them is the thread's work. */
  wasBusy(): void {
    this.#quick = 0
  }
}
