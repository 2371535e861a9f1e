import { describe, expect, it } from "vitest"
import { judge } from "./judge.ts"
import type { Judged } from "./judged.ts"

const made = { name: "write_file", args: { path: "a.md" }, result: "Created a.md.", isError: false }
const open = ["2 water", "3 sell"]

function found(answer: string, tasks: Judged["tasks"]): string {
  const { kind, proven } = judge({ user: "Create a.md", calls: [made], answer, ...(tasks && { tasks }) })
  return proven ? `${kind}, proven` : kind
}

describe("an answer, with tasks on the model's own list", () => {
  it.each<[string, string, Judged["tasks"], string]>([
    ["that this turn worked with is incomplete", "I created a.md.", { open, isUsed: true }, "incomplete, proven"],
    ["of an earlier turn is let be", "I created a.md.", { open, isUsed: false }, "complete"],
    ["that says all is done is incomplete", "All tasks are done.", { open, isUsed: false }, "incomplete, proven"],
    ["in German as well", "Alles erledigt.", { open, isUsed: false }, "incomplete, proven"],
    ["of which none is open is complete", "All tasks are done.", { open: [], isUsed: true }, "complete"],
    ["that asks the user is let be", "I created a.md. Which plant do you mean?", { open, isUsed: true }, "complete"],
  ])("%s", (_name, answer, tasks, expected) => expect(found(answer, tasks)).toMatch(new RegExp(`^${expected}`)))

  it("names what is open", () => {
    const finding = judge({ user: "Go on", calls: [made], answer: "All done.", tasks: { open, isUsed: true } })
    expect(finding.evidence).toContain("2 on the task list are still to do: 2 water, 3 sell")
  })
})
