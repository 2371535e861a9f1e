// A request to a model failed.
import { defined } from "../../base/defined.ts"
import type { ErrorClass, ModelError } from "../../contracts/answer.ts"
import type { Purpose, RequestChars } from "../../contracts/fact.ts"
import type { AssistantMessage } from "../../contracts/message.ts"
import { addUsage, type Usage } from "../../contracts/usage.ts"
import { PURPOSES } from "../../registry/purposes.ts"
import type { FactDefinition } from "../define-fact.ts"
import { withFrame, withRefusal } from "../state/gauge.ts"
import { addToHistory } from "../state/remember.ts"
import type { Attempt, AttemptFailure, State } from "../state/state.ts"

/** The fact that a request failed. */
export interface ModelFailed {
  readonly type: "model-failed"
  readonly purpose?: Purpose
  readonly attempt: string
  readonly error: ModelError
  readonly retryAt?: number
  /** The model limits its rate and answers other sessions: this is no attempt, and the request is made again. */
  readonly uncounted?: true
  readonly text?: string
  readonly chars?: RequestChars
  /** What the request used in spite of the failure, as far as it is known. */
  readonly usage?: Usage
  readonly ms: number
}

export const modelFailed: FactDefinition<ModelFailed> = {
  type: "model-failed",
  version: 1,
  must: { attempt: "string", error: "error", ms: "number" },
  may: { text: "string", retryAt: "number", uncounted: "boolean", usage: "object" },
  fold(state, fact) {
    if (fact.purpose !== undefined) return PURPOSES[fact.purpose].fold(state, fact)
    const { turn } = state
    if (turn?.attempt === undefined) return state
    // The user saw this text before cancelling, so it stays in the conversation.
    const kept = fact.error.class === "aborted" && fact.text?.trim() ? fact.text : undefined
    const failure: AttemptFailure = {
      error: fact.error,
      at: fact.at,
      ...defined({ retryAt: fact.retryAt, kept }),
    }
    const counts = fact.error.class === "interrupted" || fact.uncounted === true ? 0 : 1
    const attempt: Attempt = { ...turn.attempt, open: false, failures: turn.attempt.failures + counts, failure }
    const partial: AssistantMessage = { role: "assistant", text: kept ?? "", reasoning: [], calls: [] }
    return {
      ...(kept === undefined ? state : addToHistory(state, [partial])),
      gauge: withFrame(
        isRefusal(fact.error) ? withRefusal(state.gauge, turn.attempt, fact.error.message) : state.gauge,
        fact.chars,
        turn.ending !== undefined,
      ),
      down:
        isUnreachable(fact.error) && turn.model === undefined
          ? withDown(state.down, turn.attempt, fact.at)
          : state.down,
      usage: addUsage(state.usage, fact.usage),
      turn: { ...turn, attempt, usage: addUsage(turn.usage, fact.usage), workMs: turn.workMs + fact.ms },
      workMs: state.workMs + fact.ms,
    }
  },
  events(fact, to) {
    if (fact.purpose !== undefined) return PURPOSES[fact.purpose].events?.(fact, to) ?? []
    const { attempt, error, retryAt, text } = fact
    // Text that the user saw before cancelling stays. Text that a failure cut off is taken back.
    const kept = error.class === "aborted" ? to.publishText(attempt, (offset) => (text ?? "").slice(offset)) : undefined
    const told = kept === undefined ? to.discard("failed") : [...kept, ...to.endOpen()]
    to.forgetAnswer()
    return [...told, to.event({ type: "model-error", attempt, error, ...defined({ retryAt }) })]
  },
  record: "paired",
  describe: ({ error }, say) => say.alert(`${error.class}: ${say.short(error.message)}`),
  secret: ["text"],
}

/** The provider rejected the request as too large. A request that Pawl did not send says nothing about the provider. */
function isRefusal({ class: kind, code }: ModelFailed["error"]): boolean {
  return kind === "context-overflow" && code !== "context-too-large"
}

/** Errors that concern the model and not the request: the next request would most likely fail in the same way. */
const UNREACHABLE: ReadonlySet<ErrorClass> = new Set([
  "rate-limit",
  "overloaded",
  "server-error",
  "network",
  "timeout",
  "config",
])

/** What one owner may not use says nothing about the model: others share what is known of it. */
function isUnreachable({ class: kind, code }: ModelFailed["error"]): boolean {
  return UNREACHABLE.has(kind) && code !== "model-not-allowed"
}

/** Retries of one request count as one failure. */
function withDown(down: State["down"], { chain, failures }: Attempt, at: number): State["down"] {
  const times = (down[chain]?.times ?? 0) + (failures === 0 ? 1 : 0)
  return { ...down, [chain]: { at, times: Math.max(1, times) } }
}
