// The port of shared rates: what the processes of a store, on any number of machines, may send to a model together.
import { randomUUID } from "node:crypto"
import type { PlaceClosed, PlacesAsked, PlacesTaken, RateLesson, RatesListener, SharedRates } from "@pawl/agent/types"
import type { Channel } from "./channel.ts"
import type { Database } from "./database.ts"
import { plain } from "./plain.ts"
import { RateLessons } from "./rate-lessons.ts"
import { NOW } from "./schema/now.ts"

/** So long after its process was last heard of, an open place is free. */
const LEASE_MS = 6000
const KEEP_UP_MS = 2000

/** After a failure, what could not be told is told again. */
const AGAIN_MS = 1000

const CLOSE = "select close_places($1, $2, $3, $4, $5, $6)"
const TAKE = "select places, wait_ms from take_places($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"
const LEAVE = "delete from rate_waiting where holder = $1"
const KEEP_UP = `update rate_places set open_until = ${NOW} + $2 where id = any($1) and open_until is not null`

type Closing = PlaceClosed & { readonly place: number }

export class PostgresRates implements SharedRates {
  readonly #holder = randomUUID()
  readonly #database: Database
  readonly #channel: Channel
  readonly #lessons: RateLessons
  /** The open places of this process. Only those are kept up: one whose answer was lost lapses by itself. */
  readonly #open = new Set<number>()
  readonly #closings = new Map<string, Closing[]>()
  #hasAsked = false
  #keepingUp: NodeJS.Timeout | undefined
  #again: NodeJS.Timeout | undefined

  constructor(database: Database, channel: Channel) {
    this.#database = database
    this.#channel = channel
    this.#lessons = new RateLessons({ database, channel, teacher: this.#holder })
  }

  async take({ model, limits, perMs, tokens, away }: PlacesAsked): Promise<PlacesTaken> {
    await this.#closeOf(model)
    this.#hasAsked = true
    const { requestsPerMinute = null, tokensPerMinute = null, concurrency = null } = limits
    const asked = [plain(model), this.#holder, tokens.map(Math.ceil), away.count, Math.ceil(away.tokens)]
    const most = [requestsPerMinute, tokensPerMinute, concurrency, perMs, LEASE_MS]
    const [row] = await this.#database.once<Taken>(TAKE, [...asked, ...most], "take-places")
    const places = row?.places.map(Number) ?? []
    for (const place of places) this.#open.add(place)
    if (places.length > 0) this.#keepingUp ??= setInterval(() => void this.#keepUp(), KEEP_UP_MS).unref()
    return { places, waitMs: row?.wait_ms ?? 0 }
  }

  close(model: string, place: number, closed: PlaceClosed): void {
    this.#open.delete(place)
    const waiting = this.#closings.get(model)
    if (waiting !== undefined) return void waiting.push({ place, ...closed })
    this.#closings.set(model, [{ place, ...closed }])
    // A request to take that follows at once takes it along.
    setImmediate(() => void this.#closeSoon(model))
  }

  teach(model: string, lesson: RateLesson): void {
    this.#lessons.teach(plain(model), lesson)
  }

  listen(listener: RatesListener): () => void {
    const stop = [this.#channel.onRates(() => listener.freed()), this.#lessons.listen(listener)]
    return () => {
      for (const each of stop) each()
    }
  }

  /** Tells what is left to tell, and leaves all lines. Places that are still open lapse. */
  async end(): Promise<void> {
    clearInterval(this.#keepingUp)
    clearTimeout(this.#again)
    const told = [...this.#closings.keys()].map((model) => this.#closeOf(model))
    const left = this.#hasAsked ? [this.#database.once(LEAVE, [this.#holder], "leave-lines")] : []
    await Promise.allSettled([...told, ...left, this.#lessons.end()])
  }

  async #closeSoon(model: string): Promise<void> {
    try {
      await this.#closeOf(model)
    } catch {
      this.#again ??= setTimeout(() => {
        this.#again = undefined
        for (const each of [...this.#closings.keys()]) void this.#closeSoon(each)
      }, AGAIN_MS).unref()
    }
  }

  async #closeOf(model: string): Promise<void> {
    const closings = this.#closings.get(model)
    if (closings === undefined) return
    this.#closings.delete(model)
    const counted = closings.filter(({ isGone }) => !isGone)
    const gone = closings.filter(({ isGone }) => isGone).map(({ place }) => place)
    const spent = [counted.map(({ place }) => place), counted.map(({ tokens }) => tokens ?? null)]
    try {
      await this.#database.once(CLOSE, [plain(model), this.#holder, ...spent, gone, this.#channel.name], "close-places")
    } catch (error) {
      // To close a place twice changes nothing.
      this.#closings.set(model, [...closings, ...(this.#closings.get(model) ?? [])])
      throw error
    }
  }

  async #keepUp(): Promise<void> {
    if (this.#open.size === 0) {
      clearInterval(this.#keepingUp)
      this.#keepingUp = undefined
      return
    }
    // What fails now is done by the next one, or the places lapse.
    await this.#database.once(KEEP_UP, [[...this.#open], LEASE_MS], "keep-up-places").catch(() => {})
  }
}

interface Taken {
  readonly places: readonly (number | string)[]
  readonly wait_ms: number
}
