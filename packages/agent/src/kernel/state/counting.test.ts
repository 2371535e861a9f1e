import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { text } from "../../contracts/content.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import { again, countOf, digestOf, isRepeated, signatureOf, withCall } from "./counting.ts"
import type { RecentCall } from "./state.ts"

const call = (name: string, args: JsonObject) => signatureOf({ name, arguments: args })

/** The same value with the keys of every object in reverse order. */
function reversed(value: Json): Json {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(reversed)
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reversed(each)]),
  )
}

describe("a call's signature", () => {
  it("is the same for any order of keys, and survives JSON", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (given) => {
        const args = given as JsonObject
        expect(call("t", reversed(args) as JsonObject)).toBe(call("t", args))
        expect(call("t", JSON.parse(JSON.stringify(args)) as JsonObject)).toBe(call("t", args))
      }),
    )
  })

  it("is the JSON with the keys in order, whether or not they are already", () => {
    expect(call("t", { a: 1, b: null, c: "x" })).toBe('t {"a":1,"b":null,"c":"x"}')
    expect(call("t", { c: "x", b: { z: 1, y: [{ q: 1, p: 2 }] }, a: 1 })).toBe(
      't {"a":1,"b":{"y":[{"p":2,"q":1}],"z":1},"c":"x"}',
    )
  })

  it.each<[JsonObject, JsonObject]>([
    [{ a: 1 }, { a: "1" }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: null }, {}],
    [{ path: `${"x".repeat(500)}a` }, { path: `${"x".repeat(500)}b` }],
  ])("differs for %j and %j", (one, other) => {
    expect(call("t", one)).not.toBe(call("t", other))
  })

  it("differs for different tools, and stays short for any arguments", () => {
    expect(call("a", {})).not.toBe(call("b", {}))
    expect(call("write", { content: "x".repeat(1_000_000) }).length).toBeLessThan(200)
  })
})

describe("a result's digest", () => {
  it.each([
    ["a", "b"],
    ["a", "aa"],
    [`${"x".repeat(5000)}a`, `${"x".repeat(5000)}b`],
    [`a${"x".repeat(5000)}`, `b${"x".repeat(5000)}`],
  ])("differs for different results", (one, other) => {
    expect(digestOf([text(one)])).not.toBe(digestOf([text(other)]))
  })

  it("of a short result is the result itself, of a long one a few characters", () => {
    expect(digestOf([text("found nothing")])).toBe("found nothing")
    expect(digestOf([text("x".repeat(1000))])).toHaveLength(1000)
    expect(digestOf([text("x".repeat(1001))]).length).toBeLessThan(30)
  })

  it("distinguishes bytes by their hash", () => {
    const blob = (hash: string) => ({ type: "blob", hash, mime: "image/png", size: 1 }) as const
    expect(digestOf([blob("a")])).not.toBe(digestOf([blob("b")]))
    expect(digestOf([blob("a")])).toBe(digestOf([blob("a")]))
  })
})

describe("recent calls", () => {
  const made = (recent: readonly RecentCall[], signature: string, result = "r", before = 0, changes = before) =>
    withCall(recent, { signature, result, before, changes })

  it("count how often a call was made since the last change, and how often with the same result", () => {
    const twice = made(made([], "a"), "a")
    expect(twice).toEqual([{ signature: "a", made: 2, inVain: 2, result: "r", changes: 0 }])
    expect(made(twice, "a", "new")).toMatchObject([{ made: 3, inVain: 1, result: "new" }])
    expect(made(twice, "a", "r", 1)).toMatchObject([{ made: 1, inVain: 1, changes: 1 }])
  })

  it("hold the newest 32, newest last", () => {
    const names = Array.from({ length: 40 }, (_, index) => `call ${index}`)
    const recent = names.reduce((all: readonly RecentCall[], name) => made(all, name), [])
    expect(recent.map(({ signature }) => signature)).toEqual(names.slice(-32))
    expect(made(recent, "call 10").at(-1)).toMatchObject({ signature: "call 10", made: 2 })
    expect(made(recent, "call 10")).toHaveLength(32)
  })

  it("are repeated once any of them was made so often", () => {
    const recent = made(made(made([], "a"), "b"), "a")
    expect([0, 1, 2, 3].map((times) => isRepeated(recent, times))).toEqual([true, true, true, false])
    expect([0, 1].map((times) => isRepeated([], times))).toEqual([true, false])
  })
})

it("again counts an error while it stays the same", () => {
  const first = again({ key: "", times: 0 }, "a")
  expect(again(first, "a")).toEqual({ key: "a", times: 2 })
  expect(again(again(first, "a"), "b")).toEqual({ key: "b", times: 1 })
})

it.each(["constructor", "__proto__", "toString"])("countOf is 0 for %s before anything was counted", (name) => {
  expect(countOf({}, name)).toBe(0)
  expect(countOf({ ...{ [name]: 2 } }, name)).toBe(2)
})
