// Stored grants, read for people.
import { expect, it } from "vitest"
import { grantOf } from "./grant.ts"

it.each([
  [
    { tool: "run_command", where: { command: "npm test" } },
    { tool: "run_command", conditions: [["command", "npm test"]] },
  ],
  [
    { tool: "read_file", workspace: "/srv" },
    { tool: "read_file", conditions: [], workspace: "/srv" },
  ],
  [
    { tool: "notes__add", where: {} },
    { tool: "notes__add", conditions: [] },
  ],
] as const)("%j", (stored, expected) => {
  expect(grantOf(stored)).toEqual(expected)
})
