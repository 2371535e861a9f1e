import { describe, expect, it } from "vitest"
import { withoutNote } from "./undo-note.ts"

describe("withoutNote", () => {
  it.each([
    ["edit_file", "Edit a\n+b\n(can be undone)", { text: "Edit a\n+b", note: "can be undone" }],
    [
      "move_file",
      "a\n-> b\n(cannot be undone: of a, too large)",
      { text: "a\n-> b", note: "cannot be undone: of a, too large" },
    ],
    [
      "edit_file",
      "Edit a\n(can be undone)\n(can be undone)",
      { text: "Edit a\n(can be undone)", note: "can be undone" },
    ],
    ["edit_file", "Edit a", { text: "Edit a" }],
    ["run_command", "$ rm x\n(can be undone)", { text: "$ rm x\n(can be undone)" }],
  ])("of %s %j is %j", (name, preview, expected) => expect(withoutNote(name, preview)).toEqual(expected))
})
