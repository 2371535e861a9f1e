// Turns for the tables of finish checks.
import type { AnsweredCall, AnsweredTurn } from "../../../contracts/finish-check.ts"
import type { JsonObject } from "../../../contracts/json.ts"

export function answered(answer: string, more: Partial<AnsweredTurn> = {}): AnsweredTurn {
  return {
    session: "s",
    turn: 1,
    context: undefined,
    said: "go",
    answer,
    calls: [],
    offersTools: true,
    changesInSession: 0,
    tasks: [],
    begunTasks: [],
    ...more,
  }
}

/** A call that only looked. */
export function looked(name: string, given: JsonObject, result = "ok"): AnsweredCall {
  return { name, arguments: given, outcome: "ok", result, effect: "read" }
}

export function changed(name: string, given: JsonObject, result = "ok"): AnsweredCall {
  return { ...looked(name, given, result), effect: "once" }
}

export const failed = (call: AnsweredCall): AnsweredCall => ({ ...call, outcome: "error" })
