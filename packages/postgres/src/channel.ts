// LISTEN and NOTIFY: how the processes of a store hear of each other. One message a process every 30 ms, whatever it has to tell.
import pg from "pg"
import type { Connecting } from "./connecting.ts"
import type { Database } from "./database.ts"
import type { LiveTexts } from "./live-text.ts"
import { messagesOf, readMessage } from "./messages.ts"

const EVERY_MS = 30
const AGAIN_MS = { first: 50, most: 2000 }
/** A connection that is gone without a word is noticed after this time. */
const CHECK_MS = 15_000

export class Channel {
  readonly name: string
  readonly #connecting: Connecting
  readonly #database: Database
  readonly #live: LiveTexts
  readonly #listeners = new Set<Listener>()
  #hasChanges = false
  #sending: NodeJS.Timeout | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  /** The connection that listens, or is being made. */
  #client: pg.Client | undefined
  #again: NodeJS.Timeout | undefined
  #againMs = AGAIN_MS.first
  #check: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(connecting: Connecting, database: Database, live: LiveTexts) {
    this.name = `pawl_${connecting.schema}`
    this.#connecting = connecting
    this.#database = database
    this.#live = live
    live.carriedBy({ soon: () => this.#soon(), listen: () => this.#listen() })
  }

  watch(listener: () => void, only?: "commands"): () => void {
    const entry = { call: listener, isForCommands: only === "commands" }
    this.#listeners.add(entry)
    this.#listen()
    return () => void this.#listeners.delete(entry)
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
    await this.#database.read(say, [this.name, messages], "notify").catch(() => {})
  }

  #listen(): void {
    if (this.#client !== undefined || this.#again !== undefined || this.#isClosed) return
    const client = new pg.Client(this.#connecting.config)
    this.#client = client
    client.on("error", () => this.#lost(client))
    client.on("end", () => this.#lost(client))
    client.on("notification", ({ payload = "" }) => this.#hear(payload))
    this.#begin(client).catch(() => this.#lost(client))
  }

  async #begin(client: pg.Client): Promise<void> {
    await client.connect()
    await client.query(`listen "${this.name}"`)
    if (this.#client !== client) return
    // A program that has nothing else to do may end.
    unref(client)
    this.#againMs = AGAIN_MS.first
    this.#check = setInterval(() => this.#checkOn(client), CHECK_MS).unref()
    // Whatever was said before this moment was not heard.
    this.#live.lostSome()
    this.#tell(() => true)
  }

  #hear(payload: string): void {
    const { hasCommands, pieces, wanted } = readMessage(payload)
    this.#live.receive(pieces, wanted)
    this.#tell(({ isForCommands }) => hasCommands || !isForCommands)
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
    this.#client = undefined
    client?.end().catch(() => {})
  }
}

/** The types of pg lack it. */
function unref(client: pg.Client): void {
  if ("unref" in client && typeof client.unref === "function") client.unref()
}

interface Listener {
  readonly call: () => void
  readonly isForCommands: boolean
}
