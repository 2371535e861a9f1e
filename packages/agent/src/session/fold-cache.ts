// Caches the folds of the sessions that this process ran last, so that the next turn does not fold the whole log again.
import type { Lease } from "./lease-keeper.ts"
import type { Loaded } from "./load.ts"

const MAX_KEPT = 100

export class FoldCache {
  readonly #kept = new Map<string, { readonly epoch: number; readonly fold: Loaded }>()

  /** Valid only if no other runner had the lease in between: then the log is unchanged. */
  take(session: string, lease: Lease): Loaded | undefined {
    const kept = this.#kept.get(session)
    this.#kept.delete(session)
    return kept?.epoch === lease.epoch - 1 && kept.fold.state.seq === lease.seq ? kept.fold : undefined
  }

  keep(session: string, lease: Lease, fold: Loaded): void {
    this.#kept.set(session, { epoch: lease.epoch, fold })
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size > MAX_KEPT) this.#kept.delete(oldest)
  }
}
