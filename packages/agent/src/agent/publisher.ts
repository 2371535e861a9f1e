// Publishes what happens in an agent: to subscribers of sessions, to observers, to what this process keeps of a session, and
// to the handler of runtime failures.
import { PawlError } from "../contracts/error.ts"
import type { Fact } from "../contracts/fact.ts"
import type { FailureRecord } from "../contracts/failure-record.ts"
import { Hub } from "../events/hub.ts"
import { Observers } from "../observe/observer.ts"
import type { AppContexts } from "./app-contexts.ts"
import type { Setup } from "./setup.ts"
import { UnheardRequests } from "./unheard-requests.ts"

export class Publisher {
  readonly hub: Hub
  /** Undefined when there are no observers, which is the usual case. */
  readonly #observers: Observers | undefined
  readonly #contexts: AppContexts
  readonly #warn: (session: string, error: unknown) => void
  /** Undefined when the program chose to wait without a limit. */
  readonly unheard: UnheardRequests | undefined

  /** `isOpened`: whether this process opened a session. */
  constructor(
    { options, parts: { store }, clock }: Setup,
    contexts: AppContexts,
    isOpened: (session: string) => boolean,
  ) {
    this.#contexts = contexts
    const { observe = [], onError = warn, approvals } = options
    this.hub = new Hub(store, clock)
    this.#warn = onError
    this.#observers = observe.length === 0 ? undefined : new Observers(observe, store.log, onError)
    const isHeard = (session: string) => this.hub.isHeard(session)
    this.unheard = approvals?.timeoutMs === null ? undefined : new UnheardRequests({ store, isHeard, isOpened })
  }

  /** Call with durable facts only. */
  readonly publish = (session: string, facts: readonly Fact[]): void => {
    this.hub.publish(session, facts)
    this.#observers?.publish(session, facts)
    this.unheard?.publish(session, facts)
    this.#contexts.publish(session, facts)
  }

  /** The session cannot go on in this process. */
  fail(session: string, error: unknown): void {
    this.hub.fail(session, error)
    this.warn(session, error)
  }

  warn(session: string, error: unknown): void {
    this.#warn(session, error)
  }

  /** The full error that a tool threw or a provider returned. */
  failure(record: FailureRecord): void {
    this.#observers?.failure(record)
  }

  /** The process was busy for so long that leases were nearly lost. */
  blocked(at: number, ms: number, sessions: readonly string[]): void {
    this.#observers?.runner({ kind: "loop-blocked", at, ms, sessions })
  }

  async close(): Promise<void> {
    this.unheard?.close()
    await this.#observers?.close()
    this.hub.close()
  }
}

function warn(session: string, error: unknown): void {
  const code = error instanceof PawlError ? error.code : "store-failed"
  const message = error instanceof Error ? error.message : String(error)
  process.emitWarning(`Session ${session}: ${message}`, { type: "PawlWarning", code })
}
