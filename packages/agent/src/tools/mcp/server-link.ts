// One server as the agent sees it: started when first needed and only once, its list known, its failures in plain words.
import type { FetchLike } from "@modelcontextprotocol/client"
import { messageOf } from "../../contracts/error.ts"
import type { EffectClass } from "../../contracts/fact.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { ToolContext, ToolOutput } from "../tool.ts"
import type { McpServer } from "./config.ts"
import type { Connection } from "./connection.ts"
import type { ListCache } from "./list-cache.ts"
import type { ListedTool } from "./listed-tool.ts"
import { resultParts } from "./result-parts.ts"
import { Tail } from "./tail.ts"
import { explain, hideSecrets, isLost, isOwnAnswer, neverArrived } from "./words.ts"

export type ServerState = "idle" | "starting" | "ready" | "failed" | "stopped"

export interface ServerStatus {
  readonly key: string
  readonly state: ServerState
  readonly tools: number
  /** Why it failed, in plain words and without secrets. */
  readonly error?: string
}

export interface LinkOptions {
  readonly startTimeoutMs: number
  readonly callTimeoutMs: number
  readonly maxMessageBytes: number
  readonly fetch?: FetchLike
  readonly cache: ListCache
  readonly onListed: () => void
}

export interface LinkCall {
  readonly tool: string
  readonly effect: EffectClass
  readonly arguments: JsonObject
}

// A server that announces a change with every list would keep us asking for ever.
const REFRESH_PAUSE_MS = 200
// The caller's own deadline comes first; this one is for callers that have none.
const SLACK_MS = 1000

const DOUBT = " It may have taken effect: verify before you try again."

export class ServerLink {
  readonly server: McpServer
  readonly callTimeoutMs: number
  readonly #options: LinkOptions
  readonly #stderr = new Tail()
  #state: ServerState = "idle"
  #error: string | undefined
  #listed: readonly ListedTool[] | undefined
  #connection: Promise<Connection> | undefined
  /** The one that is in use; another one that ends is no news. */
  #live: Connection | undefined
  #firstList: Promise<void> | undefined
  #refreshing = false
  #refreshAgain = false
  readonly #calls = new WeakMap<Connection, Set<Promise<unknown>>>()
  readonly #leaving = new Map<Promise<void>, Connection>()
  readonly #closing = new AbortController()

  constructor(server: McpServer, options: LinkOptions) {
    this.server = server
    this.#options = options
    this.callTimeoutMs = server.timeoutMs ?? options.callTimeoutMs
    this.#listed = options.cache.read(server)
  }

  get listed(): readonly ListedTool[] {
    return this.#listed ?? []
  }

  get isKnown(): boolean {
    return this.#listed !== undefined
  }

  get status(): ServerStatus {
    const { key } = this.server
    const error = this.#error === undefined ? {} : { error: this.#error }
    return { key, state: this.#state, tools: this.listed.length, ...error }
  }

  get log(): string {
    return hideSecrets(this.#stderr.text, this.server)
  }

  /** Starts it and reads its list; how that went is in its status. */
  async probe(): Promise<void> {
    try {
      await this.#connect()
      await this.#firstList
    } catch {
      // The status says what happened.
    }
  }

  async call({ tool, effect, arguments: args }: LinkCall, context: ToolContext): Promise<ToolOutput> {
    const connection = await abandonable(this.#connect(), context.signal)
    const answer = connection.call({
      tool,
      arguments: args,
      meta: { "pawl/effectKey": context.effectKey, "pawl/session": context.session, "pawl/call": context.call },
      signal: context.signal,
      timeoutMs: this.callTimeoutMs + SLACK_MS,
      onProgress: (text) => context.output(hideSecrets(text, this.server)),
    })
    this.#calls.get(connection)?.add(answer)
    let result: Record<string, unknown>
    try {
      result = await answer
    } catch (error) {
      if (context.signal.aborted) throw new Error(`the call was cancelled.${effect === "once" ? DOUBT : ""}`)
      throw this.#callFailure(error, effect, connection)
    } finally {
      this.#calls.get(connection)?.delete(answer)
    }
    return resultParts(result)
  }

  async close(): Promise<void> {
    this.#closing.abort("closed")
    const connection = await this.#connection?.catch(() => undefined)
    await Promise.all([connection, ...this.#leaving.values()].map((each) => each?.close()))
    await Promise.all(this.#leaving.keys())
    this.#connection = this.#live = undefined
    this.#state = "stopped"
  }

  /** One start at a time, whoever asks; a caller that gives up does not end it for the others. */
  #connect(): Promise<Connection> {
    this.#connection ??= this.#start()
    return this.#connection
  }

  async #start(): Promise<Connection> {
    const { startTimeoutMs } = this.#options
    const deadline = AbortSignal.timeout(startTimeoutMs)
    let own: Connection | undefined
    try {
      if (this.#closing.signal.aborted) throw new Error("it was closed")
      this.#state = "starting"
      this.#error = undefined
      this.#stderr.startAnew()
      const { connect } = await import("./connection.ts")
      own = await connect(this.server, {
        ...this.#options,
        stderr: this.#stderr,
        signal: AbortSignal.any([deadline, this.#closing.signal]),
        onClosed: (how) => own !== undefined && this.#lost(own, how),
        onListChanged: () => void this.#refresh(),
      })
    } catch (error) {
      this.#connection = undefined
      throw this.#fail("could not be started", explain(error, this.server, startTimeoutMs))
    }
    this.#live = own
    this.#calls.set(own, new Set())
    this.#state = "ready"
    this.#firstList = this.#readFirstList(own, deadline)
    // Whoever waits for the list hears of it; a call does not wait.
    this.#firstList.catch(() => {})
    return own
  }

  async #readFirstList(connection: Connection, signal: AbortSignal): Promise<void> {
    const { startTimeoutMs } = this.#options
    try {
      this.#accept(await connection.list({ signal, timeoutMs: startTimeoutMs }))
    } catch (error) {
      // An old list is better than none, and calls may still work.
      if (this.isKnown) return
      const failure = this.#fail("could not list its tools", explain(error, this.server, startTimeoutMs))
      this.#connection = this.#live = undefined
      await connection.close()
      throw failure
    }
  }

  async #refresh(): Promise<void> {
    // Before the first list nothing can be out of date.
    if (this.#live === undefined) return
    this.#refreshAgain = true
    if (this.#refreshing) return
    this.#refreshing = true
    await this.#firstList?.catch(() => {})
    while (this.#refreshAgain && !this.#closing.signal.aborted) {
      this.#refreshAgain = false
      const tools = await this.#live?.list({ timeoutMs: this.#options.startTimeoutMs }).catch(() => undefined)
      if (tools !== undefined) this.#accept(tools)
      await new Promise((resolve) => setTimeout(resolve, REFRESH_PAUSE_MS).unref())
    }
    this.#refreshing = false
  }

  #accept(tools: readonly ListedTool[]): void {
    if (JSON.stringify(tools) === JSON.stringify(this.#listed)) return
    this.#listed = tools
    this.#options.cache.write(this.server, tools)
    this.#options.onListed()
  }

  #lost(connection: Connection, how: string | undefined): void {
    if (this.#live !== connection || this.#closing.signal.aborted) return
    this.#connection = this.#live = undefined
    if (how !== undefined) this.#fail("stopped", how)
    else this.#state = "idle"
    this.#leave(connection)
  }

  /** Closed once its last call is over: others may still get their answers. */
  #leave(connection: Connection): void {
    const calls = this.#calls.get(connection) ?? []
    const leaving = Promise.allSettled(calls)
      .then(() => connection.close())
      .catch(() => {})
      .finally(() => this.#leaving.delete(leaving))
    this.#leaving.set(leaving, connection)
  }

  #callFailure(error: unknown, effect: EffectClass, connection: Connection): Error {
    const { key, kind } = this.server
    if (isOwnAnswer(error)) return new Error(hideSecrets(messageOf(error), this.server))
    if (kind === "http" && isLost(error)) this.#lost(connection, undefined)
    const ended = this.#live !== connection && kind === "stdio"
    const said = ended
      ? (this.#error ?? `MCP server "${key}" was stopped.`)
      : `MCP server "${key}" did not answer: ${explain(error, this.server, this.callTimeoutMs)}.`
    return new Error(hideSecrets(`${said}${effect === "once" && !neverArrived(error) ? DOUBT : ""}`, this.server))
  }

  #fail(what: string, why: string): Error {
    const words = this.#stderr.lastWords
    const said = this.server.kind === "stdio" && words !== "" ? ` It wrote: ${words}` : ""
    this.#state = this.#closing.signal.aborted ? "stopped" : "failed"
    this.#error = hideSecrets(`MCP server "${this.server.key}" ${what}: ${why}.${said}`, this.server)
    return new Error(this.#error)
  }
}

/** The promise, or a rejection as soon as the caller gives up. */
function abandonable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  if (signal.aborted) return Promise.reject(new Error("the call was cancelled before it began"))
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error("the call was cancelled before it began"))
    signal.addEventListener("abort", stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop))
  })
}
