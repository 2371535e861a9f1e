// A profile: a named bundle of behaviour. Its ordered rules are the specification of its loop.
import type { ToolChoice } from "../context/choice/tool-choice.ts"
import type { Fitting } from "../context/fitting.ts"
import type { ContextPolicy } from "../context/policy.ts"
import type { ProfilePrompt } from "../context/prompt/texts.ts"
import type { Finish, FinishCheck } from "../contracts/finish-check.ts"
import type { Sampling } from "../contracts/model.ts"
import type { Rule } from "../loop/rule.ts"

export interface Profile {
  readonly name: string
  /** One line for people who choose. */
  readonly about: string
  readonly instructions: string
  /** What its prompt says besides. */
  readonly prompt?: ProfilePrompt
  /** How tool calls are written and read; `native` unless given. */
  readonly dialect?: string
  readonly rules: readonly Rule[]
  /** What an answer without a call is held against, in order; nothing unless given. */
  readonly checks?: readonly FinishCheck[]
  /** How the history is kept within a model's window. */
  readonly context: ContextPolicy
  /** How much of a tool's result a model is shown; null: all of it. */
  readonly resultChars?: number | null
  /**
   * What becomes of a call that a crash interrupted, that must not happen twice, and that its tool cannot verify:
   * `unknown` (unless given), or `re-run`, which the log then says.
   */
  readonly interruptedTools?: "unknown" | "re-run"
  /** A turn that nobody runs any more: gone on with by whoever can (unless given), or failed by the clean-up. */
  readonly interruptedTurns?: "resume" | "fail"
  /** What is said while a turn runs: waits for its end (unless given), joins it, or is refused. */
  readonly whenBusy?: "queue" | "steer" | "refuse"
  /** How long somebody may take to settle an approval or to answer a question; for ever unless given. */
  readonly approvals?: { readonly timeoutMs?: number }
  /** Which tools a request offers; those that fit what was said, where there are many, unless given. */
  readonly toolChoice?: ToolChoice
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

export interface ProfileOptions {
  readonly maxIterations?: number
  /** How many models there are to fall back on, the first included. */
  readonly models?: number
  /** How large they are. */
  readonly fitting?: Fitting
  /** How the history is kept within their windows, when not as the profile does. */
  readonly context?: ContextPolicy
  /** A provider that wants to be left alone for longer has failed; ten minutes unless given. */
  readonly maxRetryAfterMs?: number
  /** How answers are held against what happened, when not as the profile does. */
  readonly finish?: Finish
}

export type MakeProfile = (options?: ProfileOptions) => Profile
