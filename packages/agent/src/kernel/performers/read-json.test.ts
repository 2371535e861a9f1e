// The quick copy of a call's arguments is what JSON would make of them, or none.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { plainCopy, readJson, written } from "./read-json.ts"

const odd = fc.constantFrom<unknown>(
  undefined,
  -0,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  new Date(0),
  new Map([["a", 1]]),
  "half \ud800",
  "nul \0",
  () => 1,
  Symbol("s"),
  { toJSON: () => "other" },
  Object.assign([1], { toJSON: () => "other" }),
  JSON.parse('{"__proto__":{"a":1}}'),
  { "key \udc00": 1 },
  Object.assign([1], { length: 3 }),
)
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue(),
    odd,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.string({ unit: "binary" }), tie("value"), { maxKeys: 3 }),
  ),
}))

describe("readJson", () => {
  it("gives what JSON writes and reads, in the same order, whether it is copied or written", () => {
    fc.assert(
      fc.property(value, (given) => {
        const quick = plainCopy(given, 0)
        if (quick !== undefined) expect(JSON.stringify(quick)).toBe(JSON.stringify(written(given)))
      }),
      { numRuns: 1000 },
    )
  })

  it("copies plain arguments, so that the adapter can no longer change them", () => {
    const inner = ["b"]
    const copy = readJson({ a: inner, n: 1 })
    inner.push("c")
    expect(copy).toEqual({ a: ["b"], n: 1 })
  })

  it.each([
    ["a list", []],
    ["a text", "x"],
    ["a bigint", { big: 1n }],
    ["a date", new Date(0)],
  ])("takes no %s", (_, given) => expect(readJson(given)).toBeUndefined())

  it("reads what is not plain as JSON has it", () => {
    expect(readJson({ at: new Date(0), not: undefined, zero: -0, half: "\ud800" })).toEqual({
      at: "1970-01-01T00:00:00.000Z",
      zero: 0,
      half: "\uFFFD",
    })
  })
})
