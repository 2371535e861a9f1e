// The one writer of a session's log, for as long as it holds the lease: what it appends is durable before anybody is told, and
// what it may not append any more says so.
import { PawlError } from "../contracts/error.ts"
import type { Fact } from "../contracts/fact.ts"
import type { Store } from "../contracts/store.ts"
import type { ModelHealthCache } from "../kernel/model-health-cache.ts"
import type { Batch } from "../kernel/run.ts"
import { columnsOf } from "../kernel/state/columns.ts"
import type { State } from "../kernel/state/state.ts"
import type { Lease } from "./lease-keeper.ts"

export interface LogPorts {
  readonly store: Store
  readonly health: ModelHealthCache
  /** Called only with what is durable. */
  readonly publish: (session: string, facts: readonly Fact[]) => void
}

export class LogWriter {
  readonly #session: string
  readonly #lease: Lease
  readonly #ports: LogPorts
  /** What the log must end with, or somebody else has written. */
  #seq: number

  constructor(session: string, lease: Lease, ports: LogPorts) {
    this.#session = session
    this.#lease = lease
    this.#ports = ports
    this.#seq = lease.seq
  }

  /** Durable and told when it resolves. */
  async commit({ facts, consumed, blobs }: Batch, state: State): Promise<void> {
    const session = this.#session
    const { store, health, publish } = this.#ports
    const under = { session, expectedSeq: this.#seq, epoch: this.#lease.epoch }
    const append = { ...under, facts, consumed, blobs, columns: columnsOf(state) }
    const appended = await store.log.append(append)
    if (!appended.ok) throw appended.reason === "missing" ? removed(session) : leaseLost(session)
    this.#seq += facts.length
    health.update(facts, state)
    publish(session, facts)
  }

  /** Asked before an effect: whoever lost the lease must not begin one. */
  async fence(): Promise<void> {
    const { store } = this.#ports
    if ((await store.leases.epoch(this.#session)) !== this.#lease.epoch) throw leaseLost(this.#session)
  }
}

export function leaseLost(session: string): PawlError {
  return new PawlError(
    "lease-lost",
    `Session ${session} is run by another process now. Nothing was written here; follow it with events().`,
  )
}

function removed(session: string): PawlError {
  return new PawlError(
    "session-missing",
    `Session ${session} was removed while it ran. What its tools did has happened.`,
  )
}
