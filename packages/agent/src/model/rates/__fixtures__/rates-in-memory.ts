// Shared rates for tests: processes of one program, by a clock of the test. The rule is that of the PostgreSQL store, and passes
// the same suite.
import type { Clock } from "../../../contracts/clock.ts"
import type { PlacesAsked, PlacesTaken, RatesListener, SharedRates } from "../../../contracts/rates.ts"

const LEASE_MS = 6000

interface Place {
  readonly model: string
  readonly holder: number
  readonly at: number
  tokens: number
  openUntil: number | undefined
}

interface Line {
  readonly turn: number
  readonly since: number
  readonly wanted: number
  readonly tokens: number
  readonly until: number
}

export interface OneProcess extends SharedRates {
  /** Tests may put something in its place. */
  take: SharedRates["take"]
  /** Ends it as kill -9 does: its open places lapse. */
  kill(): void
  /** While it is away, `take` rejects. */
  isAway: boolean
}

export class RatesInMemory {
  readonly #clock: Clock
  readonly #places = new Map<number, Place>()
  readonly #lines = new Map<string, Map<number, Line>>()
  readonly #reached = new Map<string, number>()
  readonly #lessons: { holder: number; at: number; tell: (listener: RatesListener, agoMs: number) => void }[] = []
  readonly #listeners = new Map<RatesListener, number>()
  readonly #killed = new Map<number, number>()
  #made = 0
  #lastId = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  process(): OneProcess {
    const holder = ++this.#made
    const process: OneProcess = {
      isAway: false,
      take: async (asked) => {
        if (process.isAway) throw new Error("The store is away.")
        return this.#take(holder, asked)
      },
      close: (model, id, { isGone, tokens }) => {
        const place = this.#places.get(id)
        if (place === undefined) return
        place.openUntil = undefined
        place.tokens = tokens ?? place.tokens
        if (isGone) this.#places.delete(id)
        const others = [...(this.#lines.get(model)?.keys() ?? [])].some((each) => each !== holder)
        if (others) this.#tell(holder, (listener) => listener.freed())
      },
      teach: (model, lesson) => {
        this.#lessons.push({ holder, at: this.#clock.monotonic(), tell: (one, ago) => one.taught(model, lesson, ago) })
        this.#tell(holder, (listener) => listener.taught(model, lesson, 0))
      },
      listen: (listener) => {
        this.#listeners.set(listener, holder)
        const now = this.#clock.monotonic()
        const held = this.#lessons.filter((each) => each.holder !== holder)
        queueMicrotask(() => {
          for (const { at, tell } of held) tell(listener, now - at)
        })
        return () => void this.#listeners.delete(listener)
      },
      kill: () => {
        process.isAway = true
        this.#killed.set(holder, this.#clock.monotonic())
        for (const [listener, of] of this.#listeners) if (of === holder) this.#listeners.delete(listener)
      },
    }
    return process
  }

  #tell(teller: number, tell: (listener: RatesListener) => void): void {
    const others = [...this.#listeners].filter(([, holder]) => holder !== teller).map(([listener]) => listener)
    queueMicrotask(() => {
      for (const listener of others) tell(listener)
    })
  }

  #isOpen({ holder, openUntil }: Place, now: number): boolean {
    const killedAt = this.#killed.get(holder)
    return openUntil !== undefined && (killedAt === undefined || now < killedAt + LEASE_MS)
  }

  #take(holder: number, { model, limits, perMs, tokens, away }: PlacesAsked): PlacesTaken {
    const now = this.#clock.monotonic()
    const lines = this.#lines.get(model) ?? new Map<number, Line>()
    this.#lines.set(model, lines)
    for (const [each, { until }] of lines) if (until <= now) lines.delete(each)
    const reached = this.#reached.get(model) ?? 0
    const mine = lines.get(holder) ?? { turn: reached + 1, since: now }
    const of = [...this.#places.values()].filter((place) => place.model === model)
    const inside = of.filter(({ at }) => at > now - perMs)
    let opened = of.filter((place) => this.#isOpen(place, now)).length
    let used = inside.reduce((sum, place) => sum + place.tokens, 0)
    const places: number[] = []
    let waitMs = 0
    for (const weight of tokens) {
      const ahead = before(lines, holder, mine, places.length)
      const overRequests = inside.length + ahead.count + 1 - (limits.requestsPerMinute ?? Number.POSITIVE_INFINITY)
      const overOpen = opened + ahead.count + 1 - (limits.concurrency ?? Number.POSITIVE_INFINITY)
      const isAlone = used + ahead.tokens === 0
      const overTokens = isAlone
        ? 0
        : used + ahead.tokens + weight - (limits.tokensPerMinute ?? Number.POSITIVE_INFINITY)
      if (Math.max(overRequests, overOpen, overTokens) > 0) {
        const forRequests = overRequests > 0 ? (inside[overRequests - 1]?.at ?? now) + perMs - now : 0
        waitMs = Math.max(forRequests, overTokens > 0 ? whenFree(inside, overTokens, perMs, now) : 0)
        break
      }
      const place: Place = { model, holder, at: now, tokens: weight, openUntil: now }
      this.#places.set(++this.#lastId, place)
      inside.push(place)
      places.push(this.#lastId)
      opened++
      used += weight
    }
    const turn = mine.turn + places.length
    if (places.length > 0) this.#reached.set(model, Math.max(reached, turn - 1))
    const wanted = tokens.length - places.length + away.count
    const left = tokens.slice(places.length).reduce((sum, each) => sum + each, away.tokens)
    const until = now + Math.max(3000, waitMs + 1500)
    if (wanted === 0) lines.delete(holder)
    else lines.set(holder, { turn, since: mine.since, wanted, tokens: left, until })
    return { places, waitMs }
  }
}

function before(lines: ReadonlyMap<number, Line>, holder: number, mine: Pick<Line, "turn" | "since">, taken: number) {
  let count = 0
  let tokens = 0
  for (const [other, line] of lines) {
    if (other === holder) continue
    const isEarlier = line.since < mine.since || (line.since === mine.since && other < holder)
    const n = Math.min(line.wanted, Math.max(0, mine.turn + taken - line.turn + (isEarlier ? 1 : 0)))
    count += n
    tokens += (n * line.tokens) / line.wanted
  }
  return { count, tokens }
}

function whenFree(inside: readonly Place[], over: number, perMs: number, now: number): number {
  let freed = 0
  for (const { at, tokens } of inside) {
    freed += tokens
    if (freed >= over) return at + perMs - now
  }
  return perMs
}
