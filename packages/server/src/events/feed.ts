// The newest events of one session, read once for all of its viewers. A viewer that is not among the newest reads the log
// itself, at its own pace, until it meets the feed: so a slow viewer costs the others nothing, and memory has a bound.
import type { Session } from "@pawl/agent"
import { Frame } from "./frame.ts"

const MOST_FRAMES = 128
const MOST_CHARS = 256 * 1024

export class Feed {
  #frames: Frame[] = []
  /** The place of the first frame that is kept. */
  #first = 0
  #chars = 0
  /** The place after each position that is kept. */
  readonly #places = new Map<string, number>()
  #waiters: (() => void)[] = []
  #isWaking = false
  /** The last list that was handed out: viewers at the same place share it. */
  #shared: { readonly from: number; readonly frames: readonly Frame[] } | undefined
  #end: { readonly error?: unknown } | undefined
  readonly #stop = new AbortController()
  viewers = 0

  /** `after`: the position behind which it begins. */
  constructor(session: Session, after: string) {
    this.#places.set(after, 0)
    void this.#read(session, after)
  }

  stop(): void {
    this.#stop.abort()
  }

  /** It has nothing more to say: the session is gone, or the agent is closed. */
  get isOver(): boolean {
    return this.#end !== undefined
  }

  /** The place behind this position; undefined if the feed does not know it. */
  placeAfter(position: string): number | undefined {
    const place = this.#places.get(position)
    return place === undefined || place < this.#first ? undefined : place
  }

  /** The frames from this place on, as soon as there are any. Undefined when they are not kept any more. */
  async from(place: number, signal: AbortSignal): Promise<readonly Frame[] | undefined> {
    while (place >= this.#next && this.#end === undefined && !signal.aborted) await this.#changed()
    if (place < this.#first) return undefined
    if (place < this.#next) return this.#list(place)
    if (this.#end?.error !== undefined) throw this.#end.error
    return []
  }

  get #next(): number {
    return this.#first + this.#frames.length
  }

  #list(from: number): readonly Frame[] {
    if (this.#shared?.from !== from || from + this.#shared.frames.length !== this.#next)
      this.#shared = { from, frames: this.#frames.slice(from - this.#first) }
    return this.#shared.frames
  }

  async #read(session: Session, after: string): Promise<void> {
    try {
      for await (const event of session.events({ after, signal: this.#stop.signal })) this.#add(new Frame(event))
      this.#end = {}
    } catch (error) {
      this.#end = { error }
    }
    this.wake()
  }

  #add(frame: Frame): void {
    this.#frames.push(frame)
    this.#chars += frame.json.length
    if (!frame.isPassing) {
      // An answer that was taken back leads to the position before it: the map stays in order of places.
      this.#places.delete(frame.position)
      this.#places.set(frame.position, this.#next)
    }
    while (this.#frames.length > 1 && (this.#frames.length > MOST_FRAMES || this.#chars > MOST_CHARS)) this.#drop()
    this.wake()
  }

  #drop(): void {
    const frame = this.#frames.shift()
    if (frame === undefined) return
    this.#first++
    this.#chars -= frame.json.length
    for (const [position, place] of this.#places) {
      // In the order in which they were added: the rest is newer.
      if (place >= this.#first) break
      this.#places.delete(position)
    }
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve))
  }

  /** Viewers look again. Once for all events that are known together, so that they go out in one piece. */
  wake(): void {
    if (this.#isWaking) return
    this.#isWaking = true
    setImmediate(() => {
      this.#isWaking = false
      const waiting = this.#waiters
      this.#waiters = []
      for (const wake of waiting) wake()
    })
  }
}
