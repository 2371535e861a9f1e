// What a preview says above its diff.
import { expect, it } from "vitest"
import { titleWords } from "./title-words.ts"

it.each([
  ["Create big.txt", "Create big.txt"],
  ["Edit a folder/poem.txt", "Edit a folder/poem.txt"],
  ["Refund order 42", "Refund order 42"],
  ["constructor x", "constructor x"],
  ["Edit a\u202eb", "Edit a\\u202eb"],
])("%j is said as %j", (title, words) => {
  expect(titleWords(title)).toBe(words)
})
