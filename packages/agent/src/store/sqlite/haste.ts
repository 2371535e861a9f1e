// Tells a bulk of appends, each waiting for the one before, from an agent's ordinary rounds. Putting a thread to sleep and
// waking it takes longer than an fsync on a fast disk: in a bulk both threads stay awake for a moment between commits. A
// round never counts as one, because a model call stands between its commits.

const THOUGHT_MS = 0.05
const LONG_ENOUGH = 8

/** How long to look again rather than sleep. */
export const AWAKE_MS = 0.4

export class Haste {
  #doneAt = 0
  #inARow = 0

  /** A batch is done: who waited for it goes on. */
  done(): void {
    this.#doneAt = performance.now()
  }

  /** A batch is about to be sent. */
  next(): void {
    this.#inARow = performance.now() - this.#doneAt < THOUGHT_MS ? this.#inARow + 1 : 0
  }

  get isOn(): boolean {
    return this.#inARow >= LONG_ENOUGH
  }
}
