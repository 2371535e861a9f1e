// The only writer of a session's log while its runner holds the lease. Facts are durable before they are published,
// and an append without the lease fails.
import { PawlError } from "../contracts/error.ts"
import type { Fact } from "../contracts/fact.ts"
import type { Store } from "../contracts/store.ts"
import type { ModelHealthCache } from "../kernel/model-health-cache.ts"
import type { Batch } from "../kernel/run.ts"
import { columnsOf } from "../kernel/state/columns.ts"
import type { State } from "../kernel/state/state.ts"
import type { Lease } from "./lease-keeper.ts"
import { SpentCounter } from "./spent.ts"

export interface LogPorts {
  readonly store: Store
  readonly health: ModelHealthCache
  /** Called only with durable facts. */
  readonly publish: (session: string, facts: readonly Fact[]) => void
}

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
  async commit({ facts, consumed, blobs }: Batch, state: State): Promise<void> {
    const session = this.#session
    const { store, health, publish } = this.#ports
    const under = { session, expectedSeq: this.#seq, epoch: this.#lease.epoch }
    const spent = this.#counter.of(facts, state)
    const append = { ...under, facts, consumed, blobs, columns: columnsOf(state), spent }
    const appended = await store.log.append(append)
    if (!appended.ok) throw appended.reason === "missing" ? removed(session) : leaseLost(session)
    this.#seq += facts.length
    health.update(facts, state)
    publish(session, facts)
  }

  /** Called before an effect: a runner that lost its lease must not start one. */
  async fence(): Promise<void> {
    const { store } = this.#ports
    if ((await store.leases.epoch(this.#session)) !== this.#lease.epoch) throw leaseLost(this.#session)
  }
}

export function leaseLost(session: string): PawlError {
  return new PawlError(
    "lease-lost",
    `Session ${session} is now run by another process. Nothing was written here. Follow it with events().`,
  )
}

function removed(session: string): PawlError {
  return new PawlError(
    "session-missing",
    `Session ${session} was removed while it ran. Effects of its tools are not undone.`,
  )
}
