import { describe, expect, it } from "vitest"
import type { Task } from "../../contracts/tasks.ts"
import { changeTasks, listText, reopenedText, type TasksInput } from "./tasks.ts"

const list: readonly Task[] = [
  { id: 1, title: "read", status: "done" },
  { id: 2, title: "write", status: "open" },
  { id: 3, title: "test", status: "open", after: [1, 2] },
]

function told(input: TasksInput, tasks = list): string {
  try {
    return listText(changeTasks(tasks, input))
  } catch (error) {
    return (error as Error).message
  }
}

describe("the task list (X24)", () => {
  it.each<[string, TasksInput, string]>([
    ["is shown with what each task waits for", { action: "list" }, "3. open: test (waits for 2)\n2 of 3 still to do."],
    ["grows by several at once", { action: "create", titles: ["a", "b\nc"] }, "4. open: a\n5. open: b c\n4 of 5"],
    ["takes a single title for one", { action: "create", title: "a" }, "4. open: a"],
    ["knows what a new task waits for", { action: "create", titles: ["a"], after: [2] }, "4. open: a (waits for 2)"],
    ["shows a changed status", { action: "update", id: 2, status: "in_progress" }, "2. doing: write"],
    [
      "lets a task be done when those it waits for are",
      { action: "update", id: 2, status: "done" },
      "1 of 3 still to do.",
    ],
    ["lets a task be dropped at any time", { action: "update", id: 3, status: "dropped" }, "3. dropped: test\n1 of 3"],
    [
      "refuses to complete a task that waits for others",
      { action: "update", id: 3, status: "done" },
      "cannot be done before 2.",
    ],
    [
      "refuses a circle",
      { action: "update", id: 2, after: [3] },
      "That would make a circle: 2 waits for 3 waits for 2.",
    ],
    ["refuses a task that waits for itself", { action: "update", id: 2, after: [2] }, "circle: 2 waits for 2."],
    ["names the known ids", { action: "update", id: 9, status: "done" }, "There is no task 9: the ids are 1, 2, 3."],
    ["needs an id to update", { action: "update", status: "done" }, '"update" needs the id of a task'],
    ["needs something to change", { action: "update", id: 2 }, "needs a status, a title, or after"],
    ["refuses a blank title", { action: "create", titles: ["a", " \n"] }, "A title is blank."],
    ["refuses to make a title blank", { action: "update", id: 2, title: "  " }, "A title is blank."],
    ["needs titles to create", { action: "create" }, '"create" needs titles.'],
  ])("%s", (_name, input, words) => expect(told(input)).toContain(words))

  it("has a limit", () => {
    const full = Array.from({ length: 100 }, (_, place): Task => ({ id: place + 1, title: "x", status: "open" }))
    expect(told({ action: "create", titles: ["one more"] }, full)).toContain("at most 100 open tasks")
  })

  it("limits only open tasks, and drops the oldest completed ones; no id is used twice", () => {
    const over = Array.from({ length: 130 }, (_, place): Task => {
      return { id: place + 1, title: "x", status: place % 2 === 0 ? "done" : "dropped" }
    })
    const tasks = changeTasks(over, { action: "create", titles: ["one more"] })
    expect(tasks).toHaveLength(101)
    expect([tasks[0]?.id, tasks.at(-1)?.id]).toEqual([31, 131])
  })

  it("says when a task is open again that a done one waited for", () => {
    const done = list.map((task): Task => ({ ...task, status: "done" }))
    const again = changeTasks(done, { action: "update", id: 2, status: "open" })
    expect(reopenedText(done, again)).toEqual(["Task 2 is open again, and done already is what waited for it: 3."])
    expect(reopenedText(list, changeTasks(list, { action: "create", titles: ["a"] }))).toEqual([])
  })

  it("never waits for a dropped task", () => {
    const tasks = changeTasks(list, { action: "update", id: 2, status: "dropped" })
    expect(changeTasks(tasks, { action: "update", id: 3, status: "done" }).at(2)?.status).toBe("done")
  })

  it("is the same list when it is only read", () => expect(changeTasks(list, { action: "list" })).toBe(list))
})
