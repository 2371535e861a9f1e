// A part of a session's log, loaded page by page and extended when there is more.
import type { Fact } from "@pawl/client"
import { Observable } from "../../data/observable.ts"

export interface FactPage {
  readonly facts: readonly Fact[]
  readonly next: number | null
}

export interface FactState {
  readonly facts: readonly Fact[]
  readonly isLoaded: boolean
  readonly error: unknown
  /** When this tab got the last facts; what is open has gone on since. */
  readonly receivedAt: number
}

export interface FactSource {
  readonly read: (after: number, limit: number) => Promise<FactPage>
  readonly now: () => number
}

/** Numbers of facts, both included. Without `to`, as far as the log goes. */
export interface FactRange {
  readonly from: number
  readonly to?: number | undefined
}

/** The most that a server sends at once. */
const A_PAGE = 1000

export class FactLog {
  readonly state = new Observable<FactState>({ facts: [], isLoaded: false, error: undefined, receivedAt: 0 })
  readonly #source: FactSource
  readonly #range: FactRange
  #isBusy = false
  #isWanted = false

  constructor(source: FactSource, range: FactRange) {
    this.#source = source
    this.#range = range
  }

  /** Loads what is not loaded yet. While it loads, another wish is kept and carried out after. */
  async load(): Promise<void> {
    this.#isWanted = true
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      while (this.#isWanted) {
        this.#isWanted = false
        await this.#forward()
      }
    } catch (error) {
      this.state.update((now) => ({ ...now, error }))
    } finally {
      this.#isBusy = false
    }
  }

  /** Loads so many facts before the first. */
  async loadEarlier(most: number): Promise<void> {
    const first = this.state.get().facts[0]?.seq ?? this.#range.from
    if (first <= 1) return
    const { facts } = await this.#source.read(Math.max(0, first - 1 - most), Math.min(most, first - 1))
    this.state.update((now) => ({ ...now, facts: [...facts.filter(({ seq }) => seq < first), ...now.facts] }))
  }

  get hasEarlier(): boolean {
    return (this.state.get().facts[0]?.seq ?? this.#range.from) > 1
  }

  async #forward(): Promise<void> {
    const { from, to = Number.MAX_SAFE_INTEGER } = this.#range
    for (;;) {
      const last = this.state.get().facts.at(-1)?.seq ?? from - 1
      if (last >= to) break
      const { facts, next } = await this.#source.read(last, Math.min(A_PAGE, to - last))
      this.#add(facts, next === null)
      if (next === null || facts.length === 0) break
    }
    this.state.update((now) => (now.isLoaded ? now : { ...now, isLoaded: true }))
  }

  #add(more: readonly Fact[], isLoaded: boolean): void {
    if (more.length === 0) return
    this.state.update((now) => ({
      facts: [...now.facts, ...more],
      isLoaded: now.isLoaded || isLoaded,
      error: undefined,
      receivedAt: this.#source.now(),
    }))
  }
}
