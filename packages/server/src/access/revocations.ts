// Ends what runs on for somebody whose rights changed: a stream is authenticated once, and may last for days.
import type { Store } from "@pawl/agent"
import { rightsEpoch } from "../records.ts"
import type { Principal } from "./principal.ts"
import type { Users } from "./users.ts"

interface Watched {
  readonly principal: Principal
  readonly ended: AbortController
}

export class Revocations {
  readonly #store: Pick<Store, "records" | "watch">
  readonly #users: Pick<Users, "holds">
  readonly #watched = new Map<string, Watched>()
  #stop: (() => void) | undefined
  #epoch: number | undefined
  #looking: Promise<void> | undefined

  constructor(store: Pick<Store, "records" | "watch">, users: Pick<Users, "holds">) {
    this.#store = store
    this.#users = users
  }

  /** Aborted soon after the user's rights changed, or the token was revoked, in any process. */
  signalFor(principal: Principal | undefined): AbortSignal {
    // Those whom the server does not keep are somebody else's to look after; the person at the machine is one until there are users.
    if (principal === undefined || (principal.uid === undefined && principal.isLocal !== true)) return NEVER
    const key = JSON.stringify(principal)
    const known = this.#watched.get(key) ?? { principal, ended: new AbortController() }
    this.#watched.set(key, known)
    this.#stop ??= this.#store.watch(() => this.#look())
    // What happened between the check of the token and now.
    this.#look()
    return known.ended.signal
  }

  close(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  #look(): void {
    this.#looking ??= this.#end()
      // The next change of the store looks again.
      .catch(() => {})
      .finally(() => {
        this.#looking = undefined
      })
  }

  async #end(): Promise<void> {
    const epoch = await rightsEpoch(this.#store.records)
    if (epoch === this.#epoch) return
    for (const [key, { principal, ended }] of [...this.#watched]) {
      if (await this.#users.holds(principal)) continue
      this.#watched.delete(key)
      ended.abort()
    }
    this.#epoch = epoch
    // What changed meanwhile may concern those who were looked at first.
    if ((await rightsEpoch(this.#store.records)) !== epoch) await this.#end()
  }
}

const NEVER = new AbortController().signal
