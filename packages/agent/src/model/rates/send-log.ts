// The requests that were sent to one model lately: when, by which session, with how many tokens, and what became of
// them. Kept as numbers in a ring, because every request is entered, also where no limit is known.

/** What became of a request. `GONE`: the provider refused it or never got it, so no limit counts it. */
export const OPEN = 0
export const SERVED = 1
export const GONE = 2

const SMALLEST = 16
const LARGEST = 16_384

/** Requests that are older count for no limit. */
export const HORIZON_MS = 60_000

export class SendLog {
  #at = new Float64Array(SMALLEST)
  #tokens = new Float64Array(SMALLEST)
  #fate = new Uint8Array(SMALLEST)
  #session: string[] = []
  /** Which entries of a session are open, newest last: a thousand sessions at once are not searched for one. */
  readonly #openOf = new Map<string, number[]>()
  /** How many were ever entered. */
  #count = 0
  /** How many are open. */
  open = 0
  /** When the last one was sent. */
  lastAt = Number.NEGATIVE_INFINITY

  add(at: number, session: string, tokens: number): void {
    // A request that still counts is not written over.
    const size = this.#at.length
    const isFull = this.#count >= size && (this.#at[this.#count % size] ?? 0) > at - HORIZON_MS
    if (isFull && size < LARGEST) this.#grow()
    const place = this.#count % this.#at.length
    if (this.#count >= this.#at.length && this.#fate[place] === OPEN) this.#overwritten(this.#session[place] as string)
    this.#enterOpen(session, this.#count++)
    this.#at[place] = at
    this.#tokens[place] = tokens
    this.#fate[place] = OPEN
    this.#session[place] = session
    this.open++
    this.lastAt = at
  }

  /** Closes the session's newest open request. Returns when it was sent. */
  settle(session: string, fate: number, tokens?: number): number | undefined {
    this.open = Math.max(0, this.open - 1)
    const open = this.#openOf.get(session)
    const nth = open?.pop()
    if (open?.length === 0) this.#openOf.delete(session)
    // So many may have been sent since that it was written over.
    if (nth === undefined) return undefined
    const place = nth % this.#at.length
    this.#fate[place] = fate
    if (tokens !== undefined) this.#tokens[place] = tokens
    return this.#at[place]
  }

  #enterOpen(session: string, nth: number): void {
    const open = this.#openOf.get(session)
    if (open === undefined) this.#openOf.set(session, [nth])
    else open.push(nth)
  }

  /** Its oldest open entry. */
  #overwritten(session: string): void {
    const open = this.#openOf.get(session)
    open?.shift()
    if (open?.length === 0) this.#openOf.delete(session)
  }

  /** How many were sent in this time and not refused. */
  servedBetween(from: number, to: number): number {
    let served = 0
    for (let back = 1; back <= this.#kept; back++) {
      const place = this.#place(back)
      const at = this.#at[place] ?? 0
      if (at < from) break
      if (at <= to && this.#fate[place] !== GONE) served++
    }
    return served
  }

  /** When the `nth` newest request that counts was sent, from 1. */
  nth(nth: number): number | undefined {
    let left = nth
    for (let back = 1; back <= this.#kept; back++) {
      const place = this.#place(back)
      if (this.#fate[place] !== GONE && --left === 0) return this.#at[place]
    }
    return undefined
  }

  /** The oldest request that was sent after `from`. */
  firstSince(from: number): number | undefined {
    let first: number | undefined
    for (let back = 1; back <= this.#kept; back++) {
      const place = this.#place(back)
      const at = this.#at[place] ?? 0
      if (at < from) break
      first = at
    }
    return first
  }

  /** In how many milliseconds the tokens of the last `perMs`, and these, are within the limit. */
  tokenWait(tokens: number, limit: number, perMs: number, now: number): number {
    const counted = this.#oldestFirst().filter((place) => this.#fate[place] !== GONE)
    const inside = counted.filter((place) => (this.#at[place] ?? 0) > now - perMs)
    let sum = inside.reduce((total, place) => total + (this.#tokens[place] ?? 0), 0)
    let wait = 0
    for (const place of inside) {
      // A request that is larger than the limit goes out by itself.
      if (sum + tokens <= limit) break
      sum -= this.#tokens[place] ?? 0
      wait = (this.#at[place] ?? 0) + perMs - now
    }
    return wait
  }

  /** Whether the model was asked by another session after `from`, and did not refuse. */
  servesOthers(session: string, from: number): boolean {
    for (let back = 1; back <= this.#kept; back++) {
      const place = this.#place(back)
      if ((this.#at[place] ?? 0) < from) return false
      if (this.#fate[place] !== GONE && this.#session[place] !== session) return true
    }
    return false
  }

  get #kept(): number {
    return Math.min(this.#count, this.#at.length)
  }

  /** The place of the newest request (1), the one before it (2), and so on. */
  #place(back: number): number {
    return (this.#count - back) % this.#at.length
  }

  #oldestFirst(): readonly number[] {
    const kept = this.#kept
    return Array.from({ length: kept }, (_, nth) => this.#place(kept - nth))
  }

  /** The ring is full: its oldest request comes first in the larger one. */
  #grow(): void {
    const size = this.#at.length
    const first = this.#count % size
    this.#at = unrolled(this.#at, new Float64Array(size * 2), first)
    this.#tokens = unrolled(this.#tokens, new Float64Array(size * 2), first)
    this.#fate = unrolled(this.#fate, new Uint8Array(size * 2), first)
    this.#session = [...this.#session.slice(first), ...this.#session.slice(0, first)]
    const dropped = this.#count - size
    if (dropped > 0)
      for (const open of this.#openOf.values()) for (const [place, nth] of open.entries()) open[place] = nth - dropped
    this.#count = size
  }
}

function unrolled<Ring extends Float64Array | Uint8Array>(ring: Ring, larger: Ring, first: number): Ring {
  larger.set(ring.subarray(first))
  larger.set(ring.subarray(0, first), ring.length - first)
  return larger
}
