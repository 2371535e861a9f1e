// The fold's part of what a call leaves with its session besides its result: lists, and what a child has cost.
import type { Fact, ToolFinished } from "../../contracts/fact.ts"
import type { Task } from "../../contracts/tasks.ts"
import { addUsage, type Usage } from "../../contracts/usage.ts"
import { openCall } from "../../kernel/state/calls.ts"
import type { State } from "../../kernel/state/state.ts"

/** Once: a call that is finished leaves nothing more. */
export function applyOwn(state: State, fact: ToolFinished & Fact): State {
  const { call: id, usage, tasks, notes } = fact
  if (openCall(state.turn, id) === undefined) return state
  const paid = usage === undefined ? state : withUsage(state, usage)
  const begun = tasks === undefined ? paid : withBegun(paid, tasks)
  return { ...begun, ...(tasks !== undefined && { tasks }), ...(notes !== undefined && { notes }) }
}

/** Which tasks the model set to `in_progress`, by how its list stood before. */
function withBegun(state: State, tasks: readonly Task[]): State {
  const { turn, tasks: before = [] } = state
  const was = new Map(before.map(({ id, status }) => [id, status]))
  const begun = tasks.filter(({ id, status }) => status === "in_progress" && was.get(id) !== status).map(({ id }) => id)
  if (turn === undefined || begun.length === 0) return state
  return { ...state, turn: { ...turn, begunTasks: [...new Set([...(turn.begunTasks ?? []), ...begun])] } }
}

/** The turn's, and the session's. */
export function withUsage(state: State, usage: Usage | undefined): State {
  const { turn } = state
  const sum = addUsage(state.usage, usage)
  return { ...state, usage: sum, ...(turn && { turn: { ...turn, usage: addUsage(turn.usage, usage) } }) }
}
