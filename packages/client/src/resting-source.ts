// Events without a connection while the program wants none: those of tabs that are not looked at, where each stream takes one of the few
// connections that a browser has for all of them. A stream goes on where it was.
import type { Source, Stream } from "./source.ts"

/** Which streams rest now. */
export interface Resting {
  isResting(stream: Stream): boolean
  /** Calls it when another stream may rest, or go on; until the returned function is called. */
  subscribe(changed: () => void): () => void
}

export class RestingSource implements Source {
  readonly #source: Source
  readonly #resting: Resting

  constructor(source: Source, resting: Resting) {
    this.#source = source
    this.#resting = resting
  }

  async open(stream: Stream, signal: AbortSignal): Promise<AsyncIterable<unknown>> {
    await this.#when(stream, false, signal)
    const over = new AbortController()
    const rests = new AbortController()
    const ends = AbortSignal.any([signal, over.signal])
    void this.#when(stream, true, ends).then(() => rests.abort())
    try {
      const events = await this.#source.open(stream, AbortSignal.any([signal, rests.signal]))
      return quietly(events, rests.signal, () => over.abort())
    } catch (error) {
      over.abort()
      if (signal.aborted || !rests.signal.aborted) throw error
      return NOTHING
    }
  }

  /** Resolves when it rests, or does not; also when the signal is aborted. */
  #when(stream: Stream, rests: boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!signal.aborted && this.#resting.isResting(stream) !== rests) return
        stop()
        signal.removeEventListener("abort", look)
        resolve()
      }
      const stop = this.#resting.subscribe(look)
      signal.addEventListener("abort", look)
      look()
    })
  }
}

const NOTHING: AsyncIterable<unknown> = (async function* () {})()

/** A connection that is cut because its stream rests is no accident. */
async function* quietly(
  events: AsyncIterable<unknown>,
  rests: AbortSignal,
  end: () => void,
): AsyncGenerator<unknown, void, void> {
  try {
    for await (const event of events) {
      if (rests.aborted) return
      yield event
    }
  } catch (error) {
    if (!rests.aborted) throw error
  } finally {
    end()
  }
}
