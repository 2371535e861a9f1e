// The inputs from which the behaviour of a session is built.
import type { Clock } from "../contracts/clock.ts"
import type { Children, Delegated } from "../contracts/delegation.ts"
import type { FailureRecord } from "../contracts/failure-record.ts"
import type { StepRates } from "../contracts/rates.ts"
import type { LimitPorts } from "../features/limits/ports.ts"
import type { LiveOutputs } from "../features/output/live-outputs.ts"
import type { Profile } from "../profiles/profile.ts"
import type { AppContexts } from "./app-contexts.ts"
import type { AgentOptions } from "./options.ts"
import type { AgentParts } from "./parts.ts"

export interface BehaviourInputs extends AgentSurroundings {
  readonly profile: Profile
  /** What the session may do as a child. */
  readonly delegated: Delegated | undefined
}

/** The same for all sessions of an agent. */
export interface AgentSurroundings {
  readonly options: AgentOptions
  readonly parts: AgentParts
  readonly clock: Clock
  readonly children: Children
  /** The checks of typed answers that this process asked for. */
  readonly outputs: LiveOutputs
  /** Says when requests may be sent. */
  readonly rates: StepRates | undefined
  /** What the application passes for its turns. */
  readonly contexts: AppContexts
  /** Called with failures of functions that the application passed. */
  readonly warn: (session: string, error: unknown) => void
  /** Called with the full details of a failure. */
  readonly onFailure: (record: FailureRecord) => void
  /** Says whether a request may be sent, by the agent's limits. */
  readonly allowance: Required<LimitPorts>["allowance"]
}
