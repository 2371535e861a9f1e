// A server's tool list: from disk until the server starts, then from the server, and again whenever it announces a change.
import type { McpServer } from "./config.ts"
import type { Connection } from "./connection.ts"
import type { ListCache } from "./list-cache.ts"
import type { ListedTool } from "./listed-tool.ts"
import type { Timing } from "./supervisor.ts"

export interface ToolListOptions {
  readonly startTimeoutMs: number
  readonly clock: Timing
  readonly cache: ListCache
  /** A list older than this is read from the server again. */
  readonly maxListAgeMs?: number
  /** Called when the list has changed, with the reason. */
  readonly onListed: (why: string) => void
}

// A server that keeps announcing changes is asked at growing intervals.
const REFRESH_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000

export class ToolList {
  readonly #server: McpServer
  readonly #options: ToolListOptions
  #tools: readonly ListedTool[] | undefined
  /** When the server sent the list. */
  #listedAt: number
  #usable: readonly ListedTool[] = []
  #offered: readonly ListedTool[] = []
  /** The list comes from the server itself, not from the cache. */
  #isFresh = false
  #first: Promise<void> | undefined
  #refreshing = false
  #refreshAgain = false

  constructor(server: McpServer, options: ToolListOptions) {
    this.#server = server
    this.#options = options
    this.#tools = options.cache.read(server)
    this.#listedAt = options.cache.writtenAt(server) ?? options.clock.now()
    this.#sort()
  }

  get tools(): readonly ListedTool[] {
    return this.#tools ?? []
  }

  /** The tools that can be offered, with those that the entry leaves out. */
  get usable(): readonly ListedTool[] {
    return this.#usable
  }

  /** The tools that are offered. */
  get offered(): readonly ListedTool[] {
    return this.#offered
  }

  get isKnown(): boolean {
    return this.#tools !== undefined
  }

  /** The server should be asked again; until it answers, an old list is better than none. */
  get isOld(): boolean {
    const { maxListAgeMs = Number.POSITIVE_INFINITY, clock } = this.#options
    return this.isKnown && clock.now() - this.#listedAt > maxListAgeMs
  }

  /** The list that is read after a start. Rejects only when there is no list at all. */
  get first(): Promise<void> {
    return this.#first ?? Promise.resolve()
  }

  /** Reads the list of a server that just started. `onNone`: the server sent none, and there is no older one. */
  readFirst(connection: Connection, deadline: AbortSignal, onNone: (error: unknown) => Promise<Error>): void {
    const read = async () => {
      try {
        const tools = await connection.list({ signal: deadline, timeoutMs: this.#options.startTimeoutMs })
        this.#accept(tools, this.#isFresh ? "came back with another list" : "was started, and offers other tools")
      } catch (error) {
        // An old list is better than none, and calls may still work.
        if (!this.isKnown) throw await onNone(error)
      }
    }
    this.#first = read()
    // Callers that await the list get the error; a call does not wait for it.
    this.#first.catch(() => {})
  }

  /** One refresh at a time, and another one if a change was announced meanwhile. */
  async refresh(live: () => Connection | undefined): Promise<void> {
    // Without a connection there is nothing to refresh: the list is read at the next start.
    if (live() === undefined) return
    this.#refreshAgain = true
    if (this.#refreshing) return
    this.#refreshing = true
    await this.#first?.catch(() => {})
    let pauseMs = REFRESH_PAUSE_MS
    while (this.#refreshAgain) {
      this.#refreshAgain = false
      const tools = await live()
        ?.list({ timeoutMs: this.#options.startTimeoutMs })
        .catch(() => undefined)
      if (tools !== undefined) this.#accept(tools, "announced another list")
      await new Promise<void>((resolve) => this.#options.clock.after(pauseMs, resolve))
      pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)
    }
    this.#refreshing = false
  }

  /** Restarts the age of the list, so that the server is asked once per period even if it fails to answer. */
  postpone(): void {
    this.#listedAt = this.#options.clock.now()
  }

  #accept(tools: readonly ListedTool[], why: string): void {
    const isFirst = !this.#isFresh
    this.#isFresh = true
    this.postpone()
    const isSame = JSON.stringify(tools) === JSON.stringify(this.#tools)
    // Writing it again restarts its age.
    const isRenewed = isFirst && this.#options.maxListAgeMs !== undefined
    if (!isSame || isRenewed) this.#options.cache.write(this.#server, tools)
    if (isSame) return
    this.#tools = tools
    this.#sort()
    this.#options.onListed(why)
  }

  #sort(): void {
    const { excludeTools = [] } = this.#server
    this.#usable = this.tools.filter(({ refused }) => refused === undefined)
    this.#offered = this.#usable.filter(({ name }) => !excludeTools.includes(name))
  }
}

const MAX_NOTES = 20

/** Notes for people, one sentence each. */
export function notesOn(tools: readonly ListedTool[]): readonly string[] {
  const all = tools.flatMap(({ name, refused, notes = [] }) => [
    ...(refused === undefined ? [] : [`Tool "${name}" is left out: ${refused}.`]),
    ...notes.map((note) => `Tool "${name}": ${note}.`),
  ])
  return all.length <= MAX_NOTES ? all : [...all.slice(0, MAX_NOTES), `And ${all.length - MAX_NOTES} more.`]
}
