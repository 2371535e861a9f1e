// The size of a schema is counted only until a limit is passed.
import { describe, expect, it } from "vitest"
import type { Json, JsonObject } from "../contracts/json.ts"
import { MAX_CHARS, MAX_DEPTH, MAX_VALUES, sizeOf, tooLarge } from "./schema-size.ts"

/** Counts every access to a property of the schema. */
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

describe("schema size", () => {
  it("sizeOf counts values, objects, characters and levels", () => {
    expect(sizeOf({ type: "object", properties: { a: { enum: ["x", "y"] } } })).toEqual({
      values: 7,
      objects: 3,
      chars: "typeobjectpropertiesaenumxy".length,
      depth: 5,
    })
  })

  it.each<[string, JsonObject, RegExp | undefined]>([
    ["an ordinary schema", { type: "object", properties: { a: { type: "string" } } }, undefined],
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
  ])("tooLarge judges %s", (_, schema, said) => {
    if (said === undefined) expect(tooLarge(schema)).toBeUndefined()
    else expect(tooLarge(schema)).toMatch(said)
  })

  it.each([
    { properties: { a: { enum: list(1_000_000) } } },
    { anyOf: Array.from({ length: 300_000 }, () => ({ a: {} })) },
  ])("tooLarge does bounded work, however large the schema is", (schema) => {
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

it("the limits of schemas fit a model's window", () => {
  expect([MAX_VALUES, MAX_CHARS, MAX_DEPTH]).toEqual([20_000, 400_000, 100])
})
