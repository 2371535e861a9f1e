// A plugin's package may bring its own copy of the library: its classes are not ours, and mean the same.
import { describe, expect, it } from "vitest"
import { ToolFailure } from "../tools/tool.ts"
import { ownFailure } from "./to-tool.ts"

/** As the class of another copy makes it. */
function theirs(fields: object): Error {
  return Object.assign(new Error("It broke."), { name: "ToolFailure" }, fields)
}

describe("a ToolFailure from another copy of the library", () => {
  it.each([
    [
      { code: "bank-down", outcome: "unknown" },
      { code: "bank-down", outcome: "unknown", isOutput: false },
    ],
    [
      { code: "late", outcome: "timeout", isOutput: true },
      { code: "late", outcome: "timeout", isOutput: true },
    ],
    [
      { code: "odd", outcome: "something else" },
      { code: "odd", outcome: "error" },
    ],
    [{}, { code: "tool-failed", outcome: "error" }],
  ])("with %j becomes ours with %j", (fields, expected) => {
    const ours = ownFailure(theirs(fields))
    expect(ours).toBeInstanceOf(ToolFailure)
    expect(ours).toMatchObject({ message: "It broke.", ...expected })
  })

  it.each([new ToolFailure("ours", "m"), new Error("plain"), "a text"])("is not made of %s", (error) => {
    expect(ownFailure(error)).toBe(error)
  })
})
