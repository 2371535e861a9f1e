// A host of sessions over Restate: which worker runs a session, and when, is Restate's to decide. It holds nothing that is not in
// the store: when all of its data is lost, a sweep over the sessions that are due wakes them again.
import { setTimeout as sleep } from "node:timers/promises"
import { type Drive, PawlError, type ServeOptions, type Serving, type SessionHost } from "@pawl/agent"
import { Endpoint } from "./endpoint.ts"
import { type Reading, type RestateHostOptions, readOptions } from "./options.ts"
import { RestateApi, type SendHow } from "./restate-api.ts"
import { Runs } from "./runs.ts"

/**
 * Has the sessions of an agent run by Restate: on whichever worker is free, and on another one when that dies.
 *
 * @example
 * ```ts
 * import { createAgent, sqlite } from "@pawl/agent"
 * import { restateHost } from "@pawl/restate"
 *
 * const host = restateHost({ ingress: "http://127.0.0.1:8080", admin: "http://127.0.0.1:9070", listen: 9080 })
 * const agent = await createAgent({ model: "ollama:qwen3:8b", store: sqlite("agent.db"), run: "all", host })
 * ```
 */
export function restateHost(options: RestateHostOptions): RestateHost {
  return new RestateHost(readOptions(options))
}

/** Timers that are due so soon may fire early by another machine's clock, and then have to be set once more. */
const SOON_MS = 5000
/** The workers sweep independently: within this time, all their wakes of a session are one. */
const SWEEP_ONCE_MS = 10_000
const SWEEP_MS = 1000
/** A balancer needs a moment to notice a new worker, and Restate a moment to restart. */
const PATIENCE_MS = 3000

/** What goes wrong again and again, and since when, in milliseconds since 1970. */
export interface HostTrouble {
  readonly since: number
  readonly error: unknown
}

/** What `restateHost` returns. */
export class RestateHost implements SessionHost {
  readonly #options: Reading
  readonly #api: RestateApi
  readonly #stopping = new AbortController()
  #runs: Runs | undefined
  #endpoint: Endpoint | undefined
  #isRegistered = false
  #failing: (HostTrouble & { readonly reported?: string }) | undefined
  #onError: NonNullable<ServeOptions["onError"]> = () => {}

  /** @internal */
  constructor(options: Reading) {
    this.#options = options
    this.#api = new RestateApi(options)
  }

  /** Where this process takes runs, while it serves. */
  get url(): string | undefined {
    return this.#endpoint?.url
  }

  /** What keeps this process from having sessions run. Undefined while Restate takes them, and before anything was tried. */
  get trouble(): HostTrouble | undefined {
    return this.#failing
  }

  async wake(session: string, when: { readonly at?: number; readonly place?: number } = {}): Promise<void> {
    const { at = 0, place } = when
    if (at > Date.now()) return this.#sendAt(session, at)
    if (this.#runs?.wake(session, place) === true) return
    // Its sender and all workers that notice the command say the same.
    await this.#send(session, place === undefined ? {} : { key: `place-${place}` })
  }

  /** The store tells the other processes of new commands. */
  poke(session: string): void {
    this.#runs?.poke(session)
  }

  yieldSlot(session: string): () => void {
    return this.#runs?.lend(session) ?? (() => {})
  }

  async evict(session: string): Promise<void> {
    for (const invocation of await this.#api.running(session)) await this.#api.kill(invocation)
    await this.#send(session, {})
  }

  async serve(drive: Drive, options: ServeOptions = {}): Promise<Serving> {
    const { listen, service, identityKeys = [], yieldAfterMs } = this.#options
    if (listen === undefined)
      throw new PawlError(
        "config-invalid",
        'This process is to run sessions, and restateHost was given no port. Write listen: 9080, or create the agent with run: "none".',
      )
    if (options.onError !== undefined) this.#onError = options.onError
    const { concurrency, standingOf, onError } = options
    const send = (session: string, at?: number) =>
      at === undefined ? this.#send(session, {}) : this.#sendAt(session, at)
    const given = {
      ...(concurrency !== undefined && { concurrency }),
      ...(standingOf !== undefined && { standingOf }),
      ...(onError !== undefined && { onError }),
    }
    const runs = new Runs({ drive, yieldAfterMs, send, ...given })
    const run = (session: string, signal: AbortSignal) => runs.run(session, signal)
    const endpoint = await Endpoint.open({ name: service, run, identityKeys, ...listen })
    this.#runs = runs
    this.#endpoint = endpoint
    const sweeping = this.#sweepRepeatedly(options)
    return {
      drain: async ({ deadlineMs }) => {
        this.#stopping.abort("closed")
        endpoint.leave()
        await runs.drain(deadlineMs)
        await endpoint.close()
        await sweeping
      },
    }
  }

  #sendAt(session: string, at: number): Promise<void> {
    const delayMs = Math.max(0, at - Date.now())
    return this.#send(session, { delayMs, ...(delayMs > SOON_MS && { key: `at-${at}` }) })
  }

  async #send(session: string, how: SendHow): Promise<void> {
    if (await this.#api.send(session, how)) return
    this.#isRegistered = false
    await this.#register()
    if (this.#isRegistered && (await this.#api.send(session, how))) return
    throw new PawlError(
      "host-refused",
      `Restate knows no workers for "${this.#options.service}". Start one with the same "service"; the session is run as soon as there is one.`,
    )
  }

  /** Only a worker can say where workers are. */
  async #register(): Promise<void> {
    const address = this.#options.address ?? this.#endpoint?.url
    if (this.#endpoint === undefined || address === undefined) return
    await this.#api.register(address)
    this.#isRegistered = true
  }

  async #sweepRepeatedly({ sweep = async () => [], sweepMs = SWEEP_MS }: ServeOptions): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        if (!this.#isRegistered) await this.#register()
        await this.#sweepOnce(sweep)
        this.#failing = undefined
      } catch (error) {
        this.#report(error)
      }
      await sleep(sweepMs, undefined, { signal }).catch(() => {})
    }
  }

  async #sweepOnce(sweep: NonNullable<ServeOptions["sweep"]>): Promise<void> {
    for (const session of await sweep()) {
      if (this.#stopping.signal.aborted) return
      if (this.#runs?.has(session) === true) continue
      await this.#send(session, { key: `due-${Math.floor(Date.now() / SWEEP_ONCE_MS)}` })
    }
  }

  /** What lasts is reported, and once for as long as it stays the same: a sweep follows every second. */
  #report(error: unknown): void {
    const { since = Date.now(), reported } = this.#failing ?? {}
    const message = error instanceof Error ? error.message : String(error)
    const isNews = Date.now() - since >= PATIENCE_MS && message !== reported
    this.#failing = { since, error, ...(isNews ? { reported: message } : reported !== undefined && { reported }) }
    if (isNews && !this.#stopping.signal.aborted) this.#onError("*", error)
  }
}
