// A failed model call is tried again when its error may pass, on a schedule; otherwise the turn fails.
import type { ErrorClass } from "../../contracts/answer.ts"
import type { Attempt, State } from "../../state/state.ts"
import type { Rule } from "../rule.ts"
import { callModelStep, finishStep } from "./steps.ts"

export interface RetrySchedule {
  readonly attempts: number
  readonly firstMs: number
  readonly factor: number
  readonly maxMs: number
  /** Up to this share of the wait is taken off, spread by the attempt's id: sessions do not retry in step. */
  readonly jitter: number
}

const PASSING: ReadonlySet<ErrorClass> = new Set(["rate-limit", "overloaded", "network", "timeout"])

export function retryModel(schedule: RetrySchedule): Rule {
  return (state) => {
    const { turn } = state
    const attempt = turn?.attempt
    if (turn === undefined || attempt?.failure === undefined || attempt.open) return undefined
    const { error } = attempt.failure
    if (error.class === "interrupted") return [callModelStep(turn, attempt.iteration)]
    if (PASSING.has(error.class) && attempt.failures < schedule.attempts) {
      return [callModelStep(turn, attempt.iteration, retryTime(state, attempt, schedule))]
    }
    return [finishStep(turn, "failed", "", { code: error.code, message: error.message })]
  }
}

function retryTime(state: State, attempt: Attempt, schedule: RetrySchedule): number {
  const failedAt = attempt.failure?.at ?? 0
  const wait = Math.min(schedule.maxMs, schedule.firstMs * schedule.factor ** (attempt.failures - 1))
  const spread = 1 - schedule.jitter * fraction(`${state.session?.id}/${attempt.id}`)
  return Math.max(failedAt + Math.round(wait * spread), attempt.failure?.retryAt ?? 0)
}

/** A number in [0, 1) from a name (FNV-1a): chance without a die, so that the rule stays pure. */
function fraction(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return (hash >>> 0) / 2 ** 32
}
