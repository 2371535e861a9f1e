// What a person types into a plugin's setting, as the value that is sent.
import { expect, it } from "vitest"
import { textOf, typedValue } from "./plugin.ts"

it.each([
  ["hello", "old", "hello"],
  ["42", "old", "42"],
  ["42", 7, 42],
  ["true", false, true],
  ['["a", "b"]', ["a"], ["a", "b"]],
  ["forty-two", 7, "forty-two"],
  ["42", undefined, 42],
  ["true", undefined, true],
  ["hello", undefined, "hello"],
  ["{broken}", undefined, "{broken}"],
  ["0123", null, "0123"],
] as const)("%j in the place of %j is sent as %j", (text, now, value) => {
  expect(typedValue(text, now)).toEqual(value)
})

it.each([
  [undefined, ""],
  [null, ""],
  ["words", "words"],
  [7, "7"],
  [["a"], '["a"]'],
] as const)("%j is shown as %j", (value, text) => {
  expect(textOf(value)).toBe(text)
})
