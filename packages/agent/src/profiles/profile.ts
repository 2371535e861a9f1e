// A profile: a named bundle of behaviour. Its ordered rules are the specification of its loop.
import type { Fitting } from "../context/fitting.ts"
import type { ProfilePrompt } from "../context/prompt/texts.ts"
import type { Finish, FinishCheck } from "../contracts/finish-check.ts"
import type { Sampling } from "../contracts/model.ts"
import type { ContextPolicy } from "../features/compaction/policy.ts"
import type { ToolOffer } from "../features/offer/tool-offer.ts"
import type { Rule } from "../kernel/rule.ts"
import type { RetrySchedule } from "../kernel/rules/retry-schedule.ts"

/** What happens to calls that a crash interrupted and that must not run twice. */
export type InterruptedTools = "unknown" | "re-run"

/** How a session behaves: its ordered rules, its instructions and its limits. */
export interface Profile {
  /** The name in the log. */
  readonly name: string
  /** One line that describes it in lists. */
  readonly about: string
  /** How the model should behave. */
  readonly instructions: string
  /** The rest of its prompt. */
  readonly prompt?: ProfilePrompt
  /** The dialect: how tool calls are written and parsed. Default: `native`. */
  readonly dialect?: string
  /** What is done next, in order: the first rule that returns steps decides. */
  readonly rules: readonly Rule[]
  /** The finish checks for an answer without a call, in order. Default: none. */
  readonly checks?: readonly FinishCheck[]
  /** How the history is kept within a model's window. */
  readonly context: ContextPolicy
  /** How many characters of a tool's result a model is shown; null: all. */
  readonly resultChars?: number | null
  /** The same by tool name or prefix (`server__*`); null: all. */
  readonly resultLimits?: Readonly<Record<string, number | null>>
  /**
   * What happens to a call that a crash interrupted, that must not run twice, and that its tool cannot verify: `unknown`
   * (default), or `re-run`, which is recorded in the log.
   */
  readonly interruptedTools?: InterruptedTools
  /** A turn that no runner runs any more is resumed by the next runner (default), or failed by the clean-up. */
  readonly interruptedTurns?: "resume" | "fail"
  /** A message during a turn waits for its end (default), joins it, or is refused. */
  readonly whenBusy?: "queue" | "steer" | "refuse"
  /** How long a person may take to settle an approval or to answer a question. Default: no limit. */
  readonly approvals?: { readonly timeoutMs?: number }
  /** Which tools a request offers. Default: with many tools, those that fit the user's message. */
  readonly offer?: ToolOffer
  /**
   * A model's thinking beside its text is kept, and sent back to a provider that needs it (default); or only `told`:
   * published while it arrives, like thinking between tags.
   */
  readonly thinking?: "kept" | "told"
  /** How long a stored list of an MCP server's tools is used. Default: no limit. */
  readonly toolListAgeMs?: number
  /** Adds `task_completion`, `ask_question` and `converse`. */
  readonly endingTools?: boolean
  /** Adds `tasks`, where there is a workspace. */
  readonly tasks?: boolean
  /** Adds `notes`. */
  readonly notes?: boolean
  /** Adds `ask_user`, where there are other tools. */
  readonly questions?: boolean
  /** For requests with tools, and for those without. */
  readonly sampling?: { readonly tools: Sampling; readonly prose: Sampling }
}

/** Options of a profile; each has a default of the profile's own. */
export interface ProfileOptions {
  /** How many iterations a turn may have. */
  readonly maxIterations?: number
  /** How many models the chain has. */
  readonly models?: number
  /** The windows of these models. */
  readonly fitting?: Fitting
  /** How the history is kept within their windows, if not by the profile's own policy. */
  readonly context?: ContextPolicy
  /** A provider that asks for a longer pause than this counts as failed. Default: ten minutes. */
  readonly maxRetryAfterMs?: number
  /** How often, after which waits and failures a model that failed is asked again; the rest is the profile's. */
  readonly retry?: Partial<RetrySchedule>
  /** After so many failures a tool is no longer offered (in xml-tools: so many same errors end the turn); null: never. */
  readonly breaker?: number | null
  /** How often in a row an answer that cannot be parsed is sent back for correction. */
  readonly selfCorrections?: number
  /** How answers are checked before they end a turn, if not by the profile's own checks. */
  readonly finish?: Finish
}

/** Makes a profile for the given models. */
export type MakeProfile = (options?: ProfileOptions) => Profile
