// A session's lists: the model's tasks and notes. The log stores them as each call left them.

/** The progress of a task. */
export type TaskStatus = "open" | "in_progress" | "done" | "dropped"

/** An item of the model's task list. */
export interface Task {
  /** Its number in the session. */
  readonly id: number
  /** What is to be done. */
  readonly title: string
  /** Its progress. */
  readonly status: TaskStatus
  /** Tasks that must be done or dropped first. */
  readonly after?: readonly number[]
}

/** A short text that a model keeps for itself. */
export interface Note {
  /** Its number in the session. */
  readonly id: number
  /** The text of the note. */
  readonly text: string
  /** Words to find it by. */
  readonly tags: readonly string[]
  /** Struck out: kept, but found only when all notes are requested. */
  readonly scratched?: true
}

/** Whether the task is still to be done. */
export function isOpenTask({ status }: Task): boolean {
  return status === "open" || status === "in_progress"
}

/** The tasks that must be done first and are not done yet. */
export function waitsFor({ after = [] }: Pick<Task, "after">, all: readonly Task[]): readonly number[] {
  return all.filter((task) => after.includes(task.id) && isOpenTask(task)).map(({ id }) => id)
}
