// The embedded host: runs sessions in this process, sleeps until they are due, and sweeps for
// sessions that no process runs.
import type { Clock } from "../contracts/clock.ts"
import { isPawlError } from "../contracts/error.ts"
import type { Drive, ServeOptions, Serving, SessionHost } from "../contracts/host.ts"
import { Slots } from "./slots.ts"

export interface LocalHostOptions {
  readonly clock: Clock
  readonly sweepMs: number
  /** Keeps the process alive to run sessions that arrive later. */
  readonly staysAlive?: boolean
  /** Sessions that are due and that no live runner holds. */
  readonly sweep: () => Promise<readonly string[]>
  /** How a session stands among those that wait. */
  readonly standingOf?: ServeOptions["standingOf"]
  readonly onError: (session: string, error: unknown) => void
}

interface Active {
  readonly stop: AbortController
  again: boolean
  /** The place of the newest command that it was begun for, which it reads as it begins. */
  readonly begunFor: number
  /** The place of the newest command that it was woken for since. */
  newest: number
  poke: () => void
}

/** A session that waits for a slot. */
interface Queued {
  withdraw: () => void
  /** The place of the newest command that it was woken for. */
  newest: number
}

export class LocalHost implements SessionHost {
  readonly #options: LocalHostOptions
  readonly #active = new Map<string, Active>()
  /** Sessions that wait for a slot. */
  readonly #queued = new Map<string, Queued>()
  /** Sessions that failed here, and when the host may retry them by itself. */
  readonly #failures = new Map<string, { readonly count: number; readonly retryAt: number }>()
  readonly #slots: Slots
  /** Sessions whose next run takes the lease from whoever holds it. */
  readonly #taking = new Set<string>()
  readonly #timers = new Set<AbortController>()
  readonly #stopping = new AbortController()
  #drive: Drive | undefined
  #draining = false
  #idle: () => void = () => {}

  constructor(options: LocalHostOptions) {
    this.#options = options
    const { clock, standingOf } = options
    // None before it serves.
    this.#slots = new Slots({ size: 0, now: () => clock.now(), standingOf })
  }

  get running(): readonly string[] {
    return [...this.#active.keys()]
  }

  async wake(session: string, when?: { readonly at?: number; readonly place?: number }): Promise<void> {
    const { at = 0, place } = when ?? {}
    if (at > this.#options.clock.now()) return this.#wakeAt(session, at)
    const active = this.#active.get(session)
    if (active !== undefined) return wakeActive(active, place)
    const queued = this.#queued.get(session)
    if (queued === undefined) return this.#queue(session, place)
    if (place === undefined || place <= queued.newest) return
    queued.newest = place
    // A command may be of a person who settles something, which does not wait behind others.
    this.#slots.refresh(session)
  }

  /** The session waits for another one until the returned function is called. */
  yieldSlot(session: string): () => void {
    return this.#slots.lend(session)
  }

  poke(session: string): void {
    this.#active.get(session)?.poke()
  }

  /** A run of this process is suspended and started again; from another process the lease is taken. */
  async evict(session: string): Promise<void> {
    const active = this.#active.get(session)
    if (active === undefined) this.#taking.add(session)
    else active.stop.abort("evicted")
    await this.wake(session)
  }

  async serve(drive: Drive, options?: Pick<ServeOptions, "concurrency">): Promise<Serving> {
    this.#drive = drive
    this.#slots.resize(options?.concurrency ?? Number.POSITIVE_INFINITY)
    const sweeping = this.#sweepRepeatedly()
    return {
      drain: async ({ deadlineMs }) => {
        await this.#drain(deadlineMs)
        await sweeping
      },
    }
  }

  #queue(session: string, newest = 0): void {
    // Noted first: it may start at once.
    const queued: Queued = { withdraw: () => {}, newest }
    this.#queued.set(session, queued)
    queued.withdraw = this.#slots.request(session, (leave) => {
      this.#queued.delete(session)
      if (this.#drive === undefined || this.#draining) leave()
      else void this.#runOne(session, this.#drive, queued.newest).finally(leave)
    })
  }

  async #runOne(session: string, drive: Drive, begunFor: number): Promise<void> {
    const active: Active = { stop: new AbortController(), again: false, begunFor, newest: 0, poke: () => {} }
    this.#active.set(session, active)
    const onPoke = (listener: () => void) => {
      active.poke = listener
    }
    const takesOver = this.#taking.delete(session)
    let wakeAt: number | undefined
    let seen = 0
    try {
      const result = await drive(session, { signal: active.stop.signal, onPoke, takesOver })
      seen = result.seen ?? 0
      this.#failures.delete(session)
      if (result.state === "sleep") wakeAt = result.until
      if (result.state === "yield") active.again = true
    } catch (error) {
      wakeAt = this.#failed(session, error)
    }
    this.#active.delete(session)
    if (!this.#draining) {
      if (active.again || active.newest > seen) this.#queue(session)
      else if (wakeAt !== undefined) this.#wakeAt(session, wakeAt)
    }
    if (this.#active.size === 0) this.#idle()
  }

  /** When to try again: never for a session that another runner has, or that this version cannot read. */
  #failed(session: string, error: unknown): number | undefined {
    if (isPawlError(error, "lease-lost")) return undefined
    this.#options.onError(session, error)
    if (isPawlError(error, "session-missing")) return undefined
    const count = (this.#failures.get(session)?.count ?? 0) + 1
    const wait = isPawlError(error, "fact-unreadable") ? Number.POSITIVE_INFINITY : Math.min(30_000, 500 * 2 ** count)
    const retryAt = this.#options.clock.now() + wait
    this.#failures.set(session, { count, retryAt })
    return Number.isFinite(wait) ? retryAt : undefined
  }

  #wakeAt(session: string, at: number): void {
    const timer = new AbortController()
    this.#timers.add(timer)
    this.#options.clock.sleep(at - this.#options.clock.now(), timer.signal).then(() => {
      this.#timers.delete(timer)
      if (timer.signal.aborted || this.#draining) return
      return this.wake(session)
    })
  }

  #mayTry(session: string): boolean {
    return !this.#active.has(session) && (this.#failures.get(session)?.retryAt ?? 0) <= this.#options.clock.now()
  }

  async #sweepRepeatedly(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        for (const session of await this.#options.sweep()) if (this.#mayTry(session)) await this.wake(session)
      } catch (error) {
        this.#options.onError("*", error)
      }
      const { clock, sweepMs, staysAlive } = this.#options
      await (staysAlive === true
        ? clock.sleep(sweepMs, this.#stopping.signal)
        : clock.idle(sweepMs, this.#stopping.signal))
    }
  }

  async #drain(deadlineMs: number): Promise<void> {
    this.#draining = true
    for (const { withdraw } of this.#queued.values()) withdraw()
    for (const timer of this.#timers) timer.abort("closed")
    const allIdle = new Promise<void>((resolve) => {
      this.#idle = resolve
    })
    if (this.#active.size > 0 && deadlineMs > 0) {
      const done = new AbortController()
      await Promise.race([allIdle, this.#options.clock.sleep(deadlineMs, done.signal)])
      done.abort("closed")
    }
    this.#stopping.abort("closed")
    for (const { stop } of this.#active.values()) stop.abort("closed")
    if (this.#active.size > 0) await allIdle
  }
}

/** Who sends a command wakes its session, and so does the look at what other processes have sent: the second one says nothing new. */
function wakeActive(active: Active, place: number | undefined): void {
  if (place === undefined) active.again = true
  else if (place <= Math.max(active.begunFor, active.newest)) return
  else active.newest = place
  active.poke()
}
