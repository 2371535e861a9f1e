// Files by letters of their names.
import { expect, it } from "vitest"
import { filesFor } from "./complete-file.ts"

const files = ["src/", "src/main.ts", "src/screen/screen.ts", "README.md", "docs/a screen.md"]

it.each([
  ["screen", ["src/screen/screen.ts", "docs/a screen.md"]],
  ["smts", ["src/main.ts"]],
  ["READ", ["README.md"]],
  ["zzz", []],
])("finds files by %j, names before other places", (typed, found) => {
  expect(filesFor(typed, files)).toEqual(found)
})
