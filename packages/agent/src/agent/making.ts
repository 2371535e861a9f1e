// What the behaviour of a session is made of: each step of making it takes what it needs from here.
import type { Clock } from "../contracts/clock.ts"
import type { Children, Delegated } from "../contracts/delegation.ts"
import type { FailureRecord } from "../contracts/failure-record.ts"
import type { Profile } from "../profiles/profile.ts"
import type { AgentOptions } from "./options.ts"
import type { AgentParts } from "./parts.ts"

export interface Making extends Around {
  readonly profile: Profile
  /** What it may do as somebody's child. */
  readonly delegated: Delegated | undefined
}

/** The same for all sessions of an agent. */
export interface Around {
  readonly options: AgentOptions
  readonly parts: AgentParts
  readonly clock: Clock
  readonly children: Children
  /** Told what went wrong, in full. */
  readonly onFailure: (record: FailureRecord) => void
}
