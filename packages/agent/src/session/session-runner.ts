// Runs the sessions that belong to this process: those it opened or, with `run: "all"`, those of its workspace that
// are due and that no other process runs.
import { defined } from "../base/defined.ts"
import type { Clock, Ids } from "../contracts/clock.ts"
import { PawlError } from "../contracts/error.ts"
import type { Drive, Serving, SessionHost } from "../contracts/host.ts"
import type { Store } from "../contracts/store.ts"
import { watchOtherProcesses } from "./cross-process-wakeups.ts"
import { LeaseKeeper } from "./lease-keeper.ts"
import { LocalHost } from "./local-host.ts"
import { identify } from "./runner-identity.ts"

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
  readonly #setup: RunnerSetup
  readonly #host: SessionHost
  readonly #sweepMs: number
  readonly #runner: string
  readonly #opened = new Set<string>()
  #serving: Serving | undefined
  #stopListening = () => {}

  constructor(setup: RunnerSetup) {
    const { store, clock, ids, run, onFailed, onBlocked } = setup
    const { beatMs = 1000, lapseMs = 10_000, sweepMs = 1000 } = setup.leases ?? {}
    const runner = identify(ids)
    this.#setup = setup
    this.#runner = runner.id
    this.keeper = new LeaseKeeper(store.leases, runner, clock, { beatMs, lapseMs, onBlocked })
    this.#sweepMs = sweepMs
    const sweeping = { sweepMs, sweep: () => this.#due(), onError: onFailed }
    this.#host = setup.host ?? new LocalHost({ clock, ...sweeping, staysAlive: run === "all" })
  }

  async start(drive: Drive): Promise<void> {
    const { run, store, concurrency, onFailed } = this.#setup
    if (run === "none") return
    this.#stopListening = watchOtherProcesses(store, (session, place) => this.#wakeForCommand(session, place))
    this.#serving = await this.#host.serve(drive, {
      ...defined({ concurrency }),
      sweep: () => this.#due(),
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

  async #due(): Promise<readonly string[]> {
    const { store, clock } = this.#setup
    const due = await store.sessions.due({ before: clock.now(), notHeldBy: this.#runner, limit: MAX_SWEPT })
    return due
      .filter(({ id, holder, workspace = null }) => {
        return this.#isMine(id, workspace) && (holder === undefined || this.keeper.isGone(holder))
      })
      .map(({ id }) => id)
  }

  /** A session continues in the folder where it began: the same names mean other files elsewhere. */
  #isMine(session: string, place: string | null): boolean {
    const { run, workspace } = this.#setup
    return this.#opened.has(session) || (run === "all" && (place ?? workspace) === workspace)
  }
}
