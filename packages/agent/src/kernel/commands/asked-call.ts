// Finds the call that a command refers to, and checks whether that call still waits for the command.
import { type CallStage, type CallState, isRunning, type State } from "../state/state.ts"

export function isAt(state: State, call: string, stage: CallStage): boolean {
  return isRunning(state.turn) && !state.turn.cancelled && callOf(state, call)?.stage === stage
}

export function callOf(state: State, call: string): CallState | undefined {
  return state.turn?.calls.find((each) => each.call.id === call)
}
