// A menu stays inside of the window.
import { expect, it } from "vitest"
import { shiftInside } from "./shift-inside.ts"

it.each([
  ["is inside", { left: 20, right: 300 }, 0],
  ["sticks out at the right", { left: 120, right: 400 }, -48],
  ["sticks out at the left", { left: -30, right: 200 }, 38],
  ["is wider than the window", { left: 40, right: 500 }, -32],
])("what %s is moved: %j by %i", (_, place, shift) => {
  expect(shiftInside(place, 360)).toBe(shift)
})
