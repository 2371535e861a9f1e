// The driver: start what the rules ask for, commit what arrives, resume. It knows nothing of leases, stores or hosts.
import type { Clock } from "../contracts/clock.ts"
import type { QueuedCommand } from "../contracts/command.ts"
import { PawlError } from "../contracts/error.ts"
import { type Draft, FACT_VERSION, type Fact } from "../contracts/fact.ts"
import { shapeProblem } from "../contracts/fact-shape.ts"
import type { Blob } from "../contracts/store.ts"
import type { ActiveStep, Step } from "../registry/steps.ts"
import type { Promotion } from "./define-command.ts"
import { Listeners } from "./listeners.ts"
import { nextSteps } from "./next-steps.ts"
import type { NextFact, StopReason, Yielded } from "./performer.ts"
import type { Rule } from "./rule.ts"
import { apply } from "./state/apply.ts"
import type { State } from "./state/state.ts"

export interface RunPorts {
  readonly rules: readonly Rule[]
  readonly clock: Clock
  perform(
    step: ActiveStep,
    how: {
      readonly state: State
      readonly latest: () => State
      readonly signal: AbortSignal
      readonly next: NextFact
    },
  ): AsyncGenerator<Yielded, void, void>
  /** What a command means now: a fact, nothing, or nothing yet. */
  promote(state: State, command: QueuedCommand["command"]): Promotion
  /** The state after these facts, by the whole log: where a conversation was taken back the last state cannot know it. */
  refold?(facts: readonly Fact[]): Promise<State>
  /** Durable and told when it resolves; rejects when another runner has the session. */
  commit(batch: Batch, state: State): Promise<void>
  /** The next request has to wait until then. */
  onWait?(until: number): void
  /** A wait longer than this frees the session. */
  readonly parkMs: number
  /** The session was parked, and its time has come: where the clock was set back, that wait is over. */
  readonly isDue?: boolean
}

export interface Batch {
  readonly facts: readonly Fact[]
  readonly consumed: readonly string[]
  readonly blobs: readonly Blob[]
}

export type RunResult =
  | { readonly state: "idle" }
  | { readonly state: "sleep"; readonly until: number; readonly waitMs: number }
  | { readonly state: "suspended" }

interface Delay {
  readonly notBefore: number
  /** By the clock that never jumps. */
  readonly until: number
}

interface Running {
  readonly step: ActiveStep
  readonly facts: AsyncGenerator<Yielded, void, void>
  readonly controller: AbortController
  yielded: boolean
}

type Arrival =
  | { readonly kind: "fact"; readonly from: Running; readonly yielded: Yielded }
  | { readonly kind: "done"; readonly from: Running }
  | { readonly kind: "failed"; readonly error: unknown }
  | { readonly kind: "command"; readonly queued: QueuedCommand }

interface OpenBatch {
  /** What ran when the turn was cancelled; what starts later belongs to the settling, or to the next turn. */
  cancelled: readonly Running[]
  readonly facts: Fact[]
  readonly consumed: string[]
  readonly blobs: Blob[]
  readonly resume: Running[]
}

export class Run {
  readonly #ports: RunPorts
  readonly #running = new Map<string, Running>()
  readonly #listeners = new Listeners()
  readonly #arrivals: Arrival[] = []
  /** Commands that have to wait, in the order they came. */
  #later: readonly QueuedCommand[] = []
  #state: State
  #stop: StopReason | undefined
  #over = false
  /** What has to wait, by key. */
  #delayed: ReadonlyMap<string, Delay> = new Map()
  #ring: () => void = () => {}

  constructor(state: State, ports: RunPorts) {
    this.#state = state
    this.#ports = ports
  }

  get state(): State {
    return this.#state
  }

  /** Heard at once, also while tools run. False when the run is over: the next one will hear them. */
  tell(commands: readonly QueuedCommand[]): boolean {
    if (this.#over) return false
    for (const queued of commands) this.#arrive({ kind: "command", queued })
    return true
  }

  /** Gives the session back: effects end or are abandoned, what they yield is still committed. */
  suspend(): void {
    if (this.#stop !== undefined) return
    this.#stop = "suspended"
    this.#abortAll("suspended")
    this.#ring()
  }

  /** The session belongs to somebody else now, or cannot be served: nothing more is written. */
  fail(error: unknown): void {
    this.#stop = "lost"
    this.#abortAll("lost")
    this.#arrive({ kind: "failed", error })
  }

  async run(): Promise<RunResult> {
    try {
      for (;;) {
        const wakeIn = this.#start()
        if (this.#arrivals.length === 0) {
          const result = this.#restsWith(wakeIn)
          if (result !== undefined) return result
          await this.#nextArrival(wakeIn)
        }
        await this.#commitArrivals()
      }
    } finally {
      this.#over = true
      this.#abortAll("lost")
    }
  }

  /** Starts what the rules ask for and does not run yet; answers how long the next delayed step has to wait. */
  #start(): number | undefined {
    if (this.#stop !== undefined) return undefined
    let wakeIn: number | undefined
    const delayed = new Map<string, Delay>()
    for (const step of nextSteps(this.#state, this.#ports.rules)) {
      if (step.kind === "rest" || this.#running.has(step.key)) continue
      const delay = this.#delayOf(step)
      const waitMs = delay === undefined ? 0 : delay.until - this.#ports.clock.monotonic()
      if (delay !== undefined) delayed.set(step.key, delay)
      if (waitMs > 0) wakeIn = Math.min(wakeIn ?? waitMs, waitMs)
      else this.#startPerformer(step)
    }
    this.#delayed = delayed
    return wakeIn
  }

  /** How long a step has to wait is measured, once it was seen, by the clock that never jumps. */
  #delayOf(step: ActiveStep): Delay | undefined {
    const { notBefore = 0, waitMs = Number.POSITIVE_INFINITY } =
      step.kind === "call-model" || step.kind === "expire" ? step : {}
    if (notBefore === 0) return undefined
    const known = this.#delayed.get(step.key)
    if (known?.notBefore === notBefore) return known
    const { clock, onWait } = this.#ports
    if (step.kind === "call-model" && notBefore > clock.now()) onWait?.(notBefore)
    const left = Math.max(0, notBefore - clock.now())
    // Longer than it was meant to be: the clock was set back. Nobody waits for that.
    const wait = left <= waitMs ? left : this.#ports.isDue === true ? 0 : waitMs
    return { notBefore, until: clock.monotonic() + wait }
  }

  #startPerformer(step: ActiveStep): void {
    const controller = new AbortController()
    const next = this.#listeners.earOf(step.key)
    const latest = () => this.#state
    const facts = this.#ports.perform(step, { state: this.#state, latest, signal: controller.signal, next })
    const running: Running = { step, facts, controller, yielded: false }
    this.#running.set(step.key, running)
    this.#pull(running)
  }

  #pull(running: Running): void {
    running.facts.next().then(
      ({ done, value }) =>
        this.#arrive(done ? { kind: "done", from: running } : { kind: "fact", from: running, yielded: value }),
      (error: unknown) => this.#arrive({ kind: "failed", error }),
    )
  }

  #arrive(arrival: Arrival): void {
    this.#arrivals.push(arrival)
    this.#ring()
  }

  #restsWith(wakeIn: number | undefined): RunResult | undefined {
    if (this.#running.size > 0) return undefined
    if (this.#stop !== undefined) return { state: "suspended" }
    if (wakeIn === undefined) return { state: "idle" }
    const { clock, parkMs } = this.#ports
    return wakeIn > parkMs ? { state: "sleep", until: clock.now() + wakeIn, waitMs: wakeIn } : undefined
  }

  async #nextArrival(wakeIn: number | undefined): Promise<void> {
    const rung = new Promise<void>((resolve) => {
      this.#ring = resolve
    })
    const leave = wakeIn === undefined ? undefined : this.#ports.clock.after(wakeIn, this.#ring)
    await rung
    this.#ring = () => {}
    leave?.()
  }

  /**
   * Commits what has arrived. A performer that the new facts start has done nothing yet but name its intent, so its
   * first fact shares the commit when it comes at once: two commits a round.
   */
  async #commitArrivals(): Promise<void> {
    const batch: OpenBatch = { cancelled: [], facts: [], consumed: [], blobs: [], resume: [] }
    for (;;) {
      this.#take(batch)
      const before = this.#running.size
      this.#start()
      if (this.#running.size === before) break
      await turnOfTheLoop()
    }
    if (batch.facts.length === 0 && batch.consumed.length === 0) return
    if (this.#state.rewoundTo !== undefined) this.#state = (await this.#ports.refold?.(batch.facts)) ?? this.#state
    await this.#ports.commit(batch, this.#state)
    if (this.#stop === "lost") return
    this.#listeners.tell(batch.facts)
    for (const running of batch.cancelled) running.controller.abort("cancelled" satisfies StopReason)
    for (const running of batch.resume) this.#pull(running)
  }

  #take(batch: OpenBatch): void {
    for (const arrival of this.#arrivals.splice(0)) {
      switch (arrival.kind) {
        case "failed":
          throw arrival.error
        case "done":
          this.#end(arrival.from)
          break
        case "fact":
          this.#takeFact(batch, arrival.from, arrival.yielded)
          break
        case "command":
          this.#later = [...this.#later, arrival.queued]
          break
      }
    }
    this.#promoteCommands(batch)
  }

  #takeFact(batch: OpenBatch, from: Running, yielded: Yielded): void {
    // What was said before an intent came is heard before it.
    if (!from.yielded || yielded.fact.type === "question-withdrawn") this.#promoteCommands(batch)
    // Something arrived before the intent did, and the rules want otherwise by now: it has done nothing, so let it go.
    if (!from.yielded && !this.#isStillWanted(from.step)) {
      this.#running.delete(from.step.key)
      return
    }
    from.yielded = true
    batch.resume.push(from)
    this.#add(batch, yielded)
  }

  #isStillWanted(step: ActiveStep): boolean {
    return nextSteps(this.#state, this.#ports.rules).some((wanted) => wanted.key === step.key && isSame(wanted, step))
  }

  #end(running: Running): void {
    this.#running.delete(running.step.key)
    this.#listeners.leave(running.step.key)
    if (running.yielded || this.#stop !== undefined) return
    throw new PawlError(
      "performer-stalled",
      `Step "${running.step.key}" ended without a fact, so the session cannot go on. This is a defect of the performer.`,
    )
  }

  #promoteCommands(batch: OpenBatch): void {
    const waiting = this.#later
    this.#later = []
    for (const queued of waiting) {
      const meaning = this.#stop === undefined ? this.#ports.promote(this.#state, queued.command) : "later"
      if (meaning === "later") {
        this.#later = [...this.#later, queued]
        continue
      }
      batch.consumed.push(queued.command.id)
      if (meaning !== "drop" && !this.#isForNobody(meaning.fact)) this.#add(batch, meaning)
    }
  }

  /** The tool that asked died with its process: its question is void, whoever answers. */
  #isForNobody(fact: Draft): boolean {
    if (fact.type !== "question-answered" && fact.type !== "approval-settled") return false
    const call = this.#state.turn?.calls.find((each) => each.call.id === fact.call)
    return call?.stage === "started" && !this.#listeners.wants(fact)
  }

  #add(batch: OpenBatch, yielded: Yielded): void {
    for (const draft of [...(yielded.ahead ?? []), yielded.fact]) {
      const fact: Fact = { v: FACT_VERSION, seq: this.#state.seq + 1, at: this.#ports.clock.now(), ...draft }
      const problem = shapeProblem(fact, fact.type)
      if (problem !== undefined) throw unreadable(problem)
      if (fact.type === "turn-cancelled") batch.cancelled = [...this.#running.values()]
      batch.facts.push(fact)
      this.#state = apply(this.#state, fact)
    }
    batch.blobs.push(...(yielded.blobs ?? []))
  }

  #abortAll(reason: StopReason): void {
    for (const running of this.#running.values()) running.controller.abort(reason)
  }
}

/** The same key may end a turn, or a plan, in different ways; for all other steps the key says it all. */
function isSame(a: Step, b: Step): boolean {
  return (a.kind !== "finish" && a.kind !== "note-plan") || JSON.stringify(a) === JSON.stringify(b)
}

/** Whoever brings something about is checked before; this is for what slipped through. A log that cannot be read is worse than a run that fails. */
function unreadable(problem: string): PawlError {
  return new PawlError(
    "fact-unreadable",
    `A fact was not stored: ${problem}. Nothing of it was written. This is a defect of what brought it about: a model, a profile, or Pawl itself.`,
  )
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
