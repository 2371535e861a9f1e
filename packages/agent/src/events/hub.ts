// Distributes facts and deltas to subscribers. Each subscriber pulls at its own pace: a slow one gets larger pieces,
// never fewer, and delays no other. Events are built only for those who are told them.
import { OneByOne } from "../base/one-by-one.ts"
import type { Clock } from "../contracts/clock.ts"
import { PawlError } from "../contracts/error.ts"
import type { Delta, Event, SubscribeOptions, TurnEnd, TurnOf } from "../contracts/event.ts"
import type { Fact } from "../contracts/fact.ts"
import type { Store } from "../contracts/store.ts"
import { Channel } from "./channel.ts"
import { Cursor } from "./cursor.ts"
import { LiveWriter } from "./live-writer.ts"
import { type Position, parsePosition, START } from "./position.ts"
import { traceAt } from "./trace-at.ts"
import { TurnWatch } from "./turn-watch.ts"

/** While a model answers, only few facts can come: input and a cancellation. */
const LOOK_BACK = 50
/** Who waits for a turn that has not begun looks again then: other processes may have changed what nobody was told. */
const LOOK_AGAIN_MS = 5000
/** Kept for each subscriber that is behind, while it reads them. */
const PAGE = 32

export class Hub {
  readonly #store: Store
  readonly #clock: Clock
  readonly #live: LiveWriter
  readonly #channels = new Map<string, Channel>()
  /** Why a session could not go on here, until it does. */
  readonly #failures = new Map<string, { readonly mark: number; readonly error: unknown }>()
  /** Followed here, and run by another process or by none. */
  readonly #remote = new Map<Channel, string>()
  /** The last look at a session that another process runs: the number of its last fact, and its text in flight. */
  readonly #looks = new WeakMap<Channel, string>()
  #refreshing: "now" | "again" | undefined
  #stopWatching: (() => void) | undefined
  readonly #waits = new Set<Promise<unknown>>()
  #isClosed = false
  #mark = 0

  constructor(store: Store, clock: Clock) {
    this.#store = store
    this.#clock = clock
    this.#live = new LiveWriter(store.live, clock, (session) => this.#channels.get(session)?.textSoFar())
  }

  /** A drive in this process begins, at the log's `head`, or ends. In between, everything about the session is published here. */
  setLocal(session: string, local: boolean, head = 0): void {
    const channel = this.#channel(session)
    channel.setLocal(local, head)
    this.#attend(session, channel)
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
    if (this.#channel(session).publish(facts)) this.#live.end(session)
  }

  readonly emit = (session: string, delta: Delta): void => {
    this.#channel(session).emit(delta)
    if (delta.kind === "text") this.#live.mark(session)
  }

  fail(session: string, error: unknown): void {
    this.#failures.set(session, { mark: ++this.#mark, error })
    this.#channels.get(session)?.notify()
  }

  subscribe(session: string, options: SubscribeOptions = {}): AsyncGenerator<Event, void, void> {
    // Refused at the call: a server has to answer before it begins a stream.
    if (options.after !== undefined) parsePosition(options.after)
    return new OneByOne(this.lists(session, options))
  }

  /** The events of a subscription as they become known, a list at a time. */
  async *lists(session: string, options: SubscribeOptions = {}): AsyncGenerator<readonly Event[], void, void> {
    const channel = this.#channel(session)
    // Counted at once: a channel that is not used may be dropped at any time.
    channel.subscribers++
    const { deltas = true, signal } = options
    if (deltas) channel.listeners++
    this.#attend(session, channel)
    const awake = stayAlive()
    const onAbort = () => channel.notify()
    signal?.addEventListener("abort", onAbort)
    try {
      const cursor = await this.#cursorAt(session, options.after)
      while (!this.#isClosed && signal?.aborted !== true) {
        const version = channel.version(deltas)
        const events =
          this.#eventsAtHand(channel, cursor, deltas) ?? (await this.#storedEvents(session, channel, cursor, deltas))
        if (events.length > 0) yield events
        this.#throwFailure(session, options.failAfter)
        if (events.length === 0) await channel.changed(version, deltas)
      }
    } finally {
      clearInterval(awake)
      signal?.removeEventListener("abort", onAbort)
      channel.subscribers--
      if (deltas) channel.listeners--
      this.#attend(session, channel)
    }
  }

  /** Waits for the end of a turn. Undefined when the hub is closed before. */
  turnEnd(session: string, of: TurnOf, failAfter?: number): Promise<TurnEnd | undefined> {
    const wait = this.#turnEnd(session, of, failAfter)
    this.#waits.add(wait)
    const over = () => void this.#waits.delete(wait)
    wait.then(over, over)
    return wait
  }

  /** Until nobody waits for the end of a turn any more, and at most for so long. */
  async untilAnswered(ms: number): Promise<void> {
    if (this.#waits.size === 0 || ms <= 0) return
    const answered = new AbortController()
    const all = Promise.allSettled(this.#waits).then(() => answered.abort())
    await Promise.race([all, this.#clock.sleep(ms, answered.signal)])
    answered.abort()
  }

  async #turnEnd(session: string, of: TurnOf, failAfter?: number): Promise<TurnEnd | undefined> {
    const channel = this.#channel(session)
    channel.watches++
    this.#attend(session, channel)
    const watch = new TurnWatch(of)
    const isWaiting = () => !watch.hasBegun && !channel.isLocal
    // It keeps the process alive, too.
    const awake = setInterval(() => isWaiting() && channel.notify(), LOOK_AGAIN_MS)
    try {
      for (let isFirst = true; !this.#isClosed && !watch.isOver; isFirst = false) {
        const version = channel.version(false)
        const facts = (await this.#hasMore(session, channel, watch.seq))
          ? await this.#factsAfter(session, channel, watch.seq)
          : []
        watch.see(facts)
        if (watch.isOver) break
        this.#throwFailure(session, failAfter)
        if (facts.length > 0) continue
        if (!isFirst && isWaiting()) await this.#refuseForgotten(session, of.command, watch.seq)
        await channel.factsChanged(version, watch.see)
      }
      return await watch.event(this.#store.log, session)
    } finally {
      clearInterval(awake)
      channel.watches--
      this.#attend(session, channel)
    }
  }

  close(): void {
    this.#isClosed = true
    this.#stopWatching?.()
    this.#live.close()
    for (const channel of this.#channels.values()) channel.notify()
  }

  #throwFailure(session: string, failAfter = Number.POSITIVE_INFINITY): void {
    const failure = this.#failures.get(session)
    if (failure !== undefined && failure.mark > failAfter) throw failure.error
  }

  async #cursorAt(session: string, after: string | number | undefined): Promise<Cursor> {
    const position = after === undefined ? START : parsePosition(after)
    if (position.seq === 0) return new Cursor(position)
    const from = Math.max(0, position.seq - LOOK_BACK)
    const before = await this.#store.log.read(session, from, position.seq - from)
    return new Cursor(inAnswer(position, before), await traceAt(this.#store.log, session, before))
  }

  /** Undefined when the log has to be read. */
  #eventsAtHand(channel: Channel, cursor: Cursor, deltas: boolean): readonly Event[] | undefined {
    const facts = channel.isLocal ? channel.factsAfter(cursor.seq) : undefined
    if (facts === undefined || facts.length > 0) return facts && eventsOf(facts, channel, cursor)
    return deltas ? channel.deltasFor(cursor) : []
  }

  async #storedEvents(session: string, channel: Channel, cursor: Cursor, deltas: boolean): Promise<readonly Event[]> {
    const facts = await this.#factsAfter(session, channel, cursor.seq)
    if (facts.length > 0) return eventsOf(facts, channel, cursor)
    if (!deltas) return []
    if (channel.isLocal) return channel.deltasFor(cursor)
    const live = await this.#store.live.read(session)
    return live === undefined ? [] : cursor.publishText(live.attempt, (offset) => live.text.slice(offset))
  }

  /** Asked first where mostly there is nothing yet: a turn that has just been sent begins in this process a moment later. */
  async #hasMore(session: string, channel: Channel, seq: number): Promise<boolean> {
    if (channel.isLocal) return true
    const head = await this.#store.log.head(session)
    // A log does not become shorter: this is another session with the same id.
    if (head < seq || head === 0) throw sessionGone(session)
    // What was published here meanwhile is at hand.
    return head > seq || channel.isLocal
  }

  /** A command waits, or the log shows what became of it. Otherwise its session was removed, and another one has its id now. */
  async #refuseForgotten(session: string, command: string, seq: number): Promise<void> {
    const waiting = await this.#store.inbox.read(session)
    if (waiting.some((each) => each.command.id === command)) return
    if ((await this.#store.log.head(session)) <= seq) throw sessionGone(session)
  }

  async #factsAfter(session: string, channel: Channel, seq: number): Promise<readonly Fact[]> {
    const facts =
      (channel.isLocal ? channel.factsAfter(seq) : undefined) ?? (await this.#store.log.read(session, seq, PAGE))
    if (facts.length > 0 || channel.isLocal || seq === 0) return facts
    if ((await this.#store.log.head(session)) === 0) throw sessionGone(session)
    return facts
  }

  #channel(session: string): Channel {
    const known = this.#channels.get(session)
    if (known !== undefined) return known
    const channel = new Channel()
    this.#channels.set(session, channel)
    return channel
  }

  /** Keeps the channel while it is used, and watches the store only for sessions that this process does not run. */
  #attend(session: string, channel: Channel): void {
    if (!channel.isUsed && this.#channels.get(session) === channel) this.#channels.delete(session)
    if (channel.isUsed && !channel.isLocal) this.#remote.set(channel, session)
    else this.#remote.delete(channel)
    if (this.#remote.size > 0 && !this.#isClosed) this.#stopWatching ??= this.#store.watch(() => void this.#refresh())
    else {
      this.#stopWatching?.()
      this.#stopWatching = undefined
    }
  }

  /** The store changed: subscribers to sessions of other processes look again, if it was their session that changed. */
  async #refresh(): Promise<void> {
    if (this.#refreshing !== undefined) {
      this.#refreshing = "again"
      return
    }
    do {
      this.#refreshing = "now"
      for (const [channel, session] of [...this.#remote]) {
        const seen = await this.#look(session)
        if (seen !== undefined && seen === this.#looks.get(channel)) continue
        if (seen !== undefined) this.#looks.set(channel, seen)
        channel.notify()
      }
      // It was set while this one waited.
    } while ((this.#refreshing as string) === "again")
    this.#refreshing = undefined
  }

  /** What a subscriber would see change. Undefined when the store cannot be read: then subscribers meet the error themselves. */
  async #look(session: string): Promise<string | undefined> {
    try {
      const live = await this.#store.live.read(session)
      return `${await this.#store.log.head(session)} ${live?.attempt} ${live?.text.length}`
    } catch {
      return undefined
    }
  }
}

function eventsOf(facts: readonly Fact[], channel: Channel, cursor: Cursor): readonly Event[] {
  return facts.flatMap((fact) => [...channel.remainingOutput(fact, cursor), ...cursor.publish(fact)])
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
