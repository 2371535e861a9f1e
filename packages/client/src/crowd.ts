// The wait of one request for a server that has more to do than it can begin.
import type { PawlClientError } from "./error.ts"
import type { ConnectOptions } from "./transport.ts"

const CROWDED_MS = 300_000

export class Crowd {
  readonly #onCrowded: ConnectOptions["onCrowded"]
  readonly #end: number
  #isTold = false

  constructor({ crowdedMs = CROWDED_MS, onCrowded }: Pick<ConnectOptions, "crowdedMs" | "onCrowded">) {
    this.#onCrowded = onCrowded
    this.#end = performance.now() + crowdedMs
  }

  /** Whether the request is to be sent again after this refusal. Tells the program so, once. */
  waitsAfter({ retryAfterMs }: PawlClientError): boolean {
    if (performance.now() + retryAfterMs >= this.#end) return false
    if (!this.#isTold) this.#onCrowded?.(retryAfterMs)
    this.#isTold = true
    return true
  }
}
