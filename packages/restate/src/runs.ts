// The runs of this process, at most one for each session, and what Restate is told of them.
import { type Drive, type DriveResult, isPawlError, type ServeOptions } from "@pawl/agent"
import { Slots } from "@pawl/agent/host"
import { RetryableError } from "@restatedev/restate-sdk"
import { within } from "./within.ts"

export interface RunsSetup extends Pick<ServeOptions, "concurrency" | "standingOf" | "onError"> {
  readonly drive: Drive
  readonly yieldAfterMs: number
  /** Has the session run after this run: at once, or at a time. Durable once it resolves. */
  readonly send: (session: string, at?: number) => Promise<void>
}

interface Active {
  readonly stop: AbortController
  readonly ended: Promise<void>
  /** What comes after it is being decided: a wake from now on is not for this run. */
  isOver: boolean
  again: boolean
  /** The place of the newest command that it was woken for. */
  newest: number
  poke: () => void
}

/** How long a run may wait for the end of an older one of this process, which Restate has given up. */
const ENDING_MS = 5000
const UNREADABLE_MS = 30_000
const MAX_WAIT_MS = 30_000

export class Runs {
  readonly #setup: RunsSetup
  readonly #slots: Slots
  readonly #active = new Map<string, Active>()
  readonly #failures = new Map<string, number>()
  #draining = false

  constructor(setup: RunsSetup) {
    this.#setup = setup
    const { concurrency: size = Number.POSITIVE_INFINITY, standingOf } = setup
    this.#slots = new Slots({ size, now: () => Date.now(), standingOf })
  }

  has(session: string): boolean {
    return this.#active.has(session)
  }

  /**
   * Whether a run of this process will see to it: Restate has that run under way, and starts it again if this process dies. A
   * run that Restate has given up will not.
   */
  wake(session: string, place?: number): boolean {
    const active = this.#active.get(session)
    if (place !== undefined) this.#slots.refresh(session)
    if (active === undefined || active.isOver || active.stop.signal.aborted) return false
    if (place === undefined) active.again = true
    else active.newest = Math.max(active.newest, place)
    active.poke()
    return true
  }

  poke(session: string): void {
    this.#active.get(session)?.poke()
  }

  lend(session: string): () => void {
    return this.#slots.lend(session)
  }

  /** Runs a session for Restate. `signal` is aborted when Restate has given up this attempt. */
  async run(session: string, signal: AbortSignal): Promise<void> {
    if (this.#draining) throw again("This worker is ending")
    const release = await this.#slotFor(session, signal)
    try {
      await this.#afterOlder(session)
      if (signal.aborted || this.#draining) throw again("The attempt was given up before it began")
      await this.#runNow(session, signal)
    } finally {
      release()
    }
  }

  /** Resolves with the function that gives the slot back. */
  #slotFor(session: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        withdraw()
        reject(again("The attempt was given up before it began"))
      }
      signal.addEventListener("abort", giveUp)
      const withdraw = this.#slots.request(session, (leave) => {
        signal.removeEventListener("abort", giveUp)
        resolve(leave)
      })
      if (signal.aborted) giveUp()
    })
  }

  async drain(deadlineMs: number): Promise<void> {
    this.#draining = true
    const allEnded = () => Promise.all([...this.#active.values()].map(({ ended }) => ended))
    if (this.#active.size > 0 && deadlineMs > 0) await within(deadlineMs, allEnded())
    for (const { stop } of this.#active.values()) stop.abort("closed")
    await allEnded()
  }

  /** Restate starts a run only when it has given up the one before, which may not have noticed yet. */
  async #afterOlder(session: string): Promise<void> {
    const older = this.#active.get(session)
    if (older === undefined) return
    older.stop.abort("evicted")
    await within(ENDING_MS, older.ended)
    if (this.#active.has(session)) throw again("An older run of this process has not ended yet")
  }

  async #runNow(session: string, signal: AbortSignal): Promise<void> {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const active: Active = {
      stop: new AbortController(),
      ended,
      isOver: false,
      again: false,
      newest: 0,
      poke: () => {},
    }
    this.#active.set(session, active)
    const onGivenUp = () => active.stop.abort("evicted")
    signal.addEventListener("abort", onGivenUp)
    try {
      const result = await this.#drive(session, active)
      active.isOver = true
      await this.#settle(session, active, result)
    } finally {
      signal.removeEventListener("abort", onGivenUp)
      this.#active.delete(session)
      end()
    }
  }

  async #drive(session: string, active: Active): Promise<DriveResult> {
    const onPoke = (listener: () => void) => {
      active.poke = listener
    }
    const { drive, yieldAfterMs } = this.#setup
    try {
      // Restate has decided who runs it. Should it be wrong, the store refuses the older runner.
      const how = { signal: active.stop.signal, onPoke, yieldAfterMs, takesOver: true }
      const result = await drive(session, how)
      this.#failures.delete(session)
      return result
    } catch (error) {
      throw this.#failed(session, error)
    }
  }

  /** Returning makes Restate count the run as done, so what is left to do has to be durable there before. */
  async #settle(session: string, { stop, again: isAgain, newest }: Active, result: DriveResult): Promise<void> {
    if (result.state === "held") throw again("Another runner has the session")
    // It is woken anew when there is room for it.
    if (result.state === "waits") return
    if (stop.signal.aborted) throw again("The attempt was given up")
    if (result.state === "yield" || isAgain || newest > (result.seen ?? 0)) await this.#setup.send(session)
    else if (result.state === "sleep") await this.#setup.send(session, result.until)
  }

  #failed(session: string, error: unknown): Error {
    // Another runner goes on. Should it be gone as well, this attempt is the one that Restate repeats.
    if (isPawlError(error, "lease-lost")) return again("Another runner took the session")
    this.#setup.onError?.(session, error)
    // Another worker may be of the version that can read it.
    if (isPawlError(error, "fact-unreadable")) return again("This version cannot read the session", UNREADABLE_MS)
    const count = (this.#failures.get(session) ?? 0) + 1
    this.#failures.set(session, count)
    return again("The run failed", Math.min(MAX_WAIT_MS, 500 * 2 ** count))
  }
}

/** Makes Restate try again, by its retry policy unless a wait is given. The details are in the worker's own log. */
function again(why: string, retryAfter?: number): RetryableError {
  return new RetryableError(`${why}: to be run again.`, retryAfter === undefined ? {} : { retryAfter })
}
