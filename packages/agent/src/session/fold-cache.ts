// Caches the folds of the sessions that this process ran last, so that the next turn does not fold the whole log again, and the
// first facts of those that it opened.
import type { Fact } from "../contracts/fact.ts"
import { foldFacts } from "../kernel/state/fold.ts"
import type { Lease } from "./lease-keeper.ts"
import type { Loaded } from "./load.ts"

export type OpenedFact = Extract<Fact, { readonly type: "session-opened" }>

const MAX_KEPT = 100
const MAX_NEW = 1000
/** What is larger is read when it is needed. */
const MAX_NEW_CHARS = 2000

export class FoldCache {
  readonly #kept = new Map<string, { readonly epoch: number; readonly fold: Loaded }>()
  readonly #new = new Map<string, Fact>()

  /** Valid only if no other runner had the lease in between: then the log is unchanged. */
  take(session: string, lease: Lease): Loaded | undefined {
    const kept = this.#kept.get(session)
    this.#kept.delete(session)
    if (kept === undefined) return this.#takeNew(session, lease)
    return kept.epoch === lease.epoch - 1 && kept.fold.state.seq === lease.seq ? kept.fold : undefined
  }

  keep(session: string, lease: Lease, fold: Loaded): void {
    keepIn(this.#kept, session, { epoch: lease.epoch, fold }, MAX_KEPT)
  }

  /** A session that this process has just opened. */
  keepNew(session: string, opened: OpenedFact): void {
    const isSmall = opened.context === undefined && (opened.instructions?.length ?? 0) <= MAX_NEW_CHARS
    if (isSmall) keepIn(this.#new, session, opened, MAX_NEW)
  }

  /** The first lease of a session; one that was removed and opened again has a later one. */
  #takeNew(session: string, { epoch, seq }: Lease): Loaded | undefined {
    const opened = this.#new.get(session)
    this.#new.delete(session)
    return opened !== undefined && epoch === 1 && seq === 1 ? { state: foldFacts([opened]), snapshotSeq: 0 } : undefined
  }
}

function keepIn<Value>(kept: Map<string, Value>, session: string, value: Value, most: number): void {
  kept.set(session, value)
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size > most) kept.delete(oldest)
}
