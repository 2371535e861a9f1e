// The arguments of a prompt as they are typed.
import { expect, it } from "vitest"
import { filled } from "./prompt-arguments.ts"

const blank = (name: string, required = false) => ({ name, required })

it.each([
  ["", [blank("city")], {}],
  ["Bern in spring", [blank("city")], { city: "Bern in spring" }],
  ["Bern", [blank("style"), blank("city", true)], { city: "Bern" }],
  ["Bern", [blank("style"), blank("city")], {}],
  ['city="New York" style=short', [blank("style"), blank("city")], { city: "New York", style: "short" }],
  ["city='La Paz'", [blank("city")], { city: "La Paz" }],
])("%j", (rest, blanks, expected) => {
  expect(filled(rest, blanks)).toEqual(expected)
})
