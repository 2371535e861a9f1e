// Everything a story runs on: its own clock, counted ids, a database, and a record of what was sent and published.
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import {
  type Agent,
  type AgentOptions,
  createAgent,
  type Event,
  type Model,
  type Session,
  type Store,
  sqlite,
} from "@pawl/agent"
import { type Script, type ScriptReply, type ScriptRequest, scripted, settle } from "@pawl/agent/testing"
import { plain } from "./plain-json.ts"
import { StoryClock } from "./story-clock.ts"

export type Reply = ScriptReply | ((request: ScriptRequest) => ScriptReply | Promise<ScriptReply>)
type React = (event: Event) => unknown
type SendOptions = Parameters<Session["send"]>[1]

export interface Story {
  readonly name: string
  /** "hashes": keep only a hash of every line, for a long story. Other stories show what changed. */
  readonly keeps?: "hashes"
  play(stage: Stage): Promise<void>
}

/** How long a model takes for an answer. */
const THINKING_MS = 250
/** Keeps leases, sweeps and long waits out of stories, because they depend on real time. */
const QUIET_LEASES = { beatMs: 1e9, lapseMs: 1e10, sweepMs: 1e9 }

export class Stage {
  readonly clock: StoryClock
  readonly folder: string
  readonly workspace: string
  /** Requests to models, in order. */
  readonly requests: Record<string, unknown>[] = []
  /** Events that the sender received, with consecutive text joined. */
  readonly told: unknown[] = []
  /** Return values of API calls. */
  readonly results: Record<string, unknown> = {}
  readonly #prefix: string
  #ids = 0
  #commands = 0

  constructor(
    folder: string,
    { startsAt, prefix = "id" }: { readonly startsAt?: number; readonly prefix?: string } = {},
  ) {
    this.folder = folder
    this.workspace = join(folder, "work")
    this.clock = new StoryClock(startsAt)
    this.#prefix = prefix
    mkdirSync(this.workspace, { recursive: true })
  }

  get database(): string {
    return join(this.folder, "pawl.db")
  }

  /** Opens an agent on the story's database, and closes both when `use` is done. */
  async with(options: AgentOptions, use: (agent: Agent) => Promise<void>, hook?: string): Promise<void> {
    // Commits on the caller's side, so that the order of commits and of all that follows does not depend on a thread.
    const how = { commitOn: "caller", ...(hook !== undefined && { commitHook: hook }) } as const
    const store = await sqlite(this.database, how)
    const next = () => `${this.#prefix}${String(++this.#ids).padStart(3, "0")}`
    const base = { store, clock: this.clock, ids: { next }, leases: QUIET_LEASES, parkMs: 1e9, onError: this.#failed }
    const agent = await createAgent({ ...base, ...options })
    try {
      await use(agent)
      await atRest(store)
    } finally {
      await agent.close()
      await store.close()
    }
  }

  /** A model that gives these replies, one per request, and records its requests. */
  model(name: string, replies: readonly Reply[], more: Partial<Model> = {}): Model {
    const next = replies.values()
    return this.scripted(
      name,
      (request) => {
        const reply = next.next().value ?? "I have nothing more to say."
        return typeof reply === "function" ? reply(request) : reply
      },
      more,
    )
  }

  scripted(name: string, script: Script, more: Partial<Model> = {}): Model {
    const inner = scripted(script, { name })
    return {
      ...inner,
      ...more,
      ask: (request, how) => {
        this.requests.push({ model: name, ...(plain(request) as object) })
        this.clock.pass(THINKING_MS)
        return inner.ask(request, how)
      },
    }
  }

  /** A command id from a separate counter, so that the order in which other ids are drawn does not matter. */
  command(): string {
    return `command-${++this.#commands}`
  }

  /** Sends a message and follows the turn to its end; `react` supplies what the turn waits for. */
  async turn(session: Session, input: Parameters<Session["send"]>[0], react: React = () => {}, how: SendOptions = {}) {
    await this.follow(session, session.send(input, { id: this.command(), ...how }), react)
  }

  async follow(session: Session, events: AsyncIterable<Event>, react: React = () => {}): Promise<void> {
    for await (const event of events) {
      this.#tell(session.id, event)
      await react(event)
      if (event.type === "retry-wait") await this.clock.advanceTo(event.until)
    }
  }

  /** Errors of the runtime itself: none, unless a story is about one. */
  readonly #failed = (session: string, error: unknown): void => {
    this.results.failures = [...((this.results.failures as readonly unknown[]) ?? []), { session, error }]
  }

  /** Joins text, because the number of pieces depends on how fast the subscriber reads. */
  #tell(session: string, event: Event): void {
    const last = this.told.at(-1) as { readonly session: string; readonly event: Event } | undefined
    const joined = last?.session === session ? joinedText(last.event, event) : undefined
    if (joined !== undefined) this.told[this.told.length - 1] = { session, event: joined }
    else this.told.push({ session, event })
  }
}

function joinedText(last: Event, event: Event): Event | undefined {
  if (event.type !== "text-delta" && event.type !== "thinking-delta") return undefined
  if (last.type !== event.type || last.attempt !== event.attempt) return undefined
  return { ...event, text: `${last.text}${event.text}` }
}

/** Waits until no session is due: a turn's end is published before its session is released. */
async function atRest(store: Store): Promise<void> {
  for (let times = 0; times < 100; times++) {
    await settle()
    if ((await store.sessions.list()).every(({ dueAt }) => dueAt === null)) return
  }
}
