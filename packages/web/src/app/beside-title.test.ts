// A found session says its title once.
import { expect, it } from "vitest"
import { besideTitle } from "./beside-title.ts"

it.each([
  ["Name my screenshots", "Name my screenshots", ""],
  ["Name my screenshots in this folder", "…my screenshots in…", ""],
  ["Poem", "…a line of the poem about roses", "…a line of the poem about roses"],
  ["Poem", "", ""],
  ["", "only words", "only words"],
])("title %j and place %j: %j", (title, excerpt, shown) => {
  expect(besideTitle(title, excerpt)).toBe(shown)
})
