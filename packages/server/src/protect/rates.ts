// How often one user, or one address without a token, may ask. Each has a bucket of requests that fills again with time.
import { HttpError } from "../http/envelope.ts"

export interface Rate {
  /** Requests that may come at once. */
  readonly burst: number
  /** Requests a second in the long run. */
  readonly perSecond: number
}

interface Bucket {
  left: number
  at: number
}

/** Buckets that were full again are forgotten from this many on. */
const MAX_BUCKETS = 10_000

export class Rates {
  readonly #rate: Rate
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()

  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.#rate = rate
    this.#now = now
  }

  /** Throws when there are too many. */
  take(who: string): void {
    const bucket = this.#bucket(who)
    if (bucket.left < 1) throw tooMany((1 - bucket.left) / this.#rate.perSecond)
    bucket.left -= 1
  }

  #bucket(who: string): Bucket {
    const now = this.#now()
    const { burst, perSecond } = this.#rate
    const known = this.#buckets.get(who)
    const left = known === undefined ? burst : Math.min(burst, known.left + ((now - known.at) / 1000) * perSecond)
    const bucket = { left, at: now }
    this.#buckets.delete(who)
    this.#buckets.set(who, bucket)
    if (this.#buckets.size > MAX_BUCKETS) this.#forgetOldest()
    return bucket
  }

  /** The map is in order of use. */
  #forgetOldest(): void {
    const [oldest] = this.#buckets.keys()
    if (oldest !== undefined) this.#buckets.delete(oldest)
  }
}

function tooMany(seconds: number): HttpError {
  const wait = Math.max(1, Math.ceil(seconds))
  return new HttpError(429, "too-many-requests", `Too many requests. Wait ${wait} s, then go on.`, {
    retryable: true,
    headers: { "retry-after": String(wait) },
  })
}
