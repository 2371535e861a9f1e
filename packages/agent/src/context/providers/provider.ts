// A context provider adds live state to the system prompt of each turn: the branch, the open tickets, the weather.
import type { Json } from "../../contracts/json.ts"
import type { NeedsContext, TurnAbout } from "../../contracts/turn-about.ts"

/**
 * Adds live state to the system prompt of each turn.
 *
 * @example
 * ```ts
 * import { type ContextProvider, createAgent } from "@pawl/agent"
 *
 * const branch: ContextProvider = { name: "branch", fetch: async () => ({ branch: "main" }) }
 * const agent = await createAgent({ model, contextProviders: [branch] })
 * ```
 */
export interface ContextProvider<Context = unknown> extends NeedsContext<Context> {
  /** Names its section of the prompt, `live:<name>`, and its line in the status. */
  readonly name: string
  /** Called before each fetch. If it returns false, the provider is skipped, which does not count as a failure. */
  isEligible?(about: ProviderContext<Context>): boolean | Promise<boolean>
  /** Text is shown as it is, anything else as JSON; an empty result (undefined, null, "") adds no section. */
  fetch(about: ProviderContext<Context>): Promise<Json | string | undefined>
}

/** What a context provider receives when it is called. */
export interface ProviderContext<Context = unknown> extends TurnAbout<Context> {
  /** The user's words of this turn. */
  readonly said: string
  /** The agent's workspace, if it has one. */
  readonly workspace?: string
  /** Aborted when the result is no longer needed: the time limit is over, or the turn was cancelled. */
  readonly signal: AbortSignal
}
