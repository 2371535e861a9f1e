// One server as the agent sees it: its life cycle, list, calls and log.
import type { ToolContext, ToolOutput } from "../tools/tool.ts"
import { type AskServer, askServer } from "./ask-server.ts"
import { callServer, type ServerCall } from "./call-server.ts"
import type { McpServer } from "./config.ts"
import type { About, ConnectOptions } from "./connection.ts"
import { explain, hideSecrets } from "./explain-errors.ts"
import type { ListCache } from "./list-cache.ts"
import type { ListedTool } from "./listed-tool.ts"
import { Offers } from "./offers.ts"
import type { RestartPolicy } from "./restart-policy.ts"
import type { ServerLog } from "./server-log.ts"
import { type ServerTool, serverTools } from "./server-tool.ts"
import { type Health, Supervisor, type Timing } from "./supervisor.ts"
import { Tail } from "./tail.ts"
import { notesOn, ToolList } from "./tool-list.ts"

export type { ServerState } from "./supervisor.ts"

/** How a server is doing. */
export interface ServerStatus extends Health {
  /** What the names of its tools begin with. */
  readonly key: string
  /** How many tools it offers. */
  readonly tools: number
  /** Its tools, as far as they are known, with those that its entry leaves out. */
  readonly list?: readonly ServerTool[]
  /** How it introduced itself, once it was started. */
  readonly about?: About
  /** Which of its tools are left out or were changed, and why. */
  readonly notes?: readonly string[]
}

export interface LinkOptions extends Omit<ConnectOptions, "stderr" | "signal" | "onClosed" | "onListChanged"> {
  readonly callTimeoutMs: number
  readonly maxCallTimeoutMs: number
  readonly restarts: RestartPolicy
  readonly clock: Timing
  readonly cache: ListCache
  readonly maxListAgeMs?: number
  readonly onRestart?: (server: string) => void
  readonly offers: ListCache
  readonly log: ServerLog
  readonly onListed: (why: string) => void
}

export type LinkCall = Pick<ServerCall, "tool" | "effect" | "arguments">

export class ServerLink {
  readonly server: McpServer
  readonly #options: LinkOptions
  readonly #stderr: Tail
  readonly #list: ToolList
  readonly #offers: Offers
  readonly #supervisor: Supervisor
  #about: About | undefined

  constructor(server: McpServer, options: LinkOptions) {
    this.server = server
    this.#options = options
    this.#stderr = new Tail((text) => options.log.add(text))
    this.#list = new ToolList(server, options)
    this.#offers = new Offers(server, options.offers)
    this.#supervisor = new Supervisor(server, {
      ...options,
      stderr: this.#stderr,
      onState: (health) => {
        options.log.add(`[pawl] ${lineOf(health)}\n`)
        if (health.state === "restarting") options.onRestart?.(server.key)
      },
      onListChanged: () => void this.#list.refresh(() => this.#supervisor.live),
      onReady: (connection, deadline) => {
        this.#about = connection.about
        if (this.#offers.learn(connection.about.offers)) options.onListed("has resources, or none any more")
        this.#list.readFirst(connection, deadline, (error) =>
          this.#supervisor.useless(connection, explain(error, server, options.startTimeoutMs)),
        )
      },
    })
  }

  get listed(): readonly ListedTool[] {
    return this.#list.offered
  }

  /** With those that the entry leaves out: their names stay taken, so that no other tool changes its name. */
  get usable(): readonly ListedTool[] {
    return this.#list.usable
  }

  get isKnown(): boolean {
    return this.#list.isKnown
  }

  /** Its list is older than `maxListAgeMs`. */
  get isOld(): boolean {
    return this.#list.isOld
  }

  get status(): ServerStatus {
    const about = this.#about === undefined ? {} : { about: this.#about }
    const notes = notesOn(this.#list.tools)
    const known = { ...about, ...(notes.length > 0 && { notes }) }
    const list = serverTools(this.server, this.usable)
    return { key: this.server.key, tools: this.listed.length, list, ...this.#supervisor.health, ...known }
  }

  get log(): string {
    return hideSecrets(this.#stderr.text, this.server)
  }

  /** Deadlines of a tool, by the name that the server gives it. */
  limitsOf(tool: string): Pick<ServerCall, "timeoutMs" | "maxTimeoutMs"> {
    const { toolTimeoutsMs = {}, timeoutMs = this.#options.callTimeoutMs, maxTimeoutMs } = this.server
    const own = Object.hasOwn(toolTimeoutsMs, tool) ? toolTimeoutsMs[tool] : undefined
    const ms = own ?? timeoutMs
    return { timeoutMs: ms, maxTimeoutMs: Math.max(ms, maxTimeoutMs ?? this.#options.maxCallTimeoutMs) }
  }

  /** "resources", "prompts" ... */
  offers(what: string): boolean {
    return this.#offers.has(what)
  }

  /** Sends any request but a tool call. */
  get ask(): AskServer {
    return askServer(this.server, this.#supervisor, this.#options.callTimeoutMs)
  }

  /** Starts it and reads its list. Its status says how that went. */
  async probe(): Promise<void> {
    try {
      await this.#supervisor.connect({ insist: true })
      await this.#list.first
    } catch {
      // The status says what happened.
    }
  }

  /** Reads its list again; starts the server if it does not run. */
  async renew(): Promise<void> {
    this.#list.postpone()
    if (this.#supervisor.live === undefined) await this.probe()
    else void this.#list.refresh(() => this.#supervisor.live)
  }

  call(call: LinkCall, context: ToolContext): Promise<ToolOutput> {
    const { server } = this
    const callee = { server, supervisor: this.#supervisor, now: () => this.#options.clock.now() }
    return callServer(callee, { ...call, ...this.limitsOf(call.tool) }, context)
  }

  async close(): Promise<void> {
    await this.#supervisor.close()
    this.#options.log.close()
  }
}

function lineOf({ since, state, restart, error }: Health): string {
  const which = restart === undefined ? "" : ` (${restart.number} of ${restart.of})`
  const why = error === undefined || state === "stopped" ? "" : `: ${error}`
  return `${new Date(since).toISOString()} ${state}${which}${why}`
}
