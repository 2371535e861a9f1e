// Runs one session from lease to rest: acquire, load, fold, run, release. Recovery is this and nothing else.
import type { Clock, Ids } from "../contracts/clock.ts"
import type { Delegated } from "../contracts/delegation.ts"
import { isPawlError, PawlError } from "../contracts/error.ts"
import type { Delta } from "../contracts/event.ts"
import type { Fact } from "../contracts/fact.ts"
import type { DriveOptions, DriveResult } from "../contracts/host.ts"
import type { Store } from "../contracts/store.ts"
import type { HealthBoard } from "../kernel/model-health-cache.ts"
import { perform } from "../kernel/perform.ts"
import type { PerformContext, PerformPorts } from "../kernel/performer.ts"
import { promote } from "../kernel/promote.ts"
import type { Rule } from "../kernel/rule.ts"
import { type Batch, Run, type RunPorts, type RunResult } from "../kernel/run.ts"
import { columnsOf } from "../kernel/state/columns.ts"
import { snapshotDue, toSnapshot } from "../kernel/state/snapshot.ts"
import type { State } from "../kernel/state/state.ts"
import type { FoldCache } from "./fold-cache.ts"
import type { Lease, LeaseKeeper } from "./lease-keeper.ts"
import { foldWhole, type Loaded, load } from "./load.ts"

export interface DrivePorts {
  readonly store: Store
  readonly keeper: LeaseKeeper
  readonly ids: Ids
  readonly clock: Clock
  /** By the profile a session was opened with, and what it may do as somebody's child. */
  readonly behaviourOf: (
    profile: string | undefined,
    delegated: Delegated | undefined,
  ) => Promise<{
    readonly rules: readonly Rule[]
    readonly ports: PerformPorts
    /** The names of the finish checks. */
    readonly checks: readonly string[]
  }>
  /** The real path of the folder that tools work in. */
  readonly workspace?: string
  readonly parkMs: number
  readonly folds: FoldCache
  readonly health: HealthBoard
  /** Called only with what is durable. */
  readonly publish: (session: string, facts: readonly Fact[]) => void
  readonly tell: (session: string, delta: Delta) => void
  readonly onBadCommand: (session: string, error: unknown) => void
  /** From the first moment this process may write to the last. */
  readonly onDriving: (session: string, driving: boolean) => void
}

export async function drive(session: string, how: DriveOptions, setup: DrivePorts): Promise<DriveResult> {
  const { store, keeper, clock } = setup
  const lost = () => run?.fail(leaseLost(session))
  let run: Run | undefined
  const lease = await keeper.acquire(session, lost)
  if (lease === undefined) return { state: "held" }
  setup.onDriving(session, true)
  const onSignal = () => run?.suspend()
  how.signal.addEventListener("abort", onSignal)
  try {
    const kept = setup.folds.take(session, lease)
    const { state, snapshotSeq } = kept ?? (await load(store.log, session))
    const behaviour = await setup.behaviourOf(state.session?.profile, state.session?.delegated)
    const hear = () => inbox.hear()
    const due = await isDue(session, state, setup)
    run = new Run(state, { ...runPorts(session, lease, setup, { ...behaviour, hear }), isDue: due })
    if (how.signal.aborted) onSignal()
    const inbox = listen(session, store, run)
    how.onPoke(() => inbox.read())
    await inbox.hear()
    const result = await run.run()
    const now = clock.now()
    const rest = { ...dueOf(result, now), seen: inbox.seen() }
    const released = await keeper.release(session, lease.epoch, rest)
    if (released) await keepFold(session, lease, { state: run.state, snapshotSeq }, setup)
    return result.state === "suspended" ? { state: "idle" } : result
  } catch (error) {
    if (!isPawlError(error, "lease-lost")) await letGo(session, lease, setup)
    throw error
  } finally {
    keeper.forget(session)
    setup.onDriving(session, false)
    how.signal.removeEventListener("abort", onSignal)
  }
}

async function keepFold(session: string, lease: Lease, fold: Loaded, { store, folds }: DrivePorts): Promise<void> {
  const { state, snapshotSeq } = fold
  const isDue = snapshotDue(state.seq, snapshotSeq)
  folds.keep(session, lease, { state, snapshotSeq: isDue ? state.seq : snapshotSeq })
  if (!isDue) return
  try {
    await store.log.saveSnapshot(session, toSnapshot(state))
  } catch {
    // The turn is done and durable; without a snapshot the log is folded, and a store that fails will say so at its next write.
  }
}

/** Somebody else may try at once. */
async function letGo(session: string, lease: Lease, { keeper, clock }: DrivePorts): Promise<void> {
  try {
    await keeper.release(session, lease.epoch, { dueAt: clock.now(), seen: 0 })
  } catch {
    // The store is failing: the first error tells more, and the lease is ours to take back.
  }
}

function dueOf(result: RunResult, now: number): { readonly dueAt: number | null; readonly dueIn?: number } {
  if (result.state === "sleep") return { dueAt: result.until, dueIn: result.waitMs }
  return { dueAt: result.state === "suspended" ? now : null }
}

/** Only a turn that waits has to know: the row is read for no other. */
async function isDue(session: string, { turn }: State, { store, clock }: DrivePorts): Promise<boolean> {
  const waits = turn?.attempt?.failure !== undefined || turn?.calls.some(({ expiresAt }) => expiresAt !== undefined)
  if (waits !== true) return false
  const { dueAt = null } = (await store.sessions.get(session)) ?? {}
  return dueAt !== null && dueAt <= clock.now()
}

type Behaviour = Awaited<ReturnType<DrivePorts["behaviourOf"]>> & Pick<PerformContext, "hear">

function runPorts(session: string, lease: Lease, setup: DrivePorts, behaviour: Behaviour): RunPorts {
  const { store, clock, ids, publish, tell, workspace } = setup
  const { rules, ports, checks, hear } = behaviour
  let seq = lease.seq
  const fence = async () => {
    if ((await store.leases.epoch(session)) !== lease.epoch) throw leaseLost(session)
  }
  const emit = (delta: Delta) => tell(session, delta)
  return {
    rules,
    clock,
    parkMs: setup.parkMs,
    onWait: (until) => emit({ kind: "wait", until }),
    promote: (state, command) => {
      try {
        return promote(state, command, {
          ids,
          touches: (call) => ports.toolbox.touches(call),
          news: (now) => setup.health.newsFor(now),
          checks,
          ...(workspace !== undefined && { workspace }),
        })
      } catch (error) {
        // Whoever wrote it into the inbox, it means nothing: it must not stand in the way of everything after it.
        setup.onBadCommand(session, error)
        return "drop"
      }
    },
    perform: (step, how) => perform(step, { ...ports, ...how, session, emit, fence, hear }),
    refold: (facts) => foldWhole(store.log, session, { facts }),
    async commit(batch: Batch, state: State) {
      const { facts, consumed, blobs } = batch
      const append = {
        session,
        expectedSeq: seq,
        epoch: lease.epoch,
        facts,
        consumed,
        blobs,
        columns: columnsOf(state),
      }
      const appended = await store.log.append(append)
      if (!appended.ok) throw appended.reason === "missing" ? removed(session) : leaseLost(session)
      seq += facts.length
      setup.health.hear(facts, state)
      publish(session, facts)
    },
  }
}

/** Reads the inbox whenever poked, one read at a time, and remembers how far it got. */
function listen(session: string, store: Store, run: Run) {
  let seen = 0
  let again = false
  let reading: Promise<void> | undefined
  async function readAll(): Promise<void> {
    do {
      again = false
      const queued = await store.inbox.read(session, seen)
      if (run.tell(queued)) seen = queued.at(-1)?.place ?? seen
    } while (again)
  }
  function read(): void {
    if (reading !== undefined) {
      again = true
      return
    }
    reading = readAll()
      .catch((error: unknown) => run.fail(error))
      .finally(() => {
        reading = undefined
      })
  }
  async function hear(): Promise<void> {
    read()
    await reading
  }
  return { read, hear, seen: () => seen }
}

function removed(session: string): PawlError {
  return new PawlError(
    "session-missing",
    `Session ${session} was removed while it ran. What its tools did has happened.`,
  )
}

function leaseLost(session: string): PawlError {
  return new PawlError(
    "lease-lost",
    `Session ${session} is run by another process now. Nothing was written here; follow it with events().`,
  )
}
