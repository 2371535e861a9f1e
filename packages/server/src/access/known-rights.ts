// Remembers who has which token, until any process changes any right: then one number in the store is another one.
import { type Records, rightsEpoch } from "../records.ts"
import type { Principal } from "./principal.ts"

interface Known {
  readonly principal: Principal
  readonly epoch: number
  readonly until: number
}

/** What is remembered at most so long counts if a process dies between a change of rights and its announcement. */
const MOST_MS = 5000
const MAX_KNOWN = 10_000

export class KnownRights {
  readonly #records: Records
  readonly #now: () => number
  readonly #known = new Map<string, Known>()

  constructor(records: Records, now: () => number) {
    this.#records = records
    this.#now = now
  }

  /** `load` also says until when its answer holds. Only those who may come in are remembered. */
  async of(
    key: string,
    load: () => Promise<{ readonly principal: Principal; readonly until: number | null } | undefined>,
  ): Promise<Principal | undefined> {
    // Read before the rights: what changes while they are read is noticed by the next request.
    const epoch = await rightsEpoch(this.#records)
    const now = this.#now()
    const known = this.#known.get(key)
    if (known !== undefined && known.epoch === epoch && known.until > now) return known.principal
    const loaded = await load()
    if (loaded === undefined) {
      this.#known.delete(key)
      return undefined
    }
    const { principal, until } = loaded
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.set(key, { principal, epoch, until: Math.min(now + MOST_MS, until ?? Number.POSITIVE_INFINITY) })
    return principal
  }
}
