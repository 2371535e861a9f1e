// Facts and deltas -> subscribers. A subscriber pulls at its own pace: a slow one gets larger pieces, never fewer, and
// holds up nobody.
import type { Clock } from "../contracts/clock.ts"
import type { Delta, Event } from "../contracts/event.ts"
import type { Fact } from "../contracts/fact.ts"
import type { Store } from "../contracts/store.ts"
import { Channel } from "./channel.ts"
import { Cursor } from "./cursor.ts"
import { parsePosition, START } from "./position.ts"

export interface SubscribeOptions {
  /** Go on after this position: an event's `position`, or a fact's `seq`. */
  readonly after?: string | number
  readonly signal?: AbortSignal
  /** Throw when the session cannot go on in this process, instead of waiting for somebody who can. */
  readonly failFast?: boolean
}

const LIVE_MS = 100

export class Hub {
  readonly #store: Store
  readonly #clock: Clock
  readonly #channels = new Map<string, Channel>()
  readonly #closed = new AbortController()
  readonly #stopWatching: () => void
  #dirty = new Set<string>()

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
    this.#stopWatching = store.watch(() => this.#refresh())
  }

  /** A drive of this process begins or ends: between the two, what it publishes is all there is. */
  setLocal(session: string, local: boolean): void {
    const channel = this.#channel(session)
    channel.local = local
    channel.notify()
    if (!local) this.#drop(session, channel)
  }

  publish(session: string, facts: readonly Fact[]): void {
    this.#channel(session).publish(facts)
    if (facts.some((fact) => fact.type === "model-answered" || fact.type === "model-failed")) this.#endLive(session)
  }

  emit(session: string, delta: Delta): void {
    this.#channel(session).emit(delta)
    if (delta.kind === "text") this.#markLive(session)
  }

  fail(session: string, error: unknown): void {
    this.#channels.get(session)?.fail(error)
  }

  async *subscribe(session: string, options: SubscribeOptions = {}): AsyncGenerator<Event, void, void> {
    const channel = this.#channel(session)
    const cursor = new Cursor(options.after === undefined ? START : parsePosition(options.after))
    const signal = anySignal(this.#closed.signal, options.signal)
    const began = channel.version
    channel.subscribers++
    try {
      while (!signal.aborted) {
        const version = channel.version
        const events = await this.#eventsAfter(session, channel, cursor)
        yield* events
        const failure = options.failFast === true ? channel.failureAfter(began) : undefined
        if (failure !== undefined) throw failure.error
        if (events.length === 0) await channel.changed(version, signal)
      }
    } finally {
      channel.subscribers--
      this.#drop(session, channel)
    }
  }

  close(): void {
    this.#stopWatching()
    this.#closed.abort("closed")
  }

  async #eventsAfter(session: string, channel: Channel, cursor: Cursor): Promise<readonly Event[]> {
    const known = channel.local ? channel.factsAfter(cursor.seq) : undefined
    const facts = known ?? (await this.#store.log.read(session, cursor.seq, 500))
    const events = facts.flatMap((fact) => cursor.tell(fact))
    if (facts.length > 0) return events
    if (channel.local) return channel.deltasFor(cursor)
    const live = await this.#store.live.read(session)
    return live === undefined ? [] : cursor.tellText(live.attempt, (offset) => live.text.slice(offset))
  }

  #channel(session: string): Channel {
    const known = this.#channels.get(session)
    if (known !== undefined) return known
    const channel = new Channel()
    this.#channels.set(session, channel)
    return channel
  }

  #drop(session: string, channel: Channel): void {
    if (channel.subscribers === 0 && !channel.local) this.#channels.delete(session)
  }

  /** Something changed in the store: whoever follows another process's run looks again. */
  #refresh(): void {
    for (const channel of this.#channels.values()) if (!channel.local) channel.notify()
  }

  /** The text so far goes to the store now and then, for other processes. */
  #markLive(session: string): void {
    if (this.#dirty.size === 0) this.#clock.sleep(LIVE_MS, this.#closed.signal).then(() => this.#flushLive())
    this.#dirty.add(session)
  }

  #flushLive(): void {
    const dirty = this.#dirty
    this.#dirty = new Set()
    if (this.#closed.signal.aborted) return
    for (const session of dirty) {
      const text = this.#channels.get(session)?.textSoFar()
      if (text !== undefined) this.#store.live.write(session, text)
    }
  }

  #endLive(session: string): void {
    this.#dirty.delete(session)
    this.#store.live.write(session, undefined)
  }
}

function anySignal(first: AbortSignal, second: AbortSignal | undefined): AbortSignal {
  return second === undefined ? first : AbortSignal.any([first, second])
}
