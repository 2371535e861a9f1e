// Sizes are counted, and no further than they matter.
import { describe, expect, it } from "vitest"
import type { Json, JsonObject } from "../contracts/json.ts"
import { MAX_CHARS, MAX_DEPTH, MAX_VALUES, sizeOf, tooLarge } from "./schema-size.ts"

/** Counts how often anything in it was looked at. */
function watched(schema: JsonObject, count: () => void): JsonObject {
  return new Proxy(schema, {
    get(target, key) {
      count()
      const value = Reflect.get(target, key) as Json
      return typeof value === "object" && value !== null ? watched(value as JsonObject, count) : value
    },
  })
}

function list(length: number): readonly string[] {
  return Array.from({ length }, (_, at) => `value ${at}`)
}

describe("the size of a schema", () => {
  it("is what it holds", () => {
    expect(sizeOf({ type: "object", properties: { a: { enum: ["x", "y"] } } })).toEqual({
      values: 7,
      objects: 3,
      chars: "typeobjectpropertiesaenumxy".length,
      depth: 5,
    })
  })

  it.each<[string, JsonObject, RegExp | undefined]>([
    ["an ordinary one", { type: "object", properties: { a: { type: "string" } } }, undefined],
    ["5,000 names to choose from", { properties: { a: { enum: list(5000) } } }, undefined],
    ["60,000 names to choose from", { properties: { a: { enum: list(60_000) } } }, /more than 20000 values/],
    ["10 MB of words", { properties: { a: { description: "x".repeat(10_000_000) } } }, /more than 400000 characters/],
    ["a name of 10 MB", { properties: { ["x".repeat(10_000_000)]: {} } }, /more than 400000 characters/],
    [
      "100,000 properties",
      { properties: Object.fromEntries(list(100_000).map((name) => [name, {}])) },
      /more than 20000 values/,
    ],
    ["200 levels", nested(200), /more than 100 levels deep/],
    ["200,000 levels, which no call stack holds", nested(200_000), /more than 100 levels deep/],
  ])("of %s is judged", (_, schema, said) => {
    if (said === undefined) expect(tooLarge(schema)).toBeUndefined()
    else expect(tooLarge(schema)).toMatch(said)
  })

  it.each([
    { properties: { a: { enum: list(1_000_000) } } },
    { anyOf: Array.from({ length: 300_000 }, () => ({ a: {} })) },
  ])("is found in bounded work, however large it is", (schema) => {
    let looks = 0
    tooLarge(watched(schema as JsonObject, () => (looks += 1)))
    expect(looks).toBeLessThan(3 * MAX_VALUES)
  })
})

function nested(levels: number): JsonObject {
  let inner: JsonObject = { type: "string" }
  for (let level = 0; level < levels; level++) inner = { not: inner }
  return inner
}

it("has limits that a model's window has too", () => {
  expect([MAX_VALUES, MAX_CHARS, MAX_DEPTH]).toEqual([20_000, 400_000, 100])
})
