// One server's life cycle: started once, when it is first needed; restarted a few times when it fails; then left alone
// until a later call tries it. Reports its health: its state, since when, and why it failed.
import type { Clock } from "../contracts/clock.ts"
import type { McpServer } from "./config.ts"
import type { Connection, ConnectOptions } from "./connection.ts"
import { explain, hideSecrets, isHopeless } from "./explain-errors.ts"
import { isLoginNeeded } from "./oauth/login-needed.ts"
import { OpenCalls } from "./open-calls.ts"
import { hopeless, nextTry, type RestartPolicy } from "./restart-policy.ts"
import type { Ending } from "./server-process.ts"
import type { Tail } from "./tail.ts"

/** `half-open`: it failed and was left alone for a while; the next call may try it. `failed`: that pause is not over.
 * `misconfigured`: its entry cannot be used, so there is nothing to start. */
export type ServerState =
  | "standby"
  | "starting"
  | "ready"
  | "restarting"
  | "half-open"
  | "failed"
  | "stopped"
  | "misconfigured"

/** How a server is. */
export interface Health {
  /** Whether it can be called. */
  readonly state: ServerState
  /** Since when, in wall time. */
  readonly since: number
  /** Which of how many restarts is under way. */
  readonly restart?: { readonly number: number; readonly of: number }
  /** It is not tried before this time. */
  readonly retryAt?: number
  /** Why it failed, in plain text and without secrets. */
  readonly error?: string
}

export interface SupervisorOptions extends Omit<ConnectOptions, "signal" | "onClosed"> {
  readonly clock: Timing
  readonly restarts: RestartPolicy
  readonly stderr: Tail
  readonly onState: (health: Health) => void
  /** The server answers. Its list can be read until the deadline of its start. */
  readonly onReady: (connection: Connection, deadline: AbortSignal) => void
}

/** The real clock by default; a test passes its own. */
export type Timing = Pick<Clock, "now" | "after">

/** A server that answers neither a call nor a ping within this time hangs. */
const PING_MS = 5000

export class Supervisor {
  readonly #server: McpServer
  readonly #options: SupervisorOptions
  #state: ServerState = "standby"
  #since: number
  #failures = 0
  #retryAt = 0
  #error: string | undefined
  /** The start that is under way, planned, or succeeded. */
  #upcoming: Promise<Connection> | undefined
  /** The connection in use; the end of any other connection is ignored. */
  #live: Connection | undefined
  /** It has answered a call since it was started. */
  #proven = false
  #suspicion: Promise<void> | undefined
  readonly #calls = new OpenCalls()
  readonly #closing = new AbortController()

  constructor(server: McpServer, options: SupervisorOptions) {
    this.#server = server
    this.#options = options
    this.#since = options.clock.now()
  }

  get health(): Health {
    const isOpen = this.#state === "failed" && this.#options.clock.now() >= this.#retryAt
    const state = isOpen ? "half-open" : this.#state
    return {
      state,
      since: isOpen ? this.#retryAt : this.#since,
      ...(state === "restarting" && {
        restart: { number: this.#failures, of: this.#options.restarts.delaysMs.length },
      }),
      ...(state === "failed" && { retryAt: this.#retryAt }),
      ...(this.#error !== undefined && { error: this.#error }),
    }
  }

  get live(): Connection | undefined {
    return this.#live
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  /**
   * All callers share one start; a caller that gives up does not end it for the others. Rejects when the next start fails.
   * `insist`: starts before `retryAt` too, because a person asked for it.
   */
  connect({ insist = false }: { readonly insist?: boolean } = {}): Promise<Connection> {
    if (this.isClosed) return Promise.reject(new Error(`MCP server "${this.#server.key}" was closed.`))
    if (this.#suspicion !== undefined) return this.#suspicion.then(() => this.connect({ insist }))
    if (this.#upcoming !== undefined) return this.#upcoming
    const { state } = this.health
    if (state === "failed" && !insist) return Promise.reject(new Error(this.#error))
    if (state !== "standby") this.#set("half-open")
    return this.#start(0)
  }

  /** Keeps the connection open until the answer settles. */
  track<Value>(connection: Connection, answer: Promise<Value>): Promise<Value> {
    return this.#calls.track(connection, answer)
  }

  /** A call succeeded: earlier failures no longer count. */
  answered(connection: Connection): void {
    if (this.#live !== connection) return
    this.#failures = 0
    this.#proven = true
  }

  /** A call reached its deadline. New calls wait until it is known whether the server still answers. */
  suspect(connection: Connection, callMs: number): void {
    if (this.#live !== connection || this.#suspicion !== undefined) return
    const pingMs = Math.min(PING_MS, callMs)
    const hangs = `it answered neither the call nor a ping within ${pingMs / 1000} s`
    this.#suspicion = connection
      .ping(pingMs)
      .then((alive) => alive || this.lost(connection, { words: hangs, isClean: false }, { atOnce: true }))
      .then(() => {})
      .finally(() => {
        this.#suspicion = undefined
      })
  }

  /** Without `ending` the server only forgot our session: the next call connects anew. */
  lost(connection: Connection, ending?: Ending, { atOnce = false, words = "it forgot our session" } = {}): void {
    if (this.#live !== connection || this.isClosed) return
    const isBusy = this.#calls.isBusy(connection)
    this.#live = this.#upcoming = undefined
    this.#calls.leave(connection, atOnce)
    // Some servers exit when they were idle for a while, and start again with the next call.
    const isHarmless = ending === undefined ? this.#proven : ending.isClean && !isBusy
    if (isHarmless) this.#set("standby")
    else this.#failed(this.#server.kind === "stdio" ? "stopped" : "was lost", ending?.words ?? words)
  }

  /** Its list could not be read, and a server without a list is useless. */
  async useless(connection: Connection, why: string): Promise<Error> {
    this.#live = this.#upcoming = undefined
    const failure = this.#failed("could not list its tools", why)
    await connection.close()
    return failure
  }

  async close(): Promise<void> {
    this.#closing.abort("closed")
    const connection = await this.#upcoming?.catch(() => undefined)
    await Promise.all([connection?.close(), this.#calls.close()])
    this.#upcoming = this.#live = undefined
    this.#set("stopped")
  }

  #start(pauseMs: number): Promise<Connection> {
    const upcoming = pauseMs === 0 ? this.#attempt() : this.#pause(pauseMs).then(() => this.#attempt())
    // Possibly no caller is waiting; the health says what happened.
    upcoming.catch(() => {})
    this.#upcoming = upcoming
    return upcoming
  }

  async #attempt(): Promise<Connection> {
    const { startTimeoutMs, stderr, onReady } = this.#options
    const deadline = AbortSignal.timeout(startTimeoutMs)
    let own: Connection | undefined
    try {
      if (this.isClosed) throw new Error("it was closed")
      if (this.#state === "standby") this.#set("starting")
      stderr.startAnew()
      const { connect } = await import("./connection.ts")
      own = await connect(this.#server, {
        ...this.#options,
        signal: AbortSignal.any([deadline, this.#closing.signal]),
        onClosed: (ending) => own !== undefined && this.lost(own, ending),
      })
    } catch (error) {
      const why = explain(error, this.#server, startTimeoutMs)
      const failure = this.#failed("could not be started", why, isHopeless(error, this.#server))
      // The user may have logged in by the time of the next call.
      if (isLoginNeeded(error)) this.#retryAt = 0
      throw failure
    }
    this.#live = own
    this.#proven = false
    this.#error = undefined
    this.#set("ready")
    onReady(own, deadline)
    return own
  }

  /** Plans the next try, if the policy has one. */
  #failed(what: string, why: string, isForGood = false): Error {
    const { restarts, clock, stderr } = this.#options
    const words = stderr.lastWords
    const said = this.#server.kind === "stdio" && words !== "" ? ` It wrote: ${words}` : ""
    this.#error = hideSecrets(`MCP server "${this.#server.key}" ${what}: ${why}.${said}`, this.#server)
    this.#upcoming = undefined
    this.#failures = isForGood ? hopeless(this.#failures + 1, restarts) : this.#failures + 1
    const next = nextTry(this.#failures, restarts)
    if (this.isClosed) this.#set("stopped")
    else if (next.kind === "restart") {
      this.#set("restarting")
      this.#start(next.inMs)
    } else {
      this.#retryAt = clock.now() + next.inMs
      this.#set("failed")
    }
    return new Error(this.#error)
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancelTimer = this.#options.clock.after(ms, resolve)
      const closed = () => {
        cancelTimer()
        resolve()
      }
      this.#closing.signal.addEventListener("abort", closed, { once: true })
    })
  }

  #set(state: ServerState): void {
    this.#state = state
    this.#since = this.#options.clock.now()
    this.#options.onState(this.health)
  }
}
