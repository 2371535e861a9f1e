// LISTEN and NOTIFY: how the processes of a store hear of each other. One message a process every 30 ms, whatever it has to tell.
import pg from "pg"
import type { Connecting } from "./connecting.ts"
import type { Database } from "./database.ts"
import type { LiveTexts } from "./live-text.ts"
import { messagesOf, readMessage, type Subject } from "./messages.ts"

const EVERY_MS = 30
const AGAIN_MS = { first: 50, most: 2000 }
/** A connection that is gone without a word is noticed after this time. */
const CHECK_MS = 15_000
const TIE = "select tie($1)"

export class Channel {
  readonly name: string
  readonly #connecting: Connecting
  readonly #database: Database
  readonly #live: LiveTexts
  readonly #listeners = new Set<Listener>()
  readonly #tied = new Set<string>()
  #isListening = false
  #beginning: Promise<void> = Promise.resolve()
  #hasChanges = false
  #sending: NodeJS.Timeout | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  /** The connection that listens, or is being made. */
  #client: pg.Client | undefined
  #again: NodeJS.Timeout | undefined
  #againMs = AGAIN_MS.first
  #check: NodeJS.Timeout | undefined
  #hasListened = false
  #isClosed = false

  constructor(connecting: Connecting, database: Database, live: LiveTexts) {
    this.name = `pawl_${connecting.schema}`
    this.#connecting = connecting
    this.#database = database
    this.#live = live
    live.carriedBy({ soon: () => this.#soon(), listen: () => this.#listen() })
  }

  watch(listener: () => void, only?: "commands"): () => void {
    return this.#add({ call: listener, about: only ?? "changes" })
  }

  /** Calls the listener when places of requests may be free. */
  onRates(listener: () => void): () => void {
    return this.#add({ call: listener, about: "rates" })
  }

  /** Calls the listener when another process was taught something about a model's rate. */
  onLessons(listener: () => void): () => void {
    return this.#add({ call: listener, about: "lessons" })
  }

  #add(entry: Listener): () => void {
    this.#listeners.add(entry)
    this.#listen()
    return () => void this.#listeners.delete(entry)
  }

  /** From now on the runner's life is tied to the connection that listens: when it ends, others can see it. */
  async tie(runner: string): Promise<void> {
    this.#tied.add(runner)
    this.#listen()
    await this.#beginning
    const client = this.#client
    if (client === undefined || !this.#isListening) return
    keepAlive(client, true)
    await client.query(TIE, [runner]).catch(() => {})
    keepAlive(client, false)
  }

  untie(runner: string): void {
    this.#tied.delete(runner)
  }

  /** Something was committed that others may look for. */
  changed(): void {
    this.#hasChanges = true
    this.#soon()
  }

  /** Sends what is left to tell. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    if (this.#sending !== undefined) await this.#send()
    this.#isClosed = true
    clearTimeout(this.#again)
    this.#drop(this.#client)
    this.#listeners.clear()
  }

  #soon(): void {
    if (this.#sending !== undefined || this.#isClosed) return
    const waitMs = Math.max(0, this.#sentAt + EVERY_MS - performance.now())
    this.#sending = setTimeout(() => void this.#send(), waitMs)
  }

  async #send(): Promise<void> {
    clearTimeout(this.#sending)
    this.#sending = undefined
    this.#sentAt = performance.now()
    const messages = messagesOf({ hasChanges: this.#hasChanges, ...this.#live.take() })
    this.#hasChanges = false
    if (messages.length === 0) return
    const say = "select pg_notify($1, message) from unnest($2::text[]) as message"
    // Without a database there is nobody to tell, and those who come back look for themselves.
    await this.#database.write(say, [this.name, messages], "notify").catch(() => {})
  }

  #listen(): void {
    if (this.#client !== undefined || this.#again !== undefined || this.#isClosed) return
    const client = new pg.Client(this.#connecting.config)
    this.#client = client
    client.on("error", () => this.#lost(client))
    client.on("end", () => this.#lost(client))
    client.on("notification", ({ payload = "" }) => this.#hear(payload))
    this.#beginning = this.#begin(client).catch(() => this.#lost(client))
  }

  async #begin(client: pg.Client): Promise<void> {
    await client.connect()
    await client.query(`listen "${this.name}"`)
    if (this.#client !== client) return
    this.#isListening = true
    for (const runner of this.#tied) await client.query(TIE, [runner])
    // A program that has nothing else to do may end.
    keepAlive(client, false)
    this.#againMs = AGAIN_MS.first
    this.#check = setInterval(() => this.#checkOn(client), CHECK_MS).unref()
    if (this.#hasListened) this.#connecting.onReconnect?.()
    this.#hasListened = true
    // Whatever was said before this moment was not heard.
    this.#live.lostSome()
    this.#tell(() => true)
  }

  #hear(payload: string): void {
    const { tells, pieces, wanted } = readMessage(payload)
    this.#live.receive(pieces, wanted)
    this.#tell(({ about }) => tells.includes(about))
  }

  #tell(isFor: (listener: Listener) => boolean): void {
    for (const listener of this.#listeners) if (isFor(listener)) listener.call()
  }

  #checkOn(client: pg.Client): void {
    const giveUp = setTimeout(() => this.#lost(client), CHECK_MS / 2).unref()
    client.query("select").then(
      () => clearTimeout(giveUp),
      () => this.#lost(client),
    )
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#drop(client)
    if (this.#isClosed) return
    this.#again = setTimeout(() => {
      this.#again = undefined
      this.#listen()
    }, this.#againMs).unref()
    this.#againMs = Math.min(AGAIN_MS.most, this.#againMs * 2)
  }

  #drop(client: pg.Client | undefined): void {
    clearInterval(this.#check)
    this.#isListening = false
    this.#client = undefined
    client?.end().catch(() => {})
  }
}

/** Whether the program waits for this connection. The types of pg lack it. */
function keepAlive(client: pg.Client, isAwaited: boolean): void {
  const name = isAwaited ? "ref" : "unref"
  const set = (client as unknown as Readonly<Record<string, unknown>>)[name]
  if (typeof set === "function") set.call(client)
}

interface Listener {
  readonly call: () => void
  readonly about: Subject
}
