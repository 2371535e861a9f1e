// Formats the model's task list and notes.
import type { Note, Task, TaskStatus } from "@pawl/agent"
import { named, plain } from "../terminal/plain.ts"
import { dim } from "../terminal/style.ts"

const MARKS: Readonly<Record<TaskStatus, string>> = { open: "[ ]", in_progress: "[>]", done: "[x]", dropped: "[-]" }

export function tasksText(tasks: readonly Task[]): string {
  return tasks
    .map(({ id, title, status, after = [] }) => {
      const waits = after.length === 0 ? "" : dim(` (after ${after.join(", ")})`)
      return `  ${MARKS[status]} ${id} ${named(title)}${waits}`
    })
    .join("\n")
}

export function notesText(notes: readonly Note[]): string {
  return notes
    .map(({ id, text, tags, scratched }) => {
      const words = plain(text).replaceAll("\n", "\n    ")
      return `  ${id} ${scratched === true ? dim(`(struck out) ${words}`) : words} ${dim(`[${tags.map(named).join(", ")}]`)}`
    })
    .join("\n")
}
