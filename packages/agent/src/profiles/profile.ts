// A profile: a named bundle of behaviour. Its ordered rules are the specification of its loop.
import type { Fitting } from "../context/fitting.ts"
import type { ProfilePrompt } from "../context/prompt/texts.ts"
import type { Finish, FinishCheck } from "../contracts/finish-check.ts"
import type { Sampling } from "../contracts/model.ts"
import type { ContextPolicy } from "../features/compaction/policy.ts"
import type { ToolChoice } from "../features/tool-choice/tool-choice.ts"
import type { Rule } from "../kernel/rule.ts"
import type { RetrySchedule } from "../kernel/rules/retry-model.ts"

/** Of calls that a crash interrupted and that must not happen twice. */
export type InterruptedTools = "unknown" | "re-run"

/** How a session behaves: its ordered rules, its instructions and its limits. */
export interface Profile {
  /** The name that the log keeps. */
  readonly name: string
  /** One line for people who choose. */
  readonly about: string
  /** How the model is to behave. */
  readonly instructions: string
  /** What its prompt says besides. */
  readonly prompt?: ProfilePrompt
  /** How tool calls are written and read; `native` unless given. */
  readonly dialect?: string
  /** What is done next, in order: the first rule that answers decides. */
  readonly rules: readonly Rule[]
  /** What an answer without a call is held against, in order; nothing unless given. */
  readonly checks?: readonly FinishCheck[]
  /** How the history is kept within a model's window. */
  readonly context: ContextPolicy
  /** How much of a tool's result a model is shown; null: all of it. */
  readonly resultChars?: number | null
  /** The same by tool name or beginning (`server__*`); null: all of it. */
  readonly resultLimits?: Readonly<Record<string, number | null>>
  /**
   * What becomes of a call that a crash interrupted, that must not happen twice, and that its tool cannot verify:
   * `unknown` (unless given), or `re-run`, which the log then says.
   */
  readonly interruptedTools?: InterruptedTools
  /** A turn that nobody runs any more: gone on with by whoever can (unless given), or failed by the clean-up. */
  readonly interruptedTurns?: "resume" | "fail"
  /** What is said while a turn runs: waits for its end (unless given), joins it, or is refused. */
  readonly whenBusy?: "queue" | "steer" | "refuse"
  /** How long somebody may take to settle an approval or to answer a question; for ever unless given. */
  readonly approvals?: { readonly timeoutMs?: number }
  /** Which tools a request offers; those that fit what was said, where there are many, unless given. */
  readonly toolChoice?: ToolChoice
  /**
   * What a model thinks beside its text: kept, and given back to a provider that wants it (unless given); or only `told` while it comes,
   * like thinking between tags.
   */
  readonly thinking?: "kept" | "told"
  /** A stored list of an MCP server's tools counts for so long; for ever unless given. */
  readonly toolListAgeMs?: number
  /** Adds `task_completion`, `ask_question` and `converse`. */
  readonly endingTools?: boolean
  /** Adds `tasks`, where there is a workspace. */
  readonly tasks?: boolean
  /** Adds `notes`. */
  readonly notes?: boolean
  /** Adds `ask_user`, where there are other tools. */
  readonly questions?: boolean
  /** Requests that offer tools, and those that do not. */
  readonly sampling?: { readonly tools: Sampling; readonly prose: Sampling }
}

/** What a profile is made with; what is left out is the profile's own. */
export interface ProfileOptions {
  /** How often a turn may ask the model. */
  readonly maxIterations?: number
  /** How many models there are to fall back on, the first included. */
  readonly models?: number
  /** How large they are. */
  readonly fitting?: Fitting
  /** How the history is kept within their windows, when not as the profile does. */
  readonly context?: ContextPolicy
  /** A provider that wants to be left alone for longer has failed; ten minutes unless given. */
  readonly maxRetryAfterMs?: number
  /** How often, and after which waits, a model that failed is asked again; what is left out is the profile's. */
  readonly retry?: Partial<RetrySchedule>
  /** After so many failures a tool is offered no more (in xml-tools: so many same errors end the turn); null: never. */
  readonly breaker?: number | null
  /** How often in a row an answer that cannot be read is sent back to be corrected. */
  readonly selfCorrections?: number
  /** How answers are held against what happened, when not as the profile does. */
  readonly finish?: Finish
}

/** Makes a profile for the models at hand. */
export type MakeProfile = (options?: ProfileOptions) => Profile
