// A session's own lists: what is to be done, and what is worth remembering. They stand in the log as the calls left them.

/** How far a task is. */
export type TaskStatus = "open" | "in_progress" | "done" | "dropped"

/** An item of a model's own list of what is to be done. */
export interface Task {
  /** Its number in the session. */
  readonly id: number
  /** What is to be done. */
  readonly title: string
  /** How far it is. */
  readonly status: TaskStatus
  /** What has to be done, or dropped, first. */
  readonly after?: readonly number[]
}

/** A short text that a model keeps for itself. */
export interface Note {
  /** Its number in the session. */
  readonly id: number
  /** What is to be remembered. */
  readonly text: string
  /** Words to find it by. */
  readonly tags: readonly string[]
  /** Struck out: kept, and no longer found unless all are wanted. */
  readonly scratched?: true
}

/** What is still to be done. */
export function isOpenTask({ status }: Task): boolean {
  return status === "open" || status === "in_progress"
}

/** Those that have to be done first, and are not. */
export function waitsFor({ after = [] }: Pick<Task, "after">, all: readonly Task[]): readonly number[] {
  return all.filter((task) => after.includes(task.id) && isOpenTask(task)).map(({ id }) => id)
}
