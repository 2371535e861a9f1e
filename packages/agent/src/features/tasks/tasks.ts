// tasks: a list of what is to be done, kept in the session. One flat tool, and every result shows the whole list, so
// that a small model has no ids to remember.
import { defined } from "../../base/defined.ts"
import { text } from "../../contracts/content.ts"
import { isOpenTask, type Task, type TaskStatus, waitsFor } from "../../contracts/tasks.ts"
import { type Tool, ToolFailure, WholeResult } from "../../tools/tool.ts"
import { objectSchema, typedTool } from "../../tools/typed-tool.ts"

export interface TasksInput {
  readonly action: "create" | "update" | "list"
  readonly titles?: readonly string[]
  readonly id?: number
  readonly status?: TaskStatus
  readonly title?: string
  readonly after?: readonly number[]
}

/** Limit for open tasks; of completed and dropped ones as many are kept. */
const MAX_TASKS = 100
const MAX_TITLE_CHARS = 200

export function tasksTool(): Tool {
  return typedTool<TasksInput>({
    name: "tasks",
    description:
      'Your list of what is to be done, for work of several steps. "create" adds titles, "update" changes the task with this id, "list" shows all. Keep it true: "in_progress" when you begin, "done" when it is done.',
    input: objectSchema({
      action: { type: "string", enum: ["create", "update", "list"] },
      "titles?": {
        type: "array",
        items: { type: "string", minLength: 1, maxLength: MAX_TITLE_CHARS },
        minItems: 1,
        description: "For create: one or more new tasks.",
      },
      "id?": { type: "integer", description: "For update." },
      "status?": { type: "string", enum: ["open", "in_progress", "done", "dropped"] },
      "title?": { type: "string", minLength: 1, maxLength: MAX_TITLE_CHARS },
      "after?": {
        type: "array",
        items: { type: "integer" },
        description: "Ids of tasks that must be done first.",
      },
    }),
    effect: "read",
    // One after the other: each call starts with the list that the one before left.
    touches: () => ["*tasks"],
    run(input, { own }) {
      const before = own?.tasks ?? []
      const tasks = changeTasks(before, input)
      const left = tasks === before ? {} : { tasks }
      const words = [listText(tasks), ...reopenedText(before, tasks)].join("\n")
      return new WholeResult({ outcome: "ok", content: [text(words)], ...left })
    },
  })
}

/** The list after the call; throws a ToolFailure for the model. */
export function changeTasks(before: readonly Task[], input: TasksInput): readonly Task[] {
  if (input.action === "list") return before
  return input.action === "create" ? created(before, input) : updated(before, input)
}

function created(before: readonly Task[], { titles, title, after }: TasksInput): readonly Task[] {
  const wanted = titles ?? (title === undefined ? [] : [title])
  if (wanted.length === 0) throw wrong('"create" needs titles.')
  checkTitles(wanted)
  const open = before.filter(isOpenTask).length
  if (open + wanted.length > MAX_TASKS)
    throw wrong(`A list has at most ${MAX_TASKS} open tasks, and there are ${open}. Finish or drop some first.`)
  checkIds(after ?? [], before)
  const first = Math.max(0, ...before.map(({ id }) => id)) + 1
  const dependsOn = after === undefined || after.length === 0 ? {} : { after: [...new Set(after)] }
  return [
    ...withoutOldest(before),
    ...wanted.map(
      (each, place) => ({ id: first + place, title: oneLine(each), status: "open", ...dependsOn }) as const,
    ),
  ]
}

/** Completed tasks block nothing. The newest task always stays, so that no id is used twice. */
function withoutOldest(tasks: readonly Task[]): readonly Task[] {
  const over = tasks.filter((task) => !isOpenTask(task))
  const gone = new Set(over.slice(0, Math.max(0, over.length - MAX_TASKS)))
  return gone.size === 0 ? tasks : tasks.filter((task) => !gone.has(task))
}

function updated(before: readonly Task[], { id, status, title, after }: TasksInput): readonly Task[] {
  if (id === undefined) throw wrong(`"update" needs the id of a task: ${idsText(before)}.`)
  checkIds([id, ...(after ?? [])], before)
  if (status === undefined && title === undefined && after === undefined)
    throw wrong(`"update" of task ${id} needs a status, a title, or after.`)
  if (title !== undefined) checkTitles([title])
  const tasks = before.map((task) =>
    task.id !== id
      ? task
      : {
          ...task,
          ...(title !== undefined && { title: oneLine(title) }),
          ...defined({ status }),
          ...(after !== undefined && { after: [...new Set(after)] }),
        },
  )
  const circle = circleFrom(id, tasks)
  if (circle !== undefined) throw wrong(`That would make a circle: ${circle.join(" waits for ")}.`)
  const task = tasks.find((each) => each.id === id)
  const open = task?.status === "done" ? waitsFor(task, tasks) : []
  if (open.length > 0)
    throw wrong(`Task ${id} cannot be done before ${open.join(", ")}. Do those first, or change what it waits for.`)
  return tasks
}

function checkTitles(titles: readonly string[]): void {
  if (titles.some((title) => oneLine(title) === ""))
    throw wrong("A title is blank. Say in a few words what is to be done.")
}

function checkIds(ids: readonly number[], tasks: readonly Task[]): void {
  const unknown = ids.find((id) => !tasks.some((task) => task.id === id))
  if (unknown !== undefined) throw wrong(`There is no task ${unknown}: ${idsText(tasks)}.`)
}

/** The way from a task back to itself, if there is one. */
function circleFrom(id: number, tasks: readonly Task[]): readonly number[] | undefined {
  const afterOf = new Map(tasks.map((task) => [task.id, task.after ?? []]))
  const seen = new Set<number>()
  const walk = (at: number, way: readonly number[]): readonly number[] | undefined => {
    for (const next of afterOf.get(at) ?? []) {
      if (next === id) return [...way, next]
      if (seen.has(next)) continue
      seen.add(next)
      const found = walk(next, [...way, next])
      if (found !== undefined) return found
    }
    return undefined
  }
  return walk(id, [id])
}

const MARKS: Readonly<Record<TaskStatus, string>> = {
  open: "open",
  in_progress: "doing",
  done: "done",
  dropped: "dropped",
}

/** Plain lines: boxes would count as open work wherever results are searched for it. */
export function listText(tasks: readonly Task[]): string {
  if (tasks.length === 0) return "The task list is empty."
  const lines = tasks.map((task) => {
    const waiting = isOpenTask(task) ? waitsFor(task, tasks) : []
    const waits = waiting.length === 0 ? "" : ` (waits for ${waiting.join(", ")})`
    return `${task.id}. ${MARKS[task.status]}: ${task.title}${waits}`
  })
  const open = tasks.filter(isOpenTask).length
  return `${lines.join("\n")}\n${open} of ${tasks.length} still to do.`
}

/** What was done because of a task that is open again may have to be done again. */
export function reopenedText(before: readonly Task[], tasks: readonly Task[]): readonly string[] {
  const wasOpen = new Set(before.filter(isOpenTask).map(({ id }) => id))
  const known = new Set(before.map(({ id }) => id))
  const again = tasks.filter((task) => isOpenTask(task) && known.has(task.id) && !wasOpen.has(task.id))
  return again.flatMap(({ id }) => {
    const done = tasks.filter(({ status, after = [] }) => status === "done" && after.includes(id))
    const ids = done.map((task) => task.id).join(", ")
    return done.length === 0 ? [] : [`Task ${id} is open again, and done already is what waited for it: ${ids}.`]
  })
}

function idsText(tasks: readonly Task[]): string {
  return tasks.length === 0 ? "the list is empty" : `the ids are ${tasks.map(({ id }) => id).join(", ")}`
}

function oneLine(title: string): string {
  return title.replace(/\s+/g, " ").trim()
}

function wrong(message: string): ToolFailure {
  return new ToolFailure("task-invalid", message)
}
