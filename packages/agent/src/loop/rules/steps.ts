// How rules spell their steps: keys are made in one place, so that one piece of work has one key.
import type { TurnError, TurnOutcome } from "../../contracts/fact.ts"
import type { CallModel, Finish, RunTool } from "../../contracts/step.ts"
import type { Turn } from "../../state/state.ts"

export function callModelStep(turn: Turn, iteration: number, notBefore?: number): CallModel {
  const key = `call-model:${turn.number}.${iteration}`
  return { kind: "call-model", key, iteration, ...(notBefore !== undefined && { notBefore }) }
}

export function runToolStep(call: string): RunTool {
  return { kind: "run-tool", key: `run-tool:${call}`, call }
}

export function finishStep(turn: Turn, outcome: TurnOutcome, text: string, error?: TurnError): Finish {
  const key = `finish:${turn.number}`
  return { kind: "finish", key, outcome, text, ...(error !== undefined && { error }) }
}
