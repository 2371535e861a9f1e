// What a session's facts add up to, and the questions that rules ask of it most.
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

/** What the call is run with: as edited by whoever approved it, as repaired, or as the model wrote it. */
export function argumentsOf({ decision, repaired, call }: CallState): JsonObject {
  return decision?.arguments ?? repaired?.arguments ?? call.arguments
}

/** A person is asked something, before the call or in the middle of it. */
export function isAsking(call: CallState): boolean {
  return isAwaiting(call) || (call.stage === "started" && call.asking !== undefined)
}

/** Waits for a person, and nothing runs meanwhile. */
export function isAwaiting(call: CallState): boolean {
  return call.stage === "awaiting-approval" || call.stage === "awaiting-answer"
}
