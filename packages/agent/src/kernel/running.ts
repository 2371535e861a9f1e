// The running performers, by the key of their step: starts them, pulls one fact at a time, aborts them.
import type { ActiveStep } from "../registry/steps.ts"
import { Listeners } from "./listeners.ts"
import type { LastFact, Performing, StopReason, Yielded } from "./performer.ts"
import type { StepStop } from "./step-stop.ts"

export interface Running {
  readonly step: ActiveStep
  readonly facts: Performing
  readonly controller: StepStop
  yielded: boolean
  /** Those of a wave are started together; 0 once it has reported something. */
  wave: number
  /** It has returned, perhaps with a last fact. */
  isOver: boolean
  /** Reports what its performer yields or returns. */
  readonly report: (result: IteratorResult<Yielded, LastFact>) => void
}

/** What a performer reports next. */
export type Report =
  | { readonly kind: "fact"; readonly from: Running; readonly yielded: Yielded }
  | { readonly kind: "done"; readonly from: Running }
  | { readonly kind: "failed"; readonly error: unknown }

export class RunningSteps {
  readonly listeners = new Listeners()
  readonly byKey = new Map<string, Running>()
  readonly #report: (report: Report) => void
  /** How many of the last wave have not reported anything yet. */
  silent = 0
  #wave = 1

  constructor(report: (report: Report) => void) {
    this.#report = report
  }

  all(): readonly Running[] {
    return [...this.byKey.values()]
  }

  start(step: ActiveStep, facts: Performing, controller: StepStop): void {
    const report: Running["report"] = ({ done, value }) => {
      if (running.wave === this.#wave) this.silent -= 1
      running.wave = 0
      running.isOver = done === true
      this.#report(value ? { kind: "fact", from: running, yielded: value } : { kind: "done", from: running })
    }
    const running: Running = { step, facts, controller, yielded: false, wave: this.#wave, isOver: false, report }
    this.silent += 1
    this.byKey.set(step.key, running)
    this.pull(running)
  }

  /** Those that are still silent take their time: nothing waits for their first fact any more. */
  forgetSilent(): void {
    this.#wave += 1
    this.silent = 0
  }

  pull({ facts, report }: Running): void {
    facts.next().then(report, this.#reportFailure)
  }

  readonly #reportFailure = (error: unknown) => this.#report({ kind: "failed", error })

  /** For a step that has had no effect yet and is no longer wanted. It gives back what it holds. */
  drop({ step, facts }: Running): void {
    this.byKey.delete(step.key)
    void giveUp(facts)
  }

  end({ step }: Running): void {
    this.byKey.delete(step.key)
    if (this.listeners.waiting.size > 0) this.listeners.remove(step.key)
  }

  /** The run is over: nothing more is committed, so no performer is resumed. */
  abandonAll(): void {
    this.abortAll("lost")
    for (const { facts } of this.byKey.values()) void giveUp(facts)
  }

  abortAll(reason: StopReason): void {
    for (const { controller } of this.byKey.values()) controller.abort(reason)
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
