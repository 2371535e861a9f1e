// When the list of every server is known: servers without a stored list start, and lists that are too old are read again.
import type { ServerLink } from "./server-link.ts"

export class Readiness {
  readonly #links: readonly ServerLink[]
  #readying: Promise<void> | undefined
  #renewing: Promise<void> | undefined

  constructor(links: readonly ServerLink[]) {
    this.#links = links
  }

  /** Never rejects: each server's status says how it went. */
  ready(): Promise<void> {
    this.#readying ??= this.#forEach((link) => (link.isKnown ? undefined : link.probe()))
    const isRenewed = this.#renewing !== undefined || this.#links.some(({ isOld }) => isOld)
    return isRenewed ? this.#readying.then(() => this.#renew()) : this.#readying
  }

  /** Concurrent callers share one renewal. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#forEach((link) => (link.isOld ? link.renew() : undefined)).then(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #forEach(work: (link: ServerLink) => Promise<void> | undefined): Promise<void> {
    await Promise.all(this.#links.map(work))
  }
}
