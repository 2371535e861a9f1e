// The only writer of a session's log while its runner holds the lease. Facts are durable before they are published,
// and an append without the lease fails.
import type { Clock } from "../contracts/clock.ts"
import { PawlError } from "../contracts/error.ts"
import type { Fact } from "../contracts/fact.ts"
import type { Appended, Store } from "../contracts/store.ts"
import type { ModelHealthCache } from "../kernel/model-health-cache.ts"
import type { Batch } from "../kernel/run.ts"
import { columnsOf } from "../kernel/state/columns.ts"
import type { State } from "../kernel/state/state.ts"
import type { Lease } from "./lease-keeper.ts"
import { SpentCounter } from "./spent.ts"

type Refused = Extract<Appended, { readonly ok: false }>["reason"]

export interface LogPorts {
  readonly store: Store
  readonly clock: Clock
  readonly health: ModelHealthCache
  /** Called only with durable facts. */
  readonly publish: (session: string, facts: readonly Fact[]) => void
}

/** Shorter than anybody needs to notice that a process hangs, and to take its sessions. */
const FRESH_MS = 200
const FENCE_TRIES = 50
const NONE: readonly number[] = []

export class LogWriter {
  readonly #session: string
  readonly #lease: Lease
  readonly #ports: LogPorts
  readonly #counter = new SpentCounter()
  /** The last `seq` this runner knows. If the log ends elsewhere, another runner has written. */
  #seq: number

  constructor(session: string, lease: Lease, ports: LogPorts) {
    this.#session = session
    this.#lease = lease
    this.#ports = ports
    this.#seq = lease.seq
  }

  /** The batch is durable and published when it resolves. */
  readonly commit = async (batch: Batch, state: State): Promise<void> => {
    const { facts, consumed, blobs } = batch
    const session = this.#session
    const { store, health, publish } = this.#ports
    const appended = await store.log.append({
      session,
      expectedSeq: this.#seq,
      epoch: this.#lease.epoch,
      facts,
      consumed: consumed.length === 0 ? NONE : consumed.map(({ place }) => place),
      blobs,
      columns: columnsOf(state),
      spent: this.#counter.of(facts, state),
    })
    if (!appended.ok) return this.#refused(appended.reason, batch)
    this.#seq += facts.length
    this.#counter.stored(facts)
    health.update(facts, state)
    publish(session, facts)
  }

  async #refused(reason: Refused, { certain }: Batch): Promise<never> {
    // The rest of the batch did not happen: the message that it began with has changed.
    if (reason === "changed" && certain !== undefined && certain.batch.facts.length > 0)
      await this.commit(certain.batch, certain.state)
    throw REFUSALS[reason](this.#session)
  }

  /**
   * Called before an effect: a runner that lost its lease must not start one. A process that was stopped while it waited for the
   * answer wakes up with one that is as old as its sleep, so it asks again.
   */
  async fence(): Promise<void> {
    const { store, clock } = this.#ports
    for (let tries = 0; tries < FENCE_TRIES; tries++) {
      const asked = clock.monotonic()
      if ((await store.leases.epoch(this.#session)) !== this.#lease.epoch) throw leaseLost(this.#session)
      if (clock.monotonic() - asked <= FRESH_MS) return
    }
    throw storeSlow(this.#session)
  }
}

/** A message was taken back, or joins a turn, while it was about to begin one: nothing of it has happened yet. */
function commandChanged(session: string): PawlError {
  return new PawlError(
    "command-changed",
    `A message of session ${session} was changed while its turn was about to begin. The session is loaded again.`,
  )
}

export function leaseLost(session: string): PawlError {
  return new PawlError(
    "lease-lost",
    `Session ${session} is now run by another process. Nothing was written here. Follow it with events().`,
  )
}

function storeSlow(session: string): PawlError {
  return new PawlError(
    "store-failed",
    `The store took longer than ${FRESH_MS} ms for each of ${FENCE_TRIES} looks at the lease of session ${session}, so nothing was done that may not happen twice. Check the load of the store; the session is run again.`,
  )
}

function removed(session: string): PawlError {
  return new PawlError(
    "session-missing",
    `Session ${session} was removed while it ran. Effects of its tools are not undone.`,
  )
}

const REFUSALS: Readonly<Record<Refused, (session: string) => PawlError>> = {
  missing: removed,
  changed: commandChanged,
  fenced: leaseLost,
  stale: leaseLost,
}
