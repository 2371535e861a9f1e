// Retries a failed model call on a schedule when its error may pass, or asks the next model; otherwise the turn fails.
import type { ErrorClass } from "../../contracts/answer.ts"
import { isOnTrial, nextModel } from "../model-health.ts"
import type { Rule } from "../rule.ts"
import { onlyIn } from "../stage.ts"
import type { Attempt, State } from "../state/state.ts"
import { callModelStep } from "../steps/call-model.ts"
import { endingFinish, finishStep } from "../steps/finish.ts"
import { type FailureWords, failureWords, PASSING } from "./failure-words.ts"
import { type RetrySchedule, waitAfter } from "./retry-schedule.ts"

export interface RetryOptions extends RetrySchedule {
  /** Errors that may pass by themselves; the usual ones unless given. What the user gives (`kinds`) takes precedence. */
  readonly passing?: readonly ErrorClass[]
  /** The number of models in the chain. When one cannot answer, the next is asked. */
  readonly models?: number
  /**
   * Errors, besides those that may pass, after which the next model is asked. Unless given: wrong configuration,
   * unreadable answers and unexplained errors.
   */
  readonly nextOn?: readonly ErrorClass[]
  /** A provider that asks for a longer wait (Retry-After) counts as failed; ten minutes unless given. */
  readonly maxRetryAfterMs?: number
  /** The text for the user when no model could answer. */
  readonly words?: FailureWords
}

const MAX_RETRY_AFTER_MS = 10 * 60_000

/** If the provider asks for a longer wait than this, another model is asked, if there is one. */
const MAX_PATIENCE_MS = 60_000

export function retryModel(options: RetryOptions): Rule {
  const { models = 1, nextOn = ["config", "output", "unexplained"], words = failureWords() } = options
  const { maxRetryAfterMs = MAX_RETRY_AFTER_MS } = options
  const passing: readonly ErrorClass[] = options.kinds ?? options.passing ?? PASSING
  return onlyIn([], (state) => {
    const { turn } = state
    const attempt = turn?.attempt
    if (turn === undefined || turn.cancelled || attempt?.failure === undefined || attempt.open) return undefined
    const { iteration, chain } = attempt
    const { error } = attempt.failure
    if (error.class === "interrupted") return [callModelStep(turn, iteration, { chain })]
    const maySwitch = PASSING.includes(error.class) || nextOn.includes(error.class)
    const next = maySwitch ? nextModel(state, chain, models) : undefined
    // A model on trial gets only one request, unless there is no other model to ask.
    const attempts = next !== undefined && isOnTrial(state, chain) ? 1 : options.attempts
    const asksFor = (attempt.failure.retryAt ?? 0) - attempt.failure.at
    const mayPass = passing.includes(error.class) && attempt.failures < attempts && asksFor <= maxRetryAfterMs
    if (mayPass && !(next !== undefined && asksTooLong(attempt, options))) {
      const notBefore = retryTime(state, attempt, options)
      return [callModelStep(turn, iteration, { chain, notBefore, waitMs: notBefore - attempt.failure.at })]
    }
    if (next !== undefined) return [callModelStep(turn, iteration, { chain: next })]
    if (turn.ending !== undefined) return [endingFinish(turn, turn.ending)]
    const isLong = passing.includes(error.class) && asksFor > maxRetryAfterMs
    const later = isLong
      ? ` It asks to be left alone for ${formatDuration(asksFor)}; say it again then, or choose another model.`
      : ""
    const text = [turn.kept, `${words(error)}${later}`].filter((each) => each.trim() !== "").join("\n\n")
    return [finishStep(turn, "failed", text, { code: error.code, message: error.message + later })]
  })
}

/** The provider asks for a longer wait than Pawl's own schedule. */
function asksTooLong({ failure }: Attempt, { maxMs }: RetrySchedule): boolean {
  if (failure?.retryAt === undefined) return false
  return failure.retryAt - failure.at > Math.min(maxMs, MAX_PATIENCE_MS)
}

function formatDuration(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}

function retryTime(state: State, attempt: Attempt, schedule: RetrySchedule): number {
  const failedAt = attempt.failure?.at ?? 0
  const wait = waitAfter(attempt.failures, schedule)
  const spread = 1 - schedule.jitter * fraction(`${state.session?.id}/${attempt.id}`)
  return Math.max(failedAt + Math.round(wait * spread), attempt.failure?.retryAt ?? 0)
}

/** A number in [0, 1) from a name (FNV-1a). Deterministic, so that the rule stays pure. */
function fraction(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return (hash >>> 0) / 2 ** 32
}
