import { describe, expect, it } from "vitest"
import { ALIASES, aliasesOf } from "./aliases.ts"

describe("aliasesOf", () => {
  it("never maps a name to itself", () => {
    for (const name of Object.keys(ALIASES)) expect(aliasesOf(name)).not.toContain(name)
  })

  it.each([
    ["rename_file", undefined, ["move_file"]],
    ["rename_file", { rename_file: "rename" }, ["rename", "move_file"]],
    ["my_own", { my_own: ["a", "b"] }, ["a", "b"]],
    ["constructor", {}, []],
    ["unknown", {}, []],
  ])("maps %s, with the agent's own aliases %j, to %j", (name, more, meant) => {
    expect(aliasesOf(name, more)).toEqual(meant)
  })
})
