// How many streams and sockets one user may have open at once, so that one user does not take the connections of all.
import type { Principal } from "../access/principal.ts"
import { HttpError } from "../http/http-error.ts"

const MOST = 100

export class Seats {
  readonly #most: number
  readonly #taken = new Map<string, number>()

  constructor(most = MOST) {
    this.#most = most
  }

  /** Returns what gives it back. Throws when the user has none left. The person at the machine has all of them. */
  take({ user, isLocal }: Principal): () => void {
    const taken = this.#taken.get(user) ?? 0
    if (isLocal !== true && taken >= this.#most) throw tooMany(this.#most)
    this.#taken.set(user, taken + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      const left = (this.#taken.get(user) ?? 0) - 1
      if (left > 0) this.#taken.set(user, left)
      else this.#taken.delete(user)
    }
  }
}

function tooMany(most: number): HttpError {
  const message = `You have ${most} streams and sockets open, which is the limit for one user. Close one first.`
  return new HttpError(429, "too-many", message, { retryable: true, headers: { "retry-after": "1" } })
}
