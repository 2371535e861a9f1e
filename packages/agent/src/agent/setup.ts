// What an agent works with, once its options are validated and its parts are loaded.
import type { Clock, Ids } from "../contracts/clock.ts"
import type { AgentOptions } from "./options.ts"
import type { AgentParts } from "./parts.ts"

export interface Setup {
  readonly options: AgentOptions
  readonly parts: AgentParts
  readonly clock: Clock
  readonly ids: Ids
  /** Which sessions this process runs. */
  readonly run: NonNullable<AgentOptions["run"]>
}
