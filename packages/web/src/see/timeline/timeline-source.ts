// The facts of a turn and of all its sub-agents. Sub-agents are found in the facts, and asked for news while they work.
import { Observable } from "../../data/observable.ts"
import { FactLog, type FactRange, type FactSource } from "../facts/fact-log.ts"
import { ofTurn } from "../facts/turn-range.ts"
import { childrenIn, isUnderWay, type LogOf, nowOf } from "./groups-of.ts"

/** So many sub-agents are shown; a turn with more is seen in the sessions of its sub-agents. */
const MOST_CHILDREN = 24
const CHILD_NEWS_MS = 2000

export interface TimelineTurn {
  readonly session: string
  readonly turn: number
  readonly range: FactRange
}

export class TimelineSource {
  /** Another object whenever there are new facts. */
  readonly changed = new Observable<object>({})
  readonly #turn: TimelineTurn
  readonly #sourceOf: (session: string) => FactSource
  readonly #logs = new Map<string, FactLog>()
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(turn: TimelineTurn, sourceOf: (session: string) => FactSource) {
    this.#turn = turn
    this.#sourceOf = sourceOf
    this.#add(turn.session, turn.range)
  }

  /** Loads, and follows sub-agents until `close`. */
  start(): void {
    void this.refresh()
    this.#timer = setInterval(() => this.#askChildren(), CHILD_NEWS_MS)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async refresh(): Promise<void> {
    await this.#logs.get(this.#turn.session)?.load()
  }

  get state() {
    const root = this.#logs.get(this.#turn.session)?.state.get()
    return { isLoaded: root?.isLoaded ?? false, error: root?.error }
  }

  logs(now: number): ReadonlyMap<string, LogOf> {
    return new Map(
      [...this.#logs].map(([session, log]) => {
        const { receivedAt } = log.state.get()
        const facts = this.#factsOf(session, log)
        return [session, { facts, now: nowOf(facts, receivedAt, now) }] as const
      }),
    )
  }

  #factsOf(session: string, log: FactLog) {
    const { facts } = log.state.get()
    return session === this.#turn.session ? ofTurn(facts, this.#turn.turn) : facts
  }

  #add(session: string, range: FactRange): void {
    const log = new FactLog(this.#sourceOf(session), range)
    this.#logs.set(session, log)
    log.state.subscribe(() => {
      for (const child of childrenIn(this.#factsOf(session, log))) this.#addChild(child)
      this.changed.set({})
    })
  }

  #addChild(session: string): void {
    if (this.#logs.has(session) || this.#logs.size > MOST_CHILDREN) return
    this.#add(session, { from: 1 })
    void this.#logs.get(session)?.load()
  }

  #askChildren(): void {
    for (const [session, log] of this.#logs) {
      const { facts } = log.state.get()
      if (session !== this.#turn.session && (facts.length === 0 || isUnderWay(facts))) void log.load()
    }
  }
}
