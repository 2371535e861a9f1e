// The state type, and the queries that rules use most.
import type { JsonObject } from "../../contracts/json.ts"
import type { CallState, Turn } from "../../registry/state.ts"

export type { CallState, State, Turn } from "../../registry/state.ts"
export type {
  AnswerState,
  Attempt,
  AttemptFailure,
  CallResult,
  CallStage,
  Counters,
  Down,
  Gauge,
  RecentCall,
  WaitingInput,
} from "./core.ts"
export { noCounters } from "./core.ts"

export function isRunning(turn: Turn | undefined): turn is Turn {
  return turn !== undefined && turn.finished === undefined
}

export function openCalls(turn: Turn): readonly CallState[] {
  return turn.calls.filter((call) => call.stage !== "finished")
}

/** The arguments that the call runs with: as the approver edited them, as repaired, or as the model wrote them. */
export function argumentsOf({ decision, repaired, call }: CallState): JsonObject {
  return decision?.arguments ?? repaired?.arguments ?? call.arguments
}

/** Whether a person is asked something, before the call or while it runs. */
export function isAsking(call: CallState): boolean {
  return call.stage === "started" ? call.asking !== undefined : isAwaiting(call)
}

/** Whether the call waits for a person and nothing of it runs meanwhile. */
export function isAwaiting(call: CallState): boolean {
  return call.stage === "awaiting-approval" || call.stage === "awaiting-answer"
}
