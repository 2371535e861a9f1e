// The usage limits' part of the state.
import type { LimitMet } from "../../contracts/limits.ts"

/** What a session knows of its limits. */
export interface LimitState {
  /** What was told of limits that are near. */
  readonly limitsTold?: readonly string[]
}

/** What limits keep of a turn. */
export interface LimitTurn {
  /** The limit that ends the turn. */
  readonly limitMet?: LimitMet
}
