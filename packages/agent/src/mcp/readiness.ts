// When the list of every server is known: those without a stored one start, and lists that are too old are asked for again.
import type { ServerLink } from "./server-link.ts"

export class Readiness {
  readonly #links: readonly ServerLink[]
  #readying: Promise<void> | undefined
  #renewing: Promise<void> | undefined

  constructor(links: readonly ServerLink[]) {
    this.#links = links
  }

  /** Never rejects: how it went is in each server's status. */
  ready(): Promise<void> {
    this.#readying ??= this.#forEach((link) => (link.isKnown ? undefined : link.probe()))
    const isRenewed = this.#renewing !== undefined || this.#links.some(({ isOld }) => isOld)
    return isRenewed ? this.#readying.then(() => this.#renew()) : this.#readying
  }

  /** Whoever asks while it is done waits for the same. */
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
