// A performer carries out one step: an async generator that yields facts and is resumed once they are durable.
// Performers are the only impure code of the loop; everything they need is passed in as ports.
import type { Soon } from "../base/at-hand.ts"
import type { Fitting } from "../context/fitting.ts"
import type { Blob, BlobReader } from "../contracts/blobs.ts"
import type { Clock } from "../contracts/clock.ts"
import type { Budget } from "../contracts/context.ts"
import type { Emit } from "../contracts/event.ts"
import type { Draft, Fact } from "../contracts/fact.ts"
import type { FailureRecord } from "../contracts/failure-record.ts"
import type { Model, ModelRequest } from "../contracts/model.ts"
import type { Phase } from "../contracts/plan.ts"
import type { StepRates } from "../contracts/rates.ts"
import type { StopSignal } from "../contracts/stop-signal.ts"
import type { Toolbox } from "../contracts/toolbox.ts"
import type { FeaturePorts } from "../registry/ports.ts"
import type { State } from "./state/state.ts"

export interface Yielded {
  readonly fact: Draft
  /** Committed together with the fact, before it. */
  readonly ahead?: readonly Draft[]
  /** Stored in the same transaction. */
  readonly blobs?: readonly Blob[]
  /** Commands that arrived before this fact are promoted before it. */
  readonly afterCommands?: true
}

/**
 * Resumed once the yielded facts are durable. What it returns is stored in the same way; it is not resumed after that,
 * so a performer that has nothing to do after its last fact returns it.
 */
export type Performing = AsyncGenerator<Yielded, LastFact, void>

// biome-ignore lint/suspicious/noConfusingVoidType: this is what a generator without a return statement returns.
export type LastFact = Yielded | undefined | void

export interface PerformContext extends PerformPorts {
  readonly session: string
  /** The state in which the rules asked for the step. */
  readonly state: State
  /** The current state: it may have changed while the step waited. */
  readonly latest?: () => State
  /** Aborted with a `StopReason`. The performer must still yield the final fact of every open effect. */
  readonly signal: StopSignal
  readonly emit: Emit
  /** Rejects when another runner has taken the session over. */
  readonly fence: () => Promise<void>
  /** Resolves once every command that is in the inbox now has been promoted. */
  readonly drainInbox: () => Promise<void>
  /** The next matching fact, once it is durable. It may never come, so race it against something that ends. */
  readonly next: NextFact
}

export type NextFact = <F extends Fact>(isWanted: (fact: Fact) => fact is F) => Promise<F>

export interface PerformPorts extends KernelPorts, FeaturePorts {}

export interface KernelPorts {
  readonly clock: Clock
  /** The first model is asked; the others are used when it cannot answer. */
  readonly models: readonly Model[]
  readonly toolbox: Toolbox
  /** `phase`: given in a turn with a plan. */
  readonly buildRequest: (state: State, chain?: number, phase?: Phase) => Soon<BuiltRequest>
  /** Window sizes of the models. */
  readonly fitting: Fitting
  readonly blobs: BlobReader
  /** What happens to calls that a crash interrupted and that cannot be verified; `unknown` unless given. */
  readonly interruptedTools?: "unknown" | "re-run"
  /** Says when requests may be sent. Without it they are sent at once. */
  readonly rates?: StepRates
  /** A request that would have to wait longer than this for the rate fails; ten minutes unless given. */
  readonly maxRateWaitMs?: number
  /** What the application passed for the running turn, as `RunSetup.contextReady` found it. */
  readonly contextFor?: (state: State) => unknown
  /** Called with the full reason when a request fails. */
  readonly onFailure?: (record: FailureRecord) => void
}

export interface BuiltRequest {
  /**
   * Builds the whole request, including content that the log stores as blobs. Call it once the facts that the request
   * shows are durable.
   */
  readonly load: () => Soon<ModelRequest>
  /** Blob hashes by section name. */
  readonly sections: Readonly<Record<string, string>>
  readonly blobs: readonly Blob[]
  /** The estimated size of the request. */
  readonly budget?: Budget
  readonly counts?: Readonly<Record<string, number>>
  /** Set when no request is needed: this fact is stored instead. */
  readonly instead?: Draft
  /** When not all tools are offered: the tools that no earlier request of this turn offered. */
  readonly offers?: readonly string[]
}

/**
 * `cancelled`: the user stopped the turn. `suspended`: the host wants the session back. `lost`: another runner has it.
 */
export type StopReason = "cancelled" | "suspended" | "lost"

/**
 * How long an aborted effect may take to end by itself. Together with the commits around it, a cancelled turn ends
 * within a second.
 */
export const GRACE_MS = 800

/** After this many orphans of the same key the work is given up. */
export const MAX_ORPHANS = 3
