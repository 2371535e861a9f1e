// The fold's part of what a call leaves with its session besides its result: lists, and what a child has cost.
import type { Fact, ToolFinished } from "../contracts/fact.ts"
import { addUsage, type Usage } from "../contracts/usage.ts"
import type { State } from "./state.ts"

/** Once: a call that is finished leaves nothing more. */
export function applyOwn(state: State, fact: ToolFinished & Fact): State {
  const { call: id, usage, tasks, notes } = fact
  const isOpen = state.turn?.calls.some(({ call, stage }) => call.id === id && stage !== "finished") === true
  if (!isOpen) return state
  const paid = usage === undefined ? state : withUsage(state, usage)
  return { ...paid, ...(tasks !== undefined && { tasks }), ...(notes !== undefined && { notes }) }
}

/** The turn's, and the session's. */
export function withUsage(state: State, usage: Usage | undefined): State {
  const { turn } = state
  const sum = addUsage(state.usage, usage)
  return { ...state, usage: sum, ...(turn && { turn: { ...turn, usage: addUsage(turn.usage, usage) } }) }
}
