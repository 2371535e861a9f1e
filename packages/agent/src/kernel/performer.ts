// A performer does one step: an async generator that yields facts and is resumed once they are durable.
// Performers are the only impure code of the loop; all they need arrives here as ports.
import type { Fitting } from "../context/fitting.ts"
import type { Clock } from "../contracts/clock.ts"
import type { Budget } from "../contracts/context.ts"
import type { Emit } from "../contracts/event.ts"
import type { Draft, Fact, Grant, Risk } from "../contracts/fact.ts"
import type { FailureRecord } from "../contracts/failure-record.ts"
import type { Files } from "../contracts/files.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Model, ModelRequest } from "../contracts/model.ts"
import type { Phase } from "../contracts/plan.ts"
import type { Blob, Blobs } from "../contracts/store.ts"
import type { Toolbox } from "../contracts/toolbox.ts"
import type { Usage } from "../contracts/usage.ts"
import type { ContextPolicy } from "../features/compaction/policy.ts"
import type { Step } from "../registry/steps.ts"
import type { State } from "./state/state.ts"

export type Performer<S extends Step = Step> = (step: S, context: PerformContext) => AsyncGenerator<Yielded, void, void>

export interface Yielded {
  readonly fact: Draft
  /** Committed with it, before it. */
  readonly ahead?: readonly Draft[]
  /** Stored in the same transaction. */
  readonly blobs?: readonly Blob[]
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
  readonly hear: () => Promise<void>
  /** The next fact of this kind, once it is durable. It may never come: hold it against something that ends. */
  readonly next: NextFact
}

export type NextFact = <F extends Fact>(isWanted: (fact: Fact) => fact is F) => Promise<F>

export interface PerformPorts {
  readonly clock: Clock
  /** The first is asked; the others when it cannot answer. */
  readonly models: readonly Model[]
  /** Who is asked whether an answer is finished, by place in the chain: one for all, or the models themselves. */
  readonly judges?: readonly Model[]
  readonly toolbox: Toolbox
  /** `phase`: where the turn is carried out by a plan. */
  readonly buildRequest: (state: State, chain?: number, phase?: Phase) => Promise<BuiltRequest>
  /** The sizes of the models, and how the profile keeps the history within them. */
  readonly fitting: Fitting
  readonly policy: ContextPolicy
  readonly blobs: Blobs
  /** The grant that covers a call, among these and those that hold in all sessions. */
  readonly grantFor?: (asked: AskedFor, ofSession: readonly Grant[], session: string) => Promise<Grant | undefined>
  /** What becomes of calls that a crash interrupted and nobody can verify; `unknown` unless given. */
  readonly interruptedTools?: "unknown" | "re-run"
  /** The workspace's files, for undo. */
  readonly files?: Files
  /** What one file, and what one session may have of the store for undo. */
  readonly maxFileBytes?: number
  readonly maxKeptBytes?: number
  /** How long somebody may take to settle an approval or to answer a question; for ever unless given. */
  readonly answerWithinMs?: number
  /** Told why a request failed, in full. */
  readonly onFailure?: (record: FailureRecord) => void
  /** Stops a child that nobody waits for any more, and says what it has cost. */
  readonly stopChild?: (child: string) => Promise<Usage | undefined>
}

/** A call that would need somebody's leave. */
export interface AskedFor {
  readonly name: string
  readonly arguments: JsonObject
  readonly risk: Risk
  readonly contents?: readonly string[]
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
