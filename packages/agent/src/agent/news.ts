// Everybody who is told what happens in an agent: subscribers of sessions, observers, and whoever hears of the runtime's failures.
import { PawlError } from "../contracts/error.ts"
import type { Delta } from "../contracts/event.ts"
import type { Fact } from "../contracts/fact.ts"
import type { FailureRecord } from "../contracts/failure-record.ts"
import { Hub } from "../events/hub.ts"
import { Observers } from "../observe/observer.ts"
import type { Setup } from "./setup.ts"

export class News {
  readonly hub: Hub
  /** Nobody watches as a rule. */
  readonly #observers: Observers | undefined
  readonly #warn: (session: string, error: unknown) => void

  constructor({ options, parts: { store }, clock }: Setup) {
    const { observe = [], onError = warn } = options
    this.hub = new Hub(store, clock)
    this.#warn = onError
    this.#observers = observe.length === 0 ? undefined : new Observers(observe, store.log, onError)
  }

  /** Of what is durable. */
  publish(session: string, facts: readonly Fact[]): void {
    this.hub.publish(session, facts)
    this.#observers?.publish(session, facts)
  }

  tell(session: string, delta: Delta): void {
    this.hub.emit(session, delta)
  }

  /** The session cannot go on here. */
  fail(session: string, error: unknown): void {
    this.hub.fail(session, error)
    this.warn(session, error)
  }

  warn(session: string, error: unknown): void {
    this.#warn(session, error)
  }

  /** What a tool threw, or a provider said, in full. */
  failure(record: FailureRecord): void {
    this.#observers?.failure(record)
  }

  /** Something kept the process busy, so that leases were nearly lost. */
  blocked(at: number, ms: number, sessions: readonly string[]): void {
    this.#observers?.runner({ kind: "loop-blocked", at, ms, sessions })
  }

  async close(): Promise<void> {
    await this.#observers?.close()
    this.hub.close()
  }
}

function warn(session: string, error: unknown): void {
  const code = error instanceof PawlError ? error.code : "store-failed"
  const message = error instanceof Error ? error.message : String(error)
  process.emitWarning(`Session ${session}: ${message}`, { type: "PawlWarning", code })
}
