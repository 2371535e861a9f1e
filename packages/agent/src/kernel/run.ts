// The driver of a session: starts the steps that rules return, commits the facts that arrive, resumes the performers.
// It knows nothing about leases, stores or hosts.

import type { Blob } from "../contracts/blobs.ts"
import type { Command, QueuedCommand } from "../contracts/command.ts"
import { PawlError } from "../contracts/error.ts"
import type { Fact } from "../contracts/fact.ts"
import { type ActiveStep, definitionOf, type Step } from "../registry/steps.ts"
import { Arrivals } from "./arrivals.ts"
import type { Promoted, Promotion } from "./define-command.ts"
import type { AnyStep } from "./define-step.ts"
import { type DelayPorts, Delays } from "./delays.ts"
import { nextSteps } from "./next-steps.ts"
import { OpenBatch } from "./open-batch.ts"
import type { StepPorts } from "./perform.ts"
import type { Performing, StopReason, Yielded } from "./performer.ts"
import type { Rule } from "./rule.ts"
import { type Report, type Running, RunningSteps } from "./running.ts"
import type { State } from "./state/state.ts"
import { StepStop } from "./step-stop.ts"

export interface RunPorts extends DelayPorts {
  readonly rules: readonly Rule[]
  perform(step: ActiveStep, how: StepPorts): Performing
  /** What a command means now: a fact, nothing, or nothing yet. */
  promote(state: State, command: QueuedCommand["command"]): Promotion
  /**
   * The state after these facts, folded from the whole log. Needed after the conversation was taken back, because the
   * last state does not hold the older one.
   */
  refold?(facts: readonly Fact[]): Promise<State>
  /** The batch is durable and published when it resolves. Rejects when another runner has the session. */
  commit(batch: Batch, state: State): Promise<void>
  /** The session is parked when it has to wait longer than this. */
  readonly parkMs: number
}

export interface Batch {
  readonly facts: readonly Fact[]
  readonly consumed: readonly QueuedCommand[]
  readonly blobs: readonly Blob[]
  /**
   * What comes before the first message that the inbox may have changed meanwhile, and the state after it. It is committed
   * in any case: it may hold what an effect did. Undefined: all of the batch.
   */
  readonly certain?: { readonly batch: Batch; readonly state: State } | undefined
}

export type RunResult =
  | { readonly state: "idle" }
  | { readonly state: "sleep"; readonly until: number; readonly waitMs: number }
  | { readonly state: "suspended" }

type Arrival = Report | { readonly kind: "command"; readonly queued: QueuedCommand }

export class Run {
  readonly #ports: RunPorts
  readonly #arrivals: Arrivals<Arrival>
  readonly #running: RunningSteps
  readonly #delays: Delays
  /** Commands that have to wait, in order of arrival. */
  #later: readonly QueuedCommand[] = []
  #state: State
  /** The state that the rules looked at last, and the steps that they want in it. */
  #lookedAt: State | undefined
  #seen: readonly Step[] = []
  /** All steps that are wanted in this state run. */
  #startedIn: State | undefined
  /** How long until the next delayed step may start. */
  #wakeIn: number | undefined
  /** How many performers were started. */
  #started = 0
  /** How often a first fact came at once since others were last let run. */
  #quickWaits = 0
  #stop: StopReason | undefined
  #pausing = false
  #over = false
  readonly #latest = () => this.#state

  constructor(state: State, ports: RunPorts) {
    this.#state = state
    this.#ports = ports
    this.#arrivals = new Arrivals(ports.clock)
    this.#running = new RunningSteps(this.#arrivals.add)
    this.#delays = new Delays(ports)
  }

  get state(): State {
    return this.#state
  }

  /**
   * Commands are processed at once, also while tools run. Returns false when the run is over; the next run reads them
   * from the inbox.
   */
  receive(commands: readonly QueuedCommand[]): boolean {
    if (this.#over) return false
    for (const queued of commands) this.#arrivals.add({ kind: "command", queued })
    return true
  }

  /** Gives the session back: effects end or are abandoned; the facts they still yield are committed. */
  suspend(): void {
    if (this.#stop !== undefined) return
    this.#stop = "suspended"
    this.#running.abortAll("suspended")
    this.#arrivals.wakeUp()
  }

  /** Gives the session back as soon as nothing runs: starts no more steps, and leaves those that run alone. */
  pause(): void {
    this.#pausing = true
    this.#arrivals.wakeUp()
  }

  /** Another runner has the session, or it cannot be run: nothing more is written. */
  fail(error: unknown): void {
    this.#stop = "lost"
    this.#running.abortAll("lost")
    this.#arrivals.add({ kind: "failed", error })
  }

  async run(): Promise<RunResult> {
    try {
      for (;;) {
        this.#start()
        if (this.#arrivals.isEmpty) {
          const result = this.#running.byKey.size > 0 ? undefined : this.#restsWith()
          if (result !== undefined) return result
          await this.#arrivals.next(this.#wakeIn)
        }
        let batch: OpenBatch | undefined = new OpenBatch()
        this.#take(batch)
        // A performer that the new facts start has so far only yielded its intent, so its first fact joins the same commit
        // when it comes at once. That makes two commits per round.
        while (this.#start()) {
          for (let ticks = 0; this.#running.silent > 0 && ticks < AT_ONCE; ticks++) await TICK
          if (this.#running.silent > 0 || ++this.#quickWaits === MAX_QUICK_WAITS) await this.#nextMacrotask()
          this.#take(batch)
        }
        if (batch.facts.length === 0 && batch.consumed.length === 0) continue
        if (this.#state.rewoundTo !== undefined) this.#state = (await this.#ports.refold?.(batch.facts)) ?? this.#state
        await this.#ports.commit(batch, this.#state)
        if (this.#stop !== "lost") this.#goOn(batch)
        // A run that waits for a model, as most do, keeps nothing of what is stored.
        batch = undefined
      }
    } finally {
      this.#over = true
      this.#running.abandonAll()
    }
  }

  /**
   * Starts the steps that the rules want and that are not running. Returns whether there are any: performers that have not
   * yielded anything yet.
   */
  #start(): boolean {
    this.#wakeIn = undefined
    if (this.#startedIn === this.#state || this.#stop !== undefined || this.#pausing) return false
    const before = this.#started
    const wanted = this.#wanted()
    let delayed = NONE
    for (let at = 0; at < wanted.length; at++) {
      const step: AnyStep & Step = wanted[at] as Step
      if (step.kind === "rest" || this.#running.byKey.has(step.key)) continue
      if ((step.notBefore ?? 0) === 0) this.#startPerformer(step)
      else delayed = [...delayed, step]
    }
    if (delayed !== NONE || this.#delays.known.size > 0) this.#startDelayed(delayed)
    if (this.#wakeIn === undefined) this.#startedIn = this.#state
    return this.#started > before
  }

  #startDelayed(steps: readonly ActiveStep[]): void {
    const { ready, wakeIn } = this.#delays.sort(steps)
    for (const step of ready) if (!this.#running.byKey.has(step.key)) this.#startPerformer(step)
    this.#wakeIn = wakeIn
  }

  /** The rules look at a state once: they are pure, so they would say the same again. */
  #wanted(): readonly Step[] {
    if (this.#lookedAt === this.#state) return this.#seen
    this.#lookedAt = this.#state
    this.#seen = nextSteps(this.#state, this.#ports.rules)
    return this.#seen
  }

  async #nextMacrotask(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.#running.forgetSilent()
    this.#quickWaits = 0
  }

  #startPerformer(step: ActiveStep): void {
    const controller = new StepStop()
    const next = this.#running.listeners.waiterFor(step.key)
    const how = { state: this.#state, latest: this.#latest, signal: controller, next }
    this.#started += 1
    this.#running.start(step, this.#ports.perform(step, how), controller)
  }

  /** When nothing runs. Undefined: a step may start before the session would be parked. */
  #restsWith(): RunResult | undefined {
    const wakeIn = this.#wakeIn
    if (this.#stop !== undefined || (this.#pausing && this.#wanted().some(isActive))) return { state: "suspended" }
    if (wakeIn === undefined) return { state: "idle" }
    const { clock, parkMs } = this.#ports
    // Whole milliseconds, as times in stores are.
    const waitMs = Math.ceil(wakeIn)
    return wakeIn > parkMs ? { state: "sleep", until: clock.now() + waitMs, waitMs } : undefined
  }

  /** The batch is durable: those who wait for its facts get them, and its performers are resumed. */
  #goOn({ facts, cancelled, resume }: OpenBatch): void {
    const { listeners } = this.#running
    if (listeners.waiting.size > 0) listeners.tell(facts)
    for (const running of cancelled) running.controller.abort("cancelled" satisfies StopReason)
    for (const running of resume) {
      // A performer that returned its last fact is done once that is stored.
      if (running.isOver) this.#end(running)
      else this.#running.pull(running)
    }
  }

  #take(batch: OpenBatch): void {
    for (const arrival of this.#arrivals.takeAll()) {
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
          this.#later = [...this.#later.filter((other) => !isSame(other, arrival.queued)), arrival.queued]
          break
      }
    }
    if (this.#later.length > 0) this.#promoteCommands(batch)
  }

  #takeFact(batch: OpenBatch, from: Running, yielded: Yielded): void {
    const isIntent = !from.yielded
    // Commands that arrived before an intent are promoted before it.
    if (this.#later.length > 0 && (isIntent || yielded.afterCommands === true)) this.#promoteCommands(batch)
    // The state changed before the intent arrived, and the rules no longer want this step. It has
    // had no effect yet: drop it.
    if (isIntent && !this.#isStillWanted(from.step)) {
      this.#running.drop(from)
      this.#startedIn = undefined
      return
    }
    from.yielded = true
    batch.resume.push(from)
    this.#state = batch.add(this.#state, yielded, this.#ports.clock)
  }

  #isStillWanted(step: ActiveStep): boolean {
    const wanted = this.#wanted()
    // Nearly always the same list: nothing else has happened since the step was started.
    if (wanted[0] === step) return true
    return wanted.some((each) => isActive(each) && each.key === step.key && (each === step || isSameWork(each, step)))
  }

  #end(running: Running): void {
    this.#running.end(running)
    // Its key is free now.
    this.#startedIn = undefined
    if (running.yielded || this.#stop !== undefined || !this.#isStillWanted(running.step)) return
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
      if (canBeChanged(queued.command)) batch.endCertain(this.#state)
      batch.consumed.push(queued)
      if (meaning === "drop" || this.#isStaleReply(meaning)) continue
      if (meaning.cancels === true) batch.cancelled = this.#running.all()
      this.#state = batch.add(this.#state, meaning, this.#ports.clock)
    }
  }

  /** The tool that asked ended with its process, so its question is void and any answer to it is stale. */
  #isStaleReply({ fact, replyTo }: Promoted): boolean {
    if (replyTo === undefined) return false
    const call = this.#state.turn?.calls.find((each) => each.call.id === replyTo)
    return call?.stage === "started" && !this.#running.listeners.wants(fact)
  }
}

const NONE: readonly ActiveStep[] = []

function isActive(step: Step): step is ActiveStep {
  return step.kind !== "rest"
}

/** Two steps with the same key. */
function isSameWork(a: ActiveStep, b: ActiveStep): boolean {
  return definitionOf(a).isSame?.(a, b) ?? true
}

/** An immediate costs as much as twenty turns of the microtask queue. */
const TICK = Promise.resolve()
/** A first fact that takes longer than so many turns of it waits for something else, and has until the next macrotask. */
const AT_ONCE = 20
/** A model and tools that answer without a macrotask would otherwise keep timers and sockets from their turn. */
const MAX_QUICK_WAITS = 8

/** A message that was changed in the inbox has the id that it had. */
function isSame(a: QueuedCommand, b: QueuedCommand): boolean {
  return a.command.id === b.command.id
}

/** The store refuses a commit with a message that was taken back, or joins a turn, meanwhile. */
function canBeChanged(command: Command): boolean {
  return command.kind === "say" && command.whenBusy === "queue"
}
