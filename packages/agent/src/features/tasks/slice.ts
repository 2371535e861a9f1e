// The state of the session's own lists: tasks and notes, as its calls left them.
import { defined } from "../../base/defined.ts"
import type { Note, Task } from "../../contracts/tasks.ts"
import type { Slice } from "../../kernel/define-slice.ts"
import { openCall } from "../../kernel/state/calls.ts"
import type { State } from "../../kernel/state/state.ts"

/** The session's own lists. */
export interface TaskState {
  /** The session's own lists, once it has any. */
  readonly tasks?: readonly Task[]
  readonly notes?: readonly Note[]
}

/** What the lists keep of a turn. */
export interface TaskTurn {
  /** Tasks that the model set to `in_progress` in this turn. */
  readonly begunTasks?: readonly number[]
}

export const taskSlice: Slice = {
  on: {
    /** Once per call: a call that is already finished changes nothing more. */
    "tool-finished": (state, { call, tasks, notes }) => {
      if ((tasks === undefined && notes === undefined) || openCall(state.turn, call) === undefined) return state
      const begun = tasks === undefined ? state : withBegun(state, tasks)
      return { ...begun, ...defined({ tasks, notes }) }
    },
  },
  conversation: ["tasks", "notes"],
  isOwnChange: ({ tasks, notes }) => tasks !== undefined || notes !== undefined,
}

/** Records which tasks the model set to `in_progress`, compared with the list before. */
function withBegun(state: State, tasks: readonly Task[]): State {
  const { turn, tasks: before = [] } = state
  const was = new Map(before.map(({ id, status }) => [id, status]))
  const begun = tasks.filter(({ id, status }) => status === "in_progress" && was.get(id) !== status).map(({ id }) => id)
  if (turn === undefined || begun.length === 0) return state
  return { ...state, turn: { ...turn, begunTasks: [...new Set([...(turn.begunTasks ?? []), ...begun])] } }
}
