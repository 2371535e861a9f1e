// Holds this process's leases: sends one heartbeat for all of them, notices lost leases, and decides whether other
// holders are still alive.
import type { Clock } from "../contracts/clock.ts"
import type { Holder, Leases, Runner } from "../contracts/leases.ts"
import { isDead } from "./runner-identity.ts"

export interface LeaseTimes {
  readonly beatMs: number
  /** A holder whose counter has not changed for this long, by this process's clock, has lapsed. */
  readonly lapseMs: number
  /** Called when a heartbeat was late because the process was busy, with the delay and the sessions it holds. */
  readonly onBlocked?: (ms: number, sessions: readonly string[]) => void
}

export interface Lease {
  readonly epoch: number
  readonly seq: number
}

/** The lease, or why there is none: the owner runs as many sessions as it may (`isFull`), or another runner has it. */
export type Claimed =
  | { readonly lease: Lease }
  | { readonly lease?: undefined; readonly isFull: boolean; readonly holder?: Holder | undefined }

/** How a lease is acquired. */
export interface ClaimOptions {
  /** Also from a holder that lives. */
  readonly takesOver?: boolean
  /** Not while so many other sessions of the owner run. */
  readonly maxRunning?: number | undefined
}

/** A tenth of the lapse time: long before others take over, and longer than an ordinary pause. */
const BLOCKED_SHARE = 10

/** A process that lost its connection and lives has another one long before. */
export const CUT_OFF_MS = 500

/** A holder that lives may beat between the look and the take. It does so once a second, so one more look is nearly always enough. */
const MAX_TAKES = 5

interface Observed {
  readonly beat: number
  /** When it was first seen at this beat. */
  readonly since: number
  /** When its connection was first seen to have ended. */
  readonly cutSince?: number | undefined
}

export class LeaseKeeper {
  readonly #leases: Leases
  readonly #runner: Runner
  readonly #clock: Clock
  readonly #times: LeaseTimes
  readonly #held = new Map<string, () => void>()
  readonly #observed = new Map<string, Observed>()
  readonly #stopped = new AbortController()
  #joined: Promise<void> | undefined
  #beating = false

  constructor(leases: Leases, runner: Runner, clock: Clock, times: LeaseTimes) {
    this.#leases = leases
    this.#runner = runner
    this.#clock = clock
    this.#times = times
  }

  /**
   * Undefined while another live runner holds the lease, unless it is to be taken over, or when the session does not exist. A
   * run of this process keeps it in any case.
   */
  async acquire(session: string, onLost: () => void, how?: ClaimOptions): Promise<Lease | undefined> {
    return (await this.claim(session, onLost, how)).lease
  }

  /** Like `acquire`, and says why there is no lease. */
  async claim(session: string, onLost: () => void, how: ClaimOptions = {}): Promise<Claimed> {
    const { takesOver = false, maxRunning } = how
    await this.#join()
    let acquired = await this.#leases.acquire(session, this.#runner.id, undefined, maxRunning)
    for (let tries = takesOver ? MAX_TAKES : 1; tries > 0 && !acquired.ok; tries--) {
      const { holder } = acquired
      if (holder === undefined || !this.#mayTake(session, holder, takesOver)) break
      acquired = await this.#leases.acquire(session, this.#runner.id, holder, maxRunning)
    }
    if (!acquired.ok) {
      const { holder } = acquired
      return { isFull: acquired.holder === undefined && acquired.isFull === true, holder }
    }
    this.#held.set(session, onLost)
    this.#beat()
    return { lease: { epoch: acquired.epoch, seq: acquired.seq } }
  }

  /** The runner of this process, known to the store: a session can be given to it. */
  async joined(): Promise<string> {
    await this.#join()
    return this.#runner.id
  }

  /** Joins once; tries again if that failed. */
  #join(): Promise<void> {
    this.#joined ??= this.#leases.join(this.#runner).catch((error: unknown) => {
      this.#joined = undefined
      throw error
    })
    return this.#joined
  }

  async release(session: string, epoch: number, rest: Parameters<Leases["release"]>[2]): Promise<boolean> {
    this.#held.delete(session)
    return this.#leases.release(session, epoch, rest)
  }

  /** Stops watching a lease that another runner has taken, without calling `onLost`. */
  forget(session: string): void {
    this.#held.delete(session)
  }

  #mayTake(session: string, holder: Holder, takesOver: boolean): boolean {
    // The lease is ours but no run here holds it: an earlier run ended without releasing it.
    if (holder.runner.id === this.#runner.id) return !this.#held.has(session)
    return takesOver || this.isGone(holder)
  }

  /**
   * True when the process is certainly dead, when its connection has ended and it made no other one, or when its counter did not
   * change for too long while we watched.
   */
  isGone({ runner, beat, isCutOff = false }: Holder): boolean {
    if (runner.id === this.#runner.id) return false
    if (isDead(runner)) return true
    const now = this.#clock.monotonic()
    const before = this.#observed.get(runner.id)
    const seen = before?.beat === beat ? before : { beat, since: now }
    const cutSince = isCutOff ? (seen.cutSince ?? now) : undefined
    this.#observed.set(runner.id, { beat, since: seen.since, cutSince })
    const { lapseMs } = this.#times
    if (now - seen.since >= lapseMs) return true
    return cutSince !== undefined && now - cutSince >= Math.min(CUT_OFF_MS, lapseMs)
  }

  /** For one who could not look for a while: that counters stood still meanwhile proves nothing. */
  startOver(): void {
    this.#observed.clear()
  }

  async close(): Promise<void> {
    this.#stopped.abort("closed")
    if (this.#joined !== undefined) await this.#leases.leave(this.#runner.id)
  }

  /** Beats from the main loop, so that a process that hangs lapses. */
  async #beat(): Promise<void> {
    if (this.#beating) return
    this.#beating = true
    while (this.#held.size > 0 && !this.#stopped.signal.aborted) {
      const since = this.#clock.monotonic()
      await this.#clock.sleep(this.#times.beatMs, this.#stopped.signal)
      if (this.#stopped.signal.aborted) break
      const late = this.#clock.monotonic() - since - this.#times.beatMs
      if (late > this.#times.lapseMs / BLOCKED_SHARE) this.#times.onBlocked?.(Math.round(late), [...this.#held.keys()])
      await this.#beatOnce()
    }
    this.#beating = false
  }

  async #beatOnce(): Promise<void> {
    const before = [...this.#held]
    try {
      const still = new Set(await this.#leases.beat(this.#runner.id))
      for (const [session, onLost] of before) {
        if (still.has(session) || this.#held.get(session) !== onLost) continue
        this.#held.delete(session)
        onLost()
      }
    } catch {
      // A beat that could not be written counts as missed: others may take over, and then the next append fails.
    }
  }
}
