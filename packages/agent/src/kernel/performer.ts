// A performer does one step: an async generator that yields facts and is resumed once they are durable.
// Performers are the only impure code of the loop; all they need arrives here as ports.
import type { Fitting } from "../context/fitting.ts"
import type { Clock } from "../contracts/clock.ts"
import type { Budget } from "../contracts/context.ts"
import type { Emit } from "../contracts/event.ts"
import type { Draft, Fact } from "../contracts/fact.ts"
import type { FailureRecord } from "../contracts/failure-record.ts"
import type { Model, ModelRequest } from "../contracts/model.ts"
import type { Phase } from "../contracts/plan.ts"
import type { Blob, Blobs } from "../contracts/store.ts"
import type { Toolbox } from "../contracts/toolbox.ts"
import type { FeaturePorts } from "../registry/ports.ts"
import type { State } from "./state/state.ts"

export interface Yielded {
  readonly fact: Draft
  /** Committed with it, before it. */
  readonly ahead?: readonly Draft[]
  /** Stored in the same transaction. */
  readonly blobs?: readonly Blob[]
  /** What was said before it came is heard before it. */
  readonly isHeardLast?: true
}

export interface PerformContext extends PerformPorts {
  readonly session: string
  /** The state that asked for the step. */
  readonly state: State
  /** The state by now: a step may wait for long. */
  readonly latest?: () => State
  /** Aborted with a `StopReason`. The performer still gives every open effect its terminal fact. */
  readonly signal: AbortSignal
  readonly emit: Emit
  /** Rejects when somebody else runs the session by now. */
  readonly fence: () => Promise<void>
  /** Resolves once everything that was accepted into the inbox by now has been heard. */
  readonly drainInbox: () => Promise<void>
  /** The next fact of this kind, once it is durable. It may never come: hold it against something that ends. */
  readonly next: NextFact
}

export type NextFact = <F extends Fact>(isWanted: (fact: Fact) => fact is F) => Promise<F>

export interface PerformPorts extends KernelPorts, FeaturePorts {}

export interface KernelPorts {
  readonly clock: Clock
  /** The first is asked; the others when it cannot answer. */
  readonly models: readonly Model[]
  readonly toolbox: Toolbox
  /** `phase`: where the turn is carried out by a plan. */
  readonly buildRequest: (state: State, chain?: number, phase?: Phase) => Promise<BuiltRequest>
  /** The sizes of the models. */
  readonly fitting: Fitting
  readonly blobs: Blobs
  /** What becomes of calls that a crash interrupted and nobody can verify; `unknown` unless given. */
  readonly interruptedTools?: "unknown" | "re-run"
  /** Told why a request failed, in full. */
  readonly onFailure?: (record: FailureRecord) => void
}

export interface BuiltRequest {
  /** The whole request, with what the log put aside. Called once the facts it shows are durable. */
  readonly load: () => Promise<ModelRequest>
  /** Blob hashes by section name. */
  readonly sections: Readonly<Record<string, string>>
  readonly blobs: readonly Blob[]
  /** What the request weighs, as estimated. */
  readonly budget?: Budget
  readonly counts?: Readonly<Record<string, number>>
  /** It need not be made: this is put on record in its place. */
  readonly instead?: Draft
  /** Where not all tools are offered: those that no request of this turn offered before. */
  readonly offers?: readonly string[]
}

/** `cancelled`: the user stopped the turn. `suspended`: the host wants the session back. `lost`: somebody else has it. */
export type StopReason = "cancelled" | "suspended" | "lost"

/** An aborted effect has this long to end by itself: with the commits around it a cancelled turn ends within a second. */
export const GRACE_MS = 800

/** The third orphan of one key is the last. */
export const MAX_ORPHANS = 3
