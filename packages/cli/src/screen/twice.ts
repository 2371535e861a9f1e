// A key that is pressed twice within a moment means something of its own.

const WITHIN_MS = 600

export class Twice {
  #at = 0

  /** True at the second press; the next one is a first again. */
  press(): boolean {
    const now = Date.now()
    const isSecond = now - this.#at < WITHIN_MS
    this.#at = isSecond ? 0 : now
    return isSecond
  }
}
