import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { AnsweredTurn } from "../../contracts/finish-check.ts"
import type { Task } from "../../contracts/tasks.ts"
import { answered, changed } from "./__fixtures__/turns.ts"
import { structureChecks } from "./structure.ts"

const namesOf = (turn: AnsweredTurn) =>
  structureChecks.flatMap((check) => (check.check(turn) === undefined ? [] : [check.name]))
const task = (id: number, status: Task["status"], title = `title ${id}`): Task => ({ id, title, status })
const written = { name: "delete_file", form: "json", wanted: "native" }

describe("the structural checks", () => {
  it.each<{ name: string; turn: AnsweredTurn; found: readonly string[] }>([
    { name: "an empty answer", turn: answered(" \n"), found: ["empty"] },
    { name: "an empty answer without tools", turn: answered("", { offersTools: false }), found: ["empty"] },
    { name: "a call written as text", turn: answered("{}", { writtenCall: written }), found: ["written-call"] },
    {
      name: "a task that was begun in this turn and left",
      turn: answered("Done.", { tasks: [task(1, "done"), task(2, "in_progress")], begunTasks: [1, 2] }),
      found: ["tasks-in-progress"],
    },
    {
      name: "a task that an earlier turn left in progress",
      turn: answered("Done.", { tasks: [task(2, "in_progress")] }),
      found: [],
    },
    {
      name: "tasks that were planned and not begun",
      turn: answered("Here is the plan.", { tasks: [task(1, "open"), task(2, "open")] }),
      found: [],
    },
    {
      name: "a begun task that was dropped",
      turn: answered("No.", { tasks: [task(1, "dropped")], begunTasks: [1] }),
      found: [],
    },
    {
      name: "a begun task where no tools are offered any more",
      turn: answered("Done.", { tasks: [task(1, "in_progress")], begunTasks: [1], offersTools: false }),
      found: [],
    },
  ])("find $found in $name", ({ turn, found }) => {
    expect(namesOf(turn)).toEqual(found)
  })

  it.each([
    "I have renamed 3 of 7 files. 4 remaining files still need to be processed.",
    "Ich habe 3 von 7 Dateien umbenannt. Soll ich mit dem Rest weitermachen?",
    "J'ai renommé 3 fichiers sur 7. Il en reste 4.",
    "7個中3個のファイルの名前を変更しました。残りは4個です。",
    "I can't do that.",
    "I won't: there is no backup.",
  ])("find nothing in the text %j", (words) => {
    expect(namesOf(answered(words, { calls: [changed("move_file", { from: "a", to: "b" })] }))).toEqual([])
  })

  it("find the same whatever the text says", () => {
    const turns = fc.record({
      tasks: fc.array(fc.constantFrom(task(1, "open"), task(2, "in_progress"), task(3, "done")), { maxLength: 3 }),
      begunTasks: fc.subarray([1, 2, 3]),
      writtenCall: fc.option(fc.constant(written), { nil: undefined }),
      offersTools: fc.boolean(),
    })
    const words = fc.string({ minLength: 1 }).filter((text) => text.trim() !== "")
    fc.assert(
      fc.property(turns, words, words, words, ({ writtenCall, ...turn }, one, other, said) => {
        const more = { ...turn, ...(writtenCall !== undefined && { writtenCall }) }
        expect(namesOf(answered(one, { ...more, said }))).toEqual(namesOf(answered(other, more)))
      }),
    )
  })

  it("quote nothing to the model that the user or the model named", () => {
    const tasks = [task(1, "in_progress", "Delete b.log")]
    const turns = [answered("x", { tasks, begunTasks: [1] }), answered("x", { writtenCall: written })]
    const seen = turns.flatMap((turn) => structureChecks.flatMap((check) => check.check(turn)?.seen ?? []))
    expect(seen).toHaveLength(2)
    expect(seen.join("\n")).not.toMatch(/b\.log|delete_file/)
  })

  it("say how calls are made: natively, or in the form of the instructions", () => {
    const [, check] = structureChecks
    const seenFor = (wanted: string) => check?.check(answered("x", { writtenCall: { ...written, wanted } }))?.seen
    expect(seenFor("native")).toMatch(/as a tool call of its own/)
    expect(seenFor("xml")).toMatch(/in the form that your instructions give/)
  })
})
