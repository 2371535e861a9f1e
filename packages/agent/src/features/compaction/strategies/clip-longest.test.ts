import { describe, expect, it } from "vitest"
import { assistant, need, result, shape, user, words } from "../../../context/__fixtures__/shapes.ts"
import { plainText } from "../../../contracts/content.ts"
import { fits } from "../shape.ts"
import { clipLongest } from "./clip-longest.ts"

describe("clipLongest", () => {
  it("shortens the longest first, and leaves the rest unchanged", () => {
    const given = shape([user("short"), user(words(50)), user(words(3000)), user(words(2000))])
    const now = clipLongest().apply(given, need(given, { target: 1000 }))
    expect([...now.masks.keys()]).toEqual([2, 3])
    expect(fits(now, need(given, { target: 1000 }))).toBe(true)
    for (const { parts } of now.masks.values())
      expect(plainText(parts)).toMatch(/\d+ characters left out to fit the model's window/)
  })

  it.each([200, 400, 800, 1600])("fits %i tokens with results, answers and messages of any length", (target) => {
    const given = shape([
      user(words(900)),
      assistant(words(500), ["a", "t", { text: words(700) }]),
      result("a", words(5000)),
      assistant(words(30)),
      user("and?"),
    ])
    const now = clipLongest().apply(given, need(given, { target }))
    expect(now.entries).toBe(given.entries)
    expect(need(given).weigh(now)).toBeLessThanOrEqual(Math.max(target, 5 * 60 + 60))
  })

  it("shortens the arguments of calls together with the text", () => {
    const given = shape([user("x"), assistant(words(100), ["a", "write", { text: "y ".repeat(2000) }])])
    const { masks } = clipLongest().apply(given, need(given, { target: 200 }))
    expect(masks.get(1)?.args).toBeGreaterThanOrEqual(40)
    expect(masks.get(1)?.args).toBeLessThan(1000)
  })

  it("leaves what fits unchanged", () => {
    const given = shape([user(words(20))])
    expect(clipLongest().apply(given, need(given))).toBe(given)
  })
})
