// A title cannot look like another one.
import { expect, it } from "vitest"
import { nameOf, titleOf } from "./title-of.ts"

it.each([
  ["Poem", "about roses", "Poem"],
  [null, "about roses", "about roses"],
  [null, "", "Untitled"],
  ["pay\u202eexe.fdp", "", "pay\\u202eexe.fdp"],
])("title %j of a session that began with %j: %j", (title, preview, shown) => {
  expect(titleOf({ title, preview })).toBe(shown)
})

it("is changed as it was given", () => {
  expect(nameOf({ title: "a\u202eb", preview: "" })).toBe("a\u202eb")
})
