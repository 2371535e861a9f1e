// The time without a connection: of one stream, which may give up, and of the client, which tells its program once.
import { PawlClientError } from "./error.ts"
import type { ConnectOptions } from "./transport.ts"

/** Whether streams of a client have lost their connection. The first that does says so, and the first that is back. */
export class Loss {
  readonly #options: Pick<ConnectOptions, "onLost" | "onBack">
  #isLost = false

  constructor(options: Pick<ConnectOptions, "onLost" | "onBack">) {
    this.#options = options
  }

  begin(): void {
    if (this.#isLost) return
    this.#isLost = true
    this.#options.onLost?.()
  }

  end(): void {
    if (!this.#isLost) return
    this.#isLost = false
    this.#options.onBack?.()
  }
}

export class Outage {
  readonly #options: Pick<ConnectOptions, "giveUpMs">
  readonly #loss: Loss
  #since: number | undefined

  constructor(options: Pick<ConnectOptions, "giveUpMs">, loss: Loss) {
    this.#options = options
    this.#loss = loss
  }

  over(): void {
    this.#since = undefined
    this.#loss.end()
  }

  goesOn(cause: unknown): void {
    const { giveUpMs = Number.POSITIVE_INFINITY } = this.#options
    this.#loss.begin()
    this.#since ??= performance.now()
    if (performance.now() - this.#since < giveUpMs) return
    const message = `The connection to the server was lost, and it has not answered for ${giveUpMs / 1000} seconds. The turn may run on there.`
    throw new PawlClientError(message, { code: "server-unreachable", retryable: true, cause })
  }
}
