// The requests that wait for one model, in a fair order: a request gets a tag that is one higher than the last of its
// session, so that a session with many requests does not come before others with few.
import type { StopSignal } from "../../contracts/stop-signal.ts"

/** Longer waits are durable: the session is told when to come back. */
export const IN_PLACE_MS = 1000

export interface Waiting {
  readonly session: string
  readonly tag: number
  readonly tokens: number
}

export interface Present extends Waiting {
  readonly resolve: (waitMs: number) => void
}

/** Waits elsewhere, and comes back at this time. Its turn is kept for it. */
interface Away {
  readonly tag: number
  readonly tokens: number
  readonly until: number
}

const ROUND = 2 ** 20
const MANY = 1000

export class WaitList {
  readonly #present: Present[] = []
  readonly #away = new Map<string, Away>()
  /** The highest tag of each session. */
  readonly #last = new Map<string, number>()
  /** Among equal tags the first to come is the first: this is their fraction. */
  #arrivals = 0
  /** The highest tag that was served: a session that comes now begins here. */
  #reached = 0

  get isEmpty(): boolean {
    return this.#present.length === 0 && this.#away.size === 0
  }

  /** A session that comes back has the tag it left with. */
  tagFor(session: string): number {
    const away = this.#away.get(session)
    if (away !== undefined) return away.tag
    const whole = Math.floor(Math.max(this.#reached, this.#last.get(session) ?? 0)) + 1
    this.#arrivals = (this.#arrivals + 1) % ROUND
    const tag = whole + this.#arrivals / ROUND
    this.#last.set(session, tag)
    return tag
  }

  leave(session: string, away: Away): void {
    this.#away.set(session, away)
  }

  /** Resolves to 0 when the request is sent, or to Infinity when its signal aborts. */
  join({ signal, ...waiting }: Waiting & { readonly signal: StopSignal }): Promise<number> {
    this.#away.delete(waiting.session)
    return new Promise((resolve) => {
      const onAbort = () => {
        this.remove(present)
        resolve(Number.POSITIVE_INFINITY)
      }
      const present: Present = {
        ...waiting,
        resolve: (waitMs) => {
          signal.removeEventListener("abort", onAbort)
          resolve(waitMs)
        },
      }
      if (signal.aborted) return resolve(Number.POSITIVE_INFINITY)
      signal.addEventListener("abort", onAbort)
      this.#present.push(present)
    })
  }

  first(): Present | undefined {
    return this.#present.reduce<Present | undefined>(
      (first, each) => (first === undefined || each.tag < first.tag ? each : first),
      undefined,
    )
  }

  /** In the order in which they are served. */
  inOrder(): readonly Present[] {
    return this.#present.toSorted((a, b) => a.tag - b.tag)
  }

  /** Returns false when it does not wait any more. */
  remove(waiting: Present): boolean {
    const place = this.#present.indexOf(waiting)
    if (place >= 0) this.#present.splice(place, 1)
    return place >= 0
  }

  /** The requests that wait elsewhere. */
  away(late: number): { readonly count: number; readonly tokens: number } {
    const present = this.#present.reduce((sum, { tokens }) => sum + tokens, 0)
    const { count, tokens } = this.before(Number.POSITIVE_INFINITY, late)
    return { count: count - this.#present.length, tokens: tokens - present }
  }

  served(session: string, tag: number): void {
    this.#reached = Math.max(this.#reached, tag)
    if (this.#away.get(session)?.tag === tag) this.#away.delete(session)
    if (this.isEmpty) this.#last.clear()
    else if (this.#last.size > MANY)
      for (const [name, last] of this.#last) if (last <= this.#reached) this.#last.delete(name)
  }

  /** The requests before this tag. A session that should have come back by `late` has lost its turn. */
  before(tag: number, late: number): { readonly count: number; readonly tokens: number } {
    let count = 0
    let tokens = 0
    for (const each of this.#present) {
      if (each.tag >= tag) continue
      count++
      tokens += each.tokens
    }
    for (const [session, each] of this.#away) {
      if (each.until < late) this.#away.delete(session)
      else if (each.tag < tag) {
        count++
        tokens += each.tokens
      }
    }
    return { count, tokens }
  }
}
