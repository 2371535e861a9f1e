// A context provider adds live state to the system prompt of each turn: the branch, the open tickets, the weather.
import type { Json } from "../../contracts/json.ts"

export interface ContextProvider {
  /** Names its section of the prompt, `live:<name>`, and its line in the status. */
  readonly name: string
  /** Asked before each fetch; one that says no is not run, and that is no failure. */
  isEligible?(about: ProviderContext): boolean | Promise<boolean>
  /** Text is shown as it is, anything else as JSON; nothing (undefined, null, "") adds nothing. */
  fetch(about: ProviderContext): Promise<Json | string | undefined>
}

export interface ProviderContext {
  readonly session: string
  readonly turn: number
  /** The user's words of this turn. */
  readonly said: string
  readonly workspace?: string
  /** Aborted when nobody waits any more: the time is over, or the turn was cancelled. */
  readonly signal: AbortSignal
}
