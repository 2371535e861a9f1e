// Distributes facts and deltas to subscribers. Each subscriber pulls at its own pace: a slow one gets larger pieces,
// never fewer, and delays no other.
import type { Clock } from "../contracts/clock.ts"
import { PawlError } from "../contracts/error.ts"
import type { Delta, Event, SubscribeOptions } from "../contracts/event.ts"
import type { Fact } from "../contracts/fact.ts"
import type { Store } from "../contracts/store.ts"
import { Channel } from "./channel.ts"
import { Cursor } from "./cursor.ts"
import { type Position, parsePosition, START } from "./position.ts"
import { traceAt } from "./trace-at.ts"

const LIVE_MS = 100
/** While a model answers, only few facts can come: input and a cancellation. */
const LOOK_BACK = 50

export class Hub {
  readonly #store: Store
  readonly #clock: Clock
  readonly #channels = new Map<string, Channel>()
  /** Why a session could not go on here, until it does. */
  readonly #failures = new Map<string, { readonly mark: number; readonly error: unknown }>()
  readonly #closed = new AbortController()
  readonly #stopWatching: () => void
  #dirty = new Set<string>()
  #isFlushDue = false
  #cancelFlush = () => {}
  #mark = 0

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
    this.#stopWatching = store.watch(() => this.#refresh())
  }

  /** A drive in this process begins or ends. In between, everything about the session is published here. */
  setLocal(session: string, local: boolean): void {
    const channel = this.#channel(session)
    channel.local = local
    channel.notify()
    if (!local) this.#drop(session, channel)
  }

  /** Later failures have a higher mark. */
  get mark(): number {
    return this.#mark
  }

  /** Whether a subscriber in this process gets all events of the session. */
  isHeard(session: string): boolean {
    return (this.#channels.get(session)?.listeners ?? 0) > 0
  }

  publish(session: string, facts: readonly Fact[]): void {
    this.#failures.delete(session)
    this.#channel(session).publish(facts)
    if (facts.some((fact) => fact.type === "model-answered" || fact.type === "model-failed")) this.#endLive(session)
  }

  emit(session: string, delta: Delta): void {
    this.#channel(session).emit(delta)
    if (delta.kind === "text") this.#markLive(session)
  }

  fail(session: string, error: unknown): void {
    this.#failures.set(session, { mark: ++this.#mark, error })
    this.#channels.get(session)?.notify()
  }

  async *subscribe(session: string, options: SubscribeOptions = {}): AsyncGenerator<Event, void, void> {
    const channel = this.#channel(session)
    // Counted at once: a channel without subscribers may be dropped at any time.
    channel.subscribers++
    const { deltas = true } = options
    if (deltas) channel.listeners++
    const signal = anySignal(this.#closed.signal, options.signal)
    const awake = stayAlive()
    const onAbort = () => channel.notify()
    signal.addEventListener("abort", onAbort)
    try {
      const cursor = await this.#cursorAt(session, options.after)
      while (!signal.aborted) {
        const version = channel.version(deltas)
        const events = await this.#eventsAfter(session, channel, cursor, deltas)
        yield* events
        const failure = this.#failures.get(session)
        if (failure !== undefined && failure.mark > (options.failAfter ?? Number.POSITIVE_INFINITY)) throw failure.error
        if (events.length === 0) await channel.changed(version, deltas)
      }
    } finally {
      clearInterval(awake)
      signal.removeEventListener("abort", onAbort)
      channel.subscribers--
      if (deltas) channel.listeners--
      this.#drop(session, channel)
    }
  }

  close(): void {
    this.#stopWatching()
    this.#cancelFlush()
    this.#closed.abort("closed")
  }

  async #cursorAt(session: string, after: string | number | undefined): Promise<Cursor> {
    const position = after === undefined ? START : parsePosition(after)
    if (position.seq === 0) return new Cursor(position)
    const from = Math.max(0, position.seq - LOOK_BACK)
    const before = await this.#store.log.read(session, from, position.seq - from)
    return new Cursor(inAnswer(position, before), await traceAt(this.#store.log, session, before))
  }

  async #eventsAfter(session: string, channel: Channel, cursor: Cursor, deltas: boolean): Promise<readonly Event[]> {
    const known = channel.local ? channel.factsAfter(cursor.seq) : undefined
    const facts = known ?? (await this.#store.log.read(session, cursor.seq, 500))
    const events = facts.flatMap((fact) => [...channel.remainingOutput(fact, cursor), ...cursor.publish(fact)])
    if (facts.length > 0) return events
    if (channel.local) return deltas ? channel.deltasFor(cursor) : []
    if (cursor.seq > 0 && (await this.#store.log.head(session)) === 0) throw sessionGone(session)
    if (!deltas) return []
    const live = await this.#store.live.read(session)
    return live === undefined ? [] : cursor.publishText(live.attempt, (offset) => live.text.slice(offset))
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

  /** The store changed: subscribers to sessions of other processes look again. */
  #refresh(): void {
    for (const channel of this.#channels.values()) if (!channel.local) channel.notify()
  }

  /** Writes the text so far to the store at intervals, for other processes. */
  #markLive(session: string): void {
    this.#dirty.add(session)
    if (this.#isFlushDue) return
    this.#isFlushDue = true
    this.#cancelFlush = this.#clock.after(LIVE_MS, () => this.#flushLive())
  }

  #flushLive(): void {
    const dirty = this.#dirty
    this.#dirty = new Set()
    this.#isFlushDue = false
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

/** A bare `seq` may be in the middle of an answer: then the answer's text is still to be published. */
function inAnswer(position: Position, before: readonly Fact[]): Position {
  if (position.attempt !== undefined) return position
  // A request to the judge is no answer, and is not published.
  const last = before.findLast((fact) => fact.type.startsWith("model-") && !("purpose" in fact))
  return last?.type === "model-asked" ? { ...position, attempt: last.attempt } : position
}

/** Keeps the process alive while a subscriber waits for events. */
function stayAlive(): NodeJS.Timeout {
  return setInterval(() => {}, 2 ** 30)
}

function sessionGone(session: string): PawlError {
  return new PawlError(
    "session-missing",
    `Session ${session} was removed while its events were followed. Open a new session to go on.`,
  )
}

function anySignal(first: AbortSignal, second: AbortSignal | undefined): AbortSignal {
  return second === undefined ? first : AbortSignal.any([first, second])
}
