// Runs one session from lease to rest: acquire, load, fold, run, release. Recovery after a crash is the same path.
import type { Delegated } from "../contracts/delegation.ts"
import { isPawlError } from "../contracts/error.ts"
import type { DriveOptions, DriveResult } from "../contracts/host.ts"
import { Run, type RunResult } from "../kernel/run.ts"
import { type Behaving, type RunLog, type RunSetup, runPorts } from "../kernel/run-ports.ts"
import { snapshotDue, toSnapshot } from "../kernel/state/snapshot.ts"
import type { State } from "../kernel/state/state.ts"
import type { FoldCache } from "./fold-cache.ts"
import { InboxReader } from "./inbox-reader.ts"
import type { Lease, LeaseKeeper } from "./lease-keeper.ts"
import { foldWhole, type Loaded, load } from "./load.ts"
import { type LogPorts, LogWriter, leaseLost } from "./log-writer.ts"

export interface DrivePorts extends RunSetup, LogPorts {
  readonly keeper: LeaseKeeper
  /** The behaviour for the session's profile and, for a child, for what it may do. */
  readonly behaviourOf: (
    profile: string | undefined,
    delegated: Delegated | undefined,
    model?: string,
  ) => Promise<Behaving>
  readonly folds: FoldCache
  /** Called with true and the log's last `seq` before this process may write, and with false when it no longer may. */
  readonly onDriving: (session: string, driving: boolean, head?: number) => void
  /** How many sessions of the owner of this one may run at once. */
  readonly maxRunningOf?: ((session: string) => Promise<number | undefined>) | undefined
  /** Called when a run has nothing more to do for now. */
  readonly onRest?: (state: State) => void
}

export async function drive(session: string, how: DriveOptions, setup: DrivePorts): Promise<DriveResult> {
  const driving = new Driving(session, setup)
  const { takesOver = false, yieldAfterMs } = how
  const maxRunning = await setup.maxRunningOf?.(session)
  const claimed = await setup.keeper.claim(session, () => driving.lose(), { takesOver, maxRunning })
  if (claimed.lease === undefined) return refused(session, claimed.isFull, setup)
  const { lease } = claimed
  setup.onDriving(session, true, lease.seq)
  const onSignal = () => driving.suspend()
  how.signal.addEventListener("abort", onSignal)
  const cancelYield = yieldAfterMs === undefined ? () => {} : setup.clock.after(yieldAfterMs, () => driving.pause())
  try {
    for (;;) {
      try {
        return await driving.toRest(lease, how)
      } catch (error) {
        if (!driving.isAgain(error)) throw error
      }
    }
  } catch (error) {
    if (!isPawlError(error, "lease-lost")) await releaseNow(session, lease, setup)
    throw error
  } finally {
    setup.keeper.forget(session)
    setup.onDriving(session, false)
    how.signal.removeEventListener("abort", onSignal)
    cancelYield()
  }
}

/** The lease may be lost, or the host may want the session back, at any time: also before there is a run. */
class Driving {
  readonly #session: string
  readonly #setup: DrivePorts
  #inbox: InboxReader
  #run: Run | undefined
  #pausing = false

  constructor(session: string, setup: DrivePorts) {
    this.#session = session
    this.#setup = setup
    this.#inbox = new InboxReader(session, setup.store.inbox)
  }

  lose(): void {
    this.#run?.fail(leaseLost(this.#session))
  }

  suspend(): void {
    this.#run?.suspend()
  }

  pause(): void {
    this.#pausing = true
    this.#run?.pause()
  }

  /** Whether the run ended because a message was changed before its turn began: the log knows nothing of it, so it is run again. */
  isAgain(error: unknown): boolean {
    this.#inbox = new InboxReader(this.#session, this.#setup.store.inbox)
    return isPawlError(error, "command-changed")
  }

  async toRest(lease: Lease, how: DriveOptions): Promise<DriveResult> {
    const { folds, store } = this.#setup
    const { state, snapshotSeq } =
      folds.take(this.#session, lease) ?? (await load(store.log, this.#session, { head: lease.seq }))
    const run = await this.#begin(state, { ...lease, seq: state.seq })
    if (how.signal.aborted) run.suspend()
    if (this.#pausing) run.pause()
    how.onPoke(() => this.#inbox.read())
    await this.#inbox.drain()
    const result = await run.run()
    this.#setup.onRest?.(run.state)
    await this.#release(lease, result, { state: run.state, snapshotSeq })
    const { seen } = this.#inbox
    return result.state === "suspended" ? { state: "yield", seen } : { ...result, seen }
  }

  async #begin(state: State, lease: Lease): Promise<Run> {
    const session = this.#session
    const setup = this.#setup
    const { profile, delegated } = state.session ?? {}
    const behaviour = await setup.behaviourOf(profile, delegated)
    const portsFor = async (model: string) => (await setup.behaviourOf(profile, delegated, model)).ports
    const due = await isDue(session, state, setup)
    // Rules look at an answer that a crash left before any step is performed.
    if (state.turn?.answer !== undefined) await setup.contextReady?.(state)?.catch(() => {})
    const run = new Run(state, {
      ...runPorts(session, setup, { ...behaviour, portsFor, ...this.#logOf(lease) }),
      isDue: due,
    })
    this.#inbox.startFor(run)
    this.#run = run
    return run
  }

  /** The log as this lease may write it. */
  #logOf(lease: Lease): RunLog {
    const session = this.#session
    const { log } = this.#setup.store
    const writer = new LogWriter(session, lease, this.#setup)
    return {
      commit: writer.commit,
      refold: (facts) => foldWhole(log, session, { facts }),
      fence: () => writer.fence(),
      drainInbox: () => this.#inbox.drain(),
    }
  }

  async #release(lease: Lease, result: RunResult, fold: Loaded): Promise<void> {
    const { keeper, clock } = this.#setup
    const rest = { ...dueOf(result, clock.now()), seen: this.#inbox.seen }
    const released = await keeper.release(this.#session, lease.epoch, rest)
    if (released) await keepFold(this.#session, lease, fold, this.#setup)
  }
}

async function refused(session: string, isFull: boolean, { store }: DrivePorts): Promise<DriveResult> {
  if (isFull) return { state: "waits" }
  // A session that was removed is nobody's.
  return { state: (await store.sessions.get(session)) === undefined ? "idle" : "held" }
}

async function keepFold(session: string, lease: Lease, fold: Loaded, { store, folds }: DrivePorts): Promise<void> {
  const { state, snapshotSeq } = fold
  const isDue = snapshotDue(state.seq, snapshotSeq)
  folds.keep(session, lease, { state, snapshotSeq: isDue ? state.seq : snapshotSeq })
  if (!isDue) return
  try {
    await store.log.saveSnapshot(session, toSnapshot(state))
  } catch {
    // The turn is durable. Without a snapshot the log is folded, and a failing store will report at its next write.
  }
}

/** Release now so that another runner can acquire the lease. */
async function releaseNow(session: string, lease: Lease, { keeper, clock }: DrivePorts): Promise<void> {
  try {
    await keeper.release(session, lease.epoch, { dueAt: clock.now(), seen: 0 })
  } catch {
    // The store is failing: the first error says more, and this runner can take its own lease back.
  }
}

function dueOf(result: RunResult, now: number): { readonly dueAt: number | null; readonly dueIn?: number } {
  if (result.state === "sleep") return { dueAt: result.until, dueIn: result.waitMs }
  return { dueAt: result.state === "suspended" ? now : null }
}

/** Only a turn that waits needs the due time, so the row is read for no other. */
async function isDue(session: string, { turn }: State, { store, clock }: DrivePorts): Promise<boolean> {
  const isAgain = turn?.attempt?.failure !== undefined || turn?.held !== undefined
  const waits = isAgain || turn?.calls.some(({ expiresAt }) => expiresAt !== undefined)
  if (waits !== true) return false
  const { dueAt = null } = (await store.sessions.get(session)) ?? {}
  return dueAt !== null && dueAt <= clock.now()
}
