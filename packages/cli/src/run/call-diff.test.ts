// Diffs from the arguments of file tools.
import type { JsonObject } from "@pawl/agent"
import { expect, it } from "vitest"
import { diffOf, editedDiff } from "./call-diff.ts"

it.each<[what: string, name: string, given: JsonObject, lines: readonly string[]]>([
  ["one changed line", "edit_file", { old_text: "a\nb\nc", new_text: "a\nx\nc" }, ["  a", "- b", "+ x", "  c"]],
  ["an added line", "edit_file", { old_text: "a", new_text: "a\nb" }, ["  a", "+ b"]],
  ["a removed passage", "edit_file", { old_text: "a\n", new_text: "" }, ["- a"]],
  ["a written file", "write_file", { path: "x", content: "a\nb\n" }, ["+ a", "+ b"]],
  ["no change", "edit_file", { old_text: "a", new_text: "a" }, ["  a"]],
  ["a call of another tool", "read_file", { path: "x" }, []],
  ["arguments of a wrong type", "write_file", { content: 3 }, []],
  ["a tool with a name of Object", "constructor", {}, []],
])("shows %s", (_, name, given, lines) => {
  expect(diffOf(name, given)).toEqual(lines)
})

it("shows what an edited call changes, or how its arguments differ", () => {
  const edit = { path: "x", old_text: "a", new_text: "b" }
  expect(editedDiff("edit_file", edit, { ...edit, new_text: "c" })).toEqual(["- a", "+ c"])
  expect(editedDiff("mail", { to: "a", text: "b" }, { to: "a", text: "c" })).toEqual([
    "  {",
    '    "to": "a",',
    '-   "text": "b"',
    '+   "text": "c"',
    "  }",
  ])
})
