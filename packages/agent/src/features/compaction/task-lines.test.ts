import { describe, expect, it } from "vitest"
import type { Task } from "../../contracts/tasks.ts"
import { contractOf } from "./contract.ts"
import { isTaskLine, taskLines } from "./open-items.ts"

const tasks: readonly Task[] = [
  { id: 1, title: "read", status: "done" },
  { id: 2, title: "write", status: "in_progress", after: [1] },
  { id: 3, title: "test", status: "open", after: [1, 2] },
  { id: 4, title: "sell", status: "dropped" },
]
const need = { tokens: (words: string) => words.length, textOf: () => "" }

describe("tasks of the session", () => {
  it("are carried over while they are open, with what they wait for", () => {
    expect(taskLines(tasks)).toEqual(["task 2: write (in progress)", "task 3: test (waits for 2)"])
    expect(taskLines(tasks).every(isTaskLine)).toBe(true)
  })

  it("are listed as they are now, whatever an earlier digest said", () => {
    const before = { open: ["task 1: read", "[the user's own]"] }
    const { open } = contractOf(before, [], 0, need, { said: 1000, list: 1000, tasks })
    expect(open).toEqual(["[the user's own]", "task 2: write (in progress)", "task 3: test (waits for 2)"])
  })
})
