// Ends what runs on for a person whose rights changed or whose token expired: a stream is authenticated once, and may last for days.
import type { Store } from "@pawl/agent"
import { rightsEpoch } from "../records.ts"
import type { Principal } from "./principal.ts"
import type { Users } from "./users.ts"

interface Watched {
  readonly principal: Principal
  readonly ended: AbortController
  /** The rights that it was last looked at with. */
  epoch?: number
}

export class Revocations {
  readonly #store: Pick<Store, "records" | "watch">
  readonly #users: Pick<Users, "holds">
  readonly #watched = new Map<string, Watched>()
  #stop: (() => void) | undefined
  #looking: Promise<void> | undefined
  /** Something may have changed, or somebody may have come, since the look that is under way began. */
  #isDue = false

  constructor(store: Pick<Store, "records" | "watch">, users: Pick<Users, "holds">) {
    this.#store = store
    this.#users = users
  }

  /** Aborted soon after the user's rights changed, or the token or login ended, in any process. */
  signalFor(principal: Principal | undefined): AbortSignal {
    // Those whom the server does not keep are somebody else's to look after; the person at the machine is one until there are users.
    if (principal === undefined || (principal.uid === undefined && principal.isLocal !== true)) return NEVER
    const key = JSON.stringify(principal)
    const known = this.#watched.get(key) ?? this.#watch(key, principal)
    this.#stop ??= this.#store.watch(() => void this.#look())
    // What happened between the check of the token and now.
    void this.#look()
    return known.ended.signal
  }

  close(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  #watch(key: string, principal: Principal): Watched {
    const watched: Watched = { principal, ended: new AbortController() }
    this.#watched.set(key, watched)
    if (principal.until !== undefined) this.#cutAt(principal.until, key, watched)
    return watched
  }

  #cutAt(until: number, key: string, watched: Watched): void {
    const left = Math.max(0, until - Date.now())
    const due = () => (Date.now() < until ? this.#cutAt(until, key, watched) : this.#cut(key, watched))
    const timer = setTimeout(due, Math.min(left, MOST_TIMER_MS)).unref()
    watched.ended.signal.addEventListener("abort", () => clearTimeout(timer), { once: true })
  }

  #cut(key: string, { ended }: Watched): void {
    this.#watched.delete(key)
    ended.abort()
  }

  #look(): void {
    this.#isDue = true
    this.#looking ??= this.#end()
      // The next change of the store looks again.
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined
        if (this.#isDue) this.#look()
      })
  }

  /** Those who were looked at with these rights hold them. Whoever came since is looked at, too. */
  async #end(): Promise<void> {
    while (this.#isDue) {
      this.#isDue = false
      const epoch = await rightsEpoch(this.#store.records)
      for (const [key, watched] of [...this.#watched]) {
        if (watched.epoch === epoch) continue
        watched.epoch = epoch
        if (!(await this.#users.holds(watched.principal))) this.#cut(key, watched)
      }
      // What changed meanwhile may concern those who were looked at first.
      if ((await rightsEpoch(this.#store.records)) !== epoch) this.#isDue = true
    }
  }
}

/** What a timer of Node can wait: some 24 days. */
const MOST_TIMER_MS = 2 ** 31 - 1

const NEVER = new AbortController().signal
