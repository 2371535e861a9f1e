// The usage limits' part of the state.
import type { LimitMet } from "../../contracts/limits.ts"

export interface LimitState {
  /** What was told of limits that are near. */
  readonly limitsTold?: readonly string[]
}

export interface LimitTurn {
  /** The limit that ends the turn. */
  readonly limitMet?: LimitMet
}
