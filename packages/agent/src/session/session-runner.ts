// Runs the sessions that belong to this process: those it opened or, with `run: "all"`, those of its workspace that
// are due and that no other process runs.
import { defined } from "../base/defined.ts"
import type { Clock, Ids } from "../contracts/clock.ts"
import { PawlError } from "../contracts/error.ts"
import type { Drive, Serving, SessionHost } from "../contracts/host.ts"
import type { Standing } from "../contracts/queue.ts"
import type { Store } from "../contracts/store.ts"
import { watchOtherProcesses } from "./cross-process-wakeups.ts"
import { CUT_OFF_MS, LeaseKeeper } from "./lease-keeper.ts"
import { LocalHost } from "./local-host.ts"
import { inTurns } from "./queue-order.ts"
import { identify } from "./runner-identity.ts"
import { type MaxRunning, RunningLimit } from "./running-limit.ts"

export interface RunnerSetup {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  /** Which sessions this process runs. */
  readonly run: "opened" | "all" | "none"
  /** The real path of the folder that tools work in. */
  readonly workspace: string | undefined
  /** How many sessions run at once. */
  readonly concurrency: number | undefined
  /** How many sessions of one owner run at once, on all machines of the store; undefined where there is no such limit. */
  readonly maxRunning?: MaxRunning | undefined
  /** Another host than this process: it decides where sessions are run. */
  readonly host?: SessionHost | undefined
  readonly leases: { readonly beatMs?: number; readonly lapseMs?: number; readonly sweepMs?: number } | undefined
  /** Called when a session cannot go on here. */
  readonly onFailed: (session: string, error: unknown) => void
  /** Called when the process was busy for so long that leases were nearly lost. */
  readonly onBlocked: (ms: number, sessions: readonly string[]) => void
}

/**
 * More sessions than any process runs at once, so that live sessions of others cannot hide one that no process runs.
 */
const MAX_SWEPT = 100_000

export class SessionRunner {
  readonly keeper: LeaseKeeper
  /** Undefined where owners may run any number of sessions. */
  readonly limit: RunningLimit | undefined
  readonly #setup: RunnerSetup
  readonly #host: SessionHost
  readonly #sweepMs: number
  /** Who did not look for longer than this has observed nothing. */
  readonly #blindMs: number
  readonly #runner: string
  readonly #opened = new Set<string>()
  readonly #ended = new AbortController()
  #serving: Serving | undefined
  #stopListening = () => {}
  #lookedAt = Number.NEGATIVE_INFINITY
  #isLookingAgain = false

  constructor(setup: RunnerSetup) {
    const { store, clock, ids, run, onFailed, onBlocked } = setup
    const { beatMs = 1000, lapseMs = 10_000, sweepMs = 1000 } = setup.leases ?? {}
    const runner = identify(ids)
    this.#setup = setup
    this.#runner = runner.id
    this.keeper = new LeaseKeeper(store.leases, runner, clock, { beatMs, lapseMs, onBlocked })
    this.#sweepMs = sweepMs
    this.limit = setup.maxRunning && new RunningLimit(store, clock, setup.maxRunning)
    this.#blindMs = Math.max(lapseMs / 2, 3 * sweepMs)
    const standingOf = (session: string) => this.#standingOf(session)
    const sweeping = { sweepMs, sweep: () => this.#due(), standingOf, onError: onFailed }
    this.#host = setup.host ?? new LocalHost({ clock, ...sweeping, staysAlive: run === "all" })
  }

  async start(drive: Drive): Promise<void> {
    const { run, store, concurrency, host, onFailed } = this.#setup
    if (run === "none") return
    // What waits already is begun by the sweep, in the order of the queue, and not in the order in which it came.
    const from = run === "all" && host === undefined ? (await store.inbox.arrivals(0)).at(-1)?.place : undefined
    const wake = (session: string, place: number) => this.#wakeForCommand(session, place)
    this.#stopListening = watchOtherProcesses(store, wake, from)
    this.#serving = await this.#host.serve(this.#wakingNext(drive), {
      ...defined({ concurrency }),
      sweep: () => this.#due(),
      standingOf: (session) => this.#standingOf(session),
      sweepMs: this.#sweepMs,
      onError: onFailed,
    })
  }

  /** From now on this process runs the session, if it runs any. */
  adopt(session: string): void {
    this.#opened.add(session)
  }

  /** Whether this process opened the session, or began it as a child. */
  hasOpened(session: string): boolean {
    return this.#opened.has(session)
  }

  /**
   * Who runs what is sent here: this process, where it runs the sessions that it opened. Undefined: whoever is first. Without it a
   * worker that hears of a message sooner than its sender would run it, with its own model, tools and approvals.
   */
  async runnerOf(): Promise<string | undefined> {
    const { run, host } = this.#setup
    return run === "opened" && host === undefined ? this.keeper.joined() : undefined
  }

  /** What the session is woken for is durable, and a sweep finds it: a host that cannot be reached is only reported. */
  async wake(session: string, when?: { readonly place?: number }): Promise<void> {
    const { run, host, onFailed } = this.#setup
    if (run === "none" && host === undefined) return
    try {
      await this.#host.wake(session, when)
    } catch (error) {
      onFailed("*", error)
    }
  }

  /** A server opens a session for each request: another host hears only of those that have something to do. */
  async wakeOpened(session: string, dueAt: number | null): Promise<void> {
    if (this.#setup.host === undefined || dueAt !== null) await this.wake(session)
  }

  async evict(session: string): Promise<void> {
    const { run, host } = this.#setup
    if (run === "none" && host === undefined)
      throw new PawlError(
        "config-invalid",
        'This agent runs no sessions (run: "none"), so it can take none over. Call evict where sessions are run, or give the agent a host.',
      )
    await this.#host.evict(session)
  }

  /** The session waits for another one and takes up no slot meanwhile. */
  yieldSlot(session: string): () => void {
    return this.#host.yieldSlot?.(session) ?? (() => {})
  }

  /** Waits for running turns to rest, until the deadline, then suspends them. */
  async drain(deadlineMs: number): Promise<void> {
    this.#stopListening()
    this.#ended.abort("closed")
    await this.#serving?.drain({ deadlineMs })
  }

  async leave(): Promise<void> {
    await this.keeper.close()
  }

  async #wakeForCommand(session: string, place: number): Promise<void> {
    const { store } = this.#setup
    const workspace = this.#opened.has(session) ? null : (await store.sessions.get(session))?.workspace
    if (workspace !== undefined && this.#isMine(session, workspace)) await this.wake(session, { place })
  }

  /** Where owners have a limit, the end of a session makes room for another one. */
  #wakingNext(drive: Drive): Drive {
    const { limit } = this
    if (limit === undefined) return drive
    return async (session, how) => {
      const result = await drive(session, how)
      if (result.state === "waits" || result.state === "held") return result
      try {
        for (const { id, workspace = null } of await limit.afterEnd(session))
          if (id !== session && this.#isMine(id, workspace)) await this.wake(id)
      } catch {
        // What cannot be read now, the next sweep finds.
      }
      return result
    }
  }

  async #standingOf(session: string): Promise<Standing | undefined> {
    const [due] = await this.#setup.store.sessions.due({ before: Number.MAX_SAFE_INTEGER, session })
    return due?.standing
  }

  async #due(): Promise<readonly string[]> {
    const { store, clock } = this.#setup
    const query = { before: clock.now(), limit: MAX_SWEPT }
    const due =
      this.limit === undefined
        ? await store.sessions.due({ ...query, notHeldBy: this.#runner })
        : await this.limit.runnable(await store.sessions.due(query))
    this.#looked()
    const mine = due.filter(({ id, workspace = null }) => this.#isMine(id, workspace))
    const free = mine.filter(({ holder }) => holder === undefined || this.keeper.isGone(holder))
    if (free.length < mine.length && mine.some(({ holder }) => holder?.isCutOff)) void this.#lookAgain()
    return inTurns(free).map(({ id }) => id)
  }

  /** After an outage of the store, or a pause of this process, live holders get time to beat. */
  #looked(): void {
    const now = this.#setup.clock.monotonic()
    if (now - this.#lookedAt > this.#blindMs) this.keeper.startOver()
    this.#lookedAt = now
  }

  /** A runner whose connection has ended is looked at once more, sooner than by the next sweep. Another host has its own means. */
  async #lookAgain(): Promise<void> {
    const { clock, host, onFailed } = this.#setup
    if (this.#isLookingAgain || host !== undefined) return
    this.#isLookingAgain = true
    try {
      await clock.idle(CUT_OFF_MS, this.#ended.signal)
      if (this.#ended.signal.aborted) return
      for (const session of await this.#due()) await this.wake(session)
    } catch (error) {
      onFailed("*", error)
    } finally {
      this.#isLookingAgain = false
    }
  }

  /** A session continues in the folder where it began: the same names mean other files elsewhere. */
  #isMine(session: string, place: string | null): boolean {
    const { run, workspace } = this.#setup
    return this.#opened.has(session) || (run === "all" && (place ?? workspace) === workspace)
  }
}
