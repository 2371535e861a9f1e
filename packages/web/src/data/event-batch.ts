// Collects events and hands them on once a frame: a page draws no faster than that, and a hidden one needs not draw at all.
import type { Event } from "@pawl/client"

/** Frames stand still in a hidden tab. */
const HIDDEN_MS = 250

export class EventBatch {
  readonly #take: (events: readonly Event[]) => void
  #events: Event[] = []
  #cancel: (() => void) | undefined

  constructor(take: (events: readonly Event[]) => void) {
    this.#take = take
  }

  add(event: Event): void {
    this.#events.push(event)
    this.#cancel ??= soon(() => this.#flush())
  }

  close(): void {
    this.#cancel?.()
    this.#events = []
  }

  #flush(): void {
    this.#cancel?.()
    this.#cancel = undefined
    const events = this.#events
    this.#events = []
    this.#take(events)
  }
}

/** The next frame, or a moment later if there are none. */
function soon(work: () => void): () => void {
  const frame = requestAnimationFrame(work)
  const timer = setTimeout(work, HIDDEN_MS)
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}
