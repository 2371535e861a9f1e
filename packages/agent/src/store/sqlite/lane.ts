// Decides where the next batch is committed. A commit on the writer thread never blocks this one, and sessions share it; but
// the thread has to be started, and sending a batch there and back takes longer than an fsync on a fast disk. So while a
// single session writes and its commits are quick, they run on this thread.

/** A commit that takes longer is slow: the event loop may be blocked for this long. */
const QUICK_MS = 1
/** So many commits in a row must have been quick and of one session, once they were not. */
const PROVEN = 16
/** After so many quick commits in a row one slow one is forgiven: programs are interrupted now and then. */
const TRUSTED = 256
/** While there is no thread, slow commits may block this one for so long altogether: to start it costs a fifth of that. */
const PATIENCE_MS = 250

export class Lane {
  /** Commits are trusted to be quick until they are slow. */
  #quick: number
  #alone: number
  #session: string | undefined
  #sinceSwitch = 0
  #patienceMs = PATIENCE_MS
  #where: "here" | "thread"

  /** Which thread has opened the file. The caller's did, unless the file is in use, old or damaged. */
  constructor(opened: "here" | "thread") {
    this.#quick = opened === "here" ? PROVEN : 0
    this.#alone = this.#quick
    this.#where = opened
  }

  /** The session is put down, so the next one takes its place. */
  left(session: string): void {
    if (session === this.#session) this.#session = undefined
  }

  /** Records which sessions are at work in the next batch, if any, and returns where it is committed. */
  next(sessions: readonly (string | undefined)[]): "here" | "thread" {
    const distinct = sessions.length > 1 ? new Set(sessions) : sessions
    let atWork = 0
    for (const session of distinct) {
      if (session === undefined) continue
      this.#follow(session)
      atWork += 1
    }
    if (atWork > 1) this.#alone = 0
    const isProven = this.#alone >= PROVEN && this.#quick >= PROVEN
    // Heartbeats and text in flight go where the last writes went.
    if (sessions.length > 0 || !isProven) this.#where = isProven ? "here" : "thread"
    return this.#where
  }

  /** Records how long a batch took to commit, on either thread. */
  took(ms: number): void {
    if (ms < QUICK_MS) this.#quick += 1
    else if (this.#patienceMs > ms) this.#patienceMs -= ms
    else this.#quick = this.#quick >= TRUSTED ? PROVEN : 0
  }

  /** Another process is writing to the file: only the thread waits for it. */
  wasBusy(): void {
    this.#quick = 0
  }

  /** The thread is there, so it takes over at the first slow commit. */
  hasThread(): void {
    this.#patienceMs = 0
  }

  /** One session after another is one at a time, however short each is; sessions that take turns are several. */
  #follow(session: string): void {
    if (session === this.#session) {
      this.#alone += 1
      this.#sinceSwitch += 1
      return
    }
    if (this.#session !== undefined && this.#sinceSwitch < PROVEN) this.#alone = 0
    this.#session = session
    this.#sinceSwitch = 0
  }
}
