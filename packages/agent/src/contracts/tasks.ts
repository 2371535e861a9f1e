// A session's own lists: what is to be done, and what is worth remembering. They stand in the log as the calls left them.

export type TaskStatus = "open" | "in_progress" | "done" | "dropped"

export interface Task {
  readonly id: number
  readonly title: string
  readonly status: TaskStatus
  /** What has to be done, or dropped, first. */
  readonly after?: readonly number[]
}

export interface Note {
  readonly id: number
  readonly text: string
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
