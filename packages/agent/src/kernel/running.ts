// The running performers, by the key of their step: starts them, pulls one fact at a time, aborts them.
import type { ActiveStep } from "../registry/steps.ts"
import { Listeners } from "./listeners.ts"
import type { LastFact, NextFact, Performing, StopReason, Yielded } from "./performer.ts"

export interface Running {
  readonly step: ActiveStep
  readonly facts: Performing
  readonly controller: AbortController
  yielded: boolean
  /** It has returned, perhaps with a last fact. */
  isOver: boolean
}

/** What a performer reports next. */
export type Report =
  | { readonly kind: "fact"; readonly from: Running; readonly yielded: Yielded }
  | { readonly kind: "done"; readonly from: Running }
  | { readonly kind: "failed"; readonly error: unknown }

type StartPerformer = (how: { readonly signal: AbortSignal; readonly next: NextFact }) => Running["facts"]

export class RunningSteps {
  readonly listeners = new Listeners()
  readonly #running = new Map<string, Running>()
  readonly #report: (report: Report) => void

  constructor(report: (report: Report) => void) {
    this.#report = report
  }

  get size(): number {
    return this.#running.size
  }

  has(key: string): boolean {
    return this.#running.has(key)
  }

  all(): readonly Running[] {
    return [...this.#running.values()]
  }

  start(step: ActiveStep, begin: StartPerformer): void {
    const controller = new AbortController()
    const facts = begin({ signal: controller.signal, next: this.listeners.waiterFor(step.key) })
    const running: Running = { step, facts, controller, yielded: false, isOver: false }
    this.#running.set(step.key, running)
    this.pull(running)
  }

  /** A performer that returned its last fact is done once that is stored. */
  pull(running: Running): void {
    if (running.isOver) this.#report({ kind: "done", from: running })
    else running.facts.next().then(this.#reportOf(running), this.#reportFailure)
  }

  #reportOf(from: Running) {
    return ({ done = false, value }: IteratorResult<Yielded, LastFact>) => {
      from.isOver = done
      this.#report(value ? { kind: "fact", from, yielded: value } : { kind: "done", from })
    }
  }

  readonly #reportFailure = (error: unknown) => this.#report({ kind: "failed", error })

  /** For a step that has had no effect yet and is no longer wanted. It gives back what it holds. */
  drop({ step, facts }: Running): void {
    this.#running.delete(step.key)
    void giveUp(facts)
  }

  end({ step }: Running): void {
    this.#running.delete(step.key)
    this.listeners.remove(step.key)
  }

  /** The run is over: nothing more is committed, so no performer is resumed. */
  abandonAll(): void {
    this.abortAll("lost")
    for (const { facts } of this.#running.values()) void giveUp(facts)
  }

  abortAll(reason: StopReason): void {
    for (const { controller } of this.#running.values()) controller.abort(reason)
  }
}

/** What a performer still does after this concerns no run any more. */
async function giveUp(facts: Running["facts"]): Promise<void> {
  try {
    await facts.return()
  } catch {
    // Its run has ended, and reported why.
  }
}
