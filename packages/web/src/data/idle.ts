// Work that can wait: it is done piece by piece while the page has nothing else to do.

type Job = () => void
interface Slice {
  /** In milliseconds. */
  timeRemaining(): number
}
type Later = (work: (slice: Slice) => void) => void

/** A piece seldom takes longer. */
const A_PIECE = 4

export class IdleWork {
  readonly #jobs = new Set<Job>()
  readonly #later: Later
  #isAsked = false

  constructor(later: Later) {
    this.#later = later
  }

  /** Returns what takes it back. */
  add = (job: Job): (() => void) => {
    this.#jobs.add(job)
    this.#ask()
    return () => this.#jobs.delete(job)
  }

  #ask(): void {
    if (this.#isAsked || this.#jobs.size === 0) return
    this.#isAsked = true
    this.#later((slice) => this.#work(slice))
  }

  #work(slice: Slice): void {
    this.#isAsked = false
    for (const job of this.#jobs) {
      this.#jobs.delete(job)
      job()
      if (slice.timeRemaining() < A_PIECE) break
    }
    this.#ask()
  }
}

/** A page that is busy for long gets on with it nevertheless. */
const LATEST_MS = 500
const NO_TIME: Slice = { timeRemaining: () => 0 }

const later: Later =
  typeof requestIdleCallback === "function"
    ? (work) => requestIdleCallback(work, { timeout: LATEST_MS })
    : (work) => setTimeout(() => work(NO_TIME), 16)

export const whenIdle = new IdleWork(later).add
