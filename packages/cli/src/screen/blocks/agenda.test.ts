// The plan and the task list, from events to rows.
import type { Event } from "@pawl/agent"
import { expect, it } from "vitest"
import type { Style } from "../../terminal/style.ts"
import { type Agenda, agendaAfter, agendaRows } from "./agenda.ts"

const same = (text: string) => text
const style: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same }

function rowsAfter(...events: readonly object[]): readonly string[] | undefined {
  let agenda: Agenda | undefined
  for (const event of events) agenda = agendaAfter(agenda, event as Event)
  return agenda && agendaRows(agenda, style)
}

const plan = { type: "plan-made", steps: ["look", "write", "check"].map((what) => ({ what, needs: [] })) }
const ended = (step: number, outcome = "ok") => ({ type: "step-end", step, outcome, result: "" })
const tasks = (text: string) => ({ type: "tool-result", name: "tasks", content: [{ type: "text", text }] })

it.each<[what: string, events: readonly object[], rows: readonly string[] | undefined]>([
  ["a plan", [plan], ["plan: 0 of 3 done", "  ○ look", "  ○ write", "  ○ check"]],
  [
    "its progress",
    [plan, ended(1), { type: "step-start", step: 2 }],
    ["plan: 1 of 3 done", "  ● look", "  ◐ write", "  ○ check"],
  ],
  ["a step that failed", [plan, ended(1, "failed")], ["plan: 1 of 3 done", "  ✕ look", "  ○ write", "  ○ check"]],
  ["nothing when the plan is given up", [plan, { type: "plan-failed", why: "x" }], undefined],
  [
    "tasks",
    [tasks("1. done: read\n2. doing: mend (waits for 1)\n3. dropped: paint\n1 of 3 still to do.")],
    ["tasks: 2 of 3 done", "  ● read", "  ◐ mend (waits for 1)", "  ✕ paint"],
  ],
  ["nothing for an empty list", [tasks("The task list is empty.")], undefined],
  ["nothing of the turn before", [plan, { type: "turn-start" }], undefined],
])("shows %s", (_, events, rows) => {
  expect(rowsAfter(...events)).toEqual(rows)
})

it("shows of a long list what comes next", () => {
  const lines = Array.from({ length: 30 }, (_, at) => `${at + 1}. ${at < 12 ? "done" : "open"}: task ${at + 1}`)
  const rows = rowsAfter(tasks(lines.join("\n"))) ?? []
  expect(rows[0]).toBe("tasks: 12 of 30 done (23 not shown)")
  expect(rows[1]).toBe("  ● task 12")
  expect(rows).toHaveLength(8)
})
