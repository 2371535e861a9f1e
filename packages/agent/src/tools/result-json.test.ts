import { describe, expect, it } from "vitest"
import { resultJson } from "./result-json.ts"
import { ToolFailure } from "./tool.ts"

const shared = { city: "Bremen" }

describe("a result is written as JSON", () => {
  it.each<readonly [string, unknown, string]>([
    [
      "with dates as ISO texts",
      { at: new Date(0), all: [new Date(1)] },
      '{"at":"1970-01-01T00:00:00.000Z","all":["1970-01-01T00:00:00.001Z"]}',
    ],
    ["without undefined fields", { a: undefined, b: { c: undefined } }, '{"b":{}}'],
    ["with what its objects return from toJSON", { at: new URL("https://a.example/") }, '{"at":"https://a.example/"}'],
    [
      "with an object that it names twice",
      { from: shared, to: [shared, shared] },
      '{"from":{"city":"Bremen"},"to":[{"city":"Bremen"},{"city":"Bremen"}]}',
    ],
    [
      "with the fields of a class, and without its methods",
      new (class Order {
        id = 7
        pay() {}
      })(),
      '{"id":7}',
    ],
    ["without a prototype", Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ["when it is a number", 5, "5"],
    ["when it is null", null, "null"],
  ])("%s", (_, value, json) => {
    expect(resultJson(value)).toBe(json)
  })
})

const cyclic: { readonly items: unknown[] } = { items: [] }
cyclic.items.push({ parent: cyclic.items })

describe("a result is refused, with the place and what to return", () => {
  it.each<readonly [string, unknown, string, string]>([
    ["a map", { totals: new Map() }, "result.totals is a Map", "Object.fromEntries(map)"],
    ["a set", [1, new Set()], "result[1] is a Set", "[...set]"],
    ["a bigint", { rows: [{}, { id: 1n }] }, "result.rows[1].id is a bigint", "String(value)"],
    ["a function", { a: { "b c": () => 1 } }, 'result.a["b c"] is a function', "what it returns"],
    ["a symbol", Symbol("s"), "result is a symbol", "a text"],
    ["a promise that was not awaited", { page: Promise.resolve(1) }, "result.page is a promise", "await it"],
    ["an error", { why: new Error("e") }, "result.why is an error", "throw it"],
    ["a regular expression", /a/, "result is a regular expression", "String(value)"],
    ["a response", { page: new Response("x") }, "result.page is a Response", "response.json()"],
    ["bytes", { image: new Uint8Array(2) }, "result.image is bytes", "base64"],
    ["a buffer", Buffer.from("x"), "result is bytes", "base64"],
    ["a stream", (async function* () {})(), "result is a stream of values", "a list of them"],
    ["a generator", { rows: (function* () {})() }, "result.rows is an iterator", "a list of its values"],
    ["an iterator", [1][Symbol.iterator](), "result is an iterator", "a list of its values"],
    ["no number", { share: 0 / 0 }, "result.share is no number (NaN or infinite)", "null or a text"],
    ["no date", [new Date("?")], "result[0] is a date that does not exist", "null or a text"],
    ["a cycle", cyclic, "result.items[0].parent is result.items again, in a cycle", "leave it out"],
  ])("for %s", (_, value, place, instead) => {
    const failure = thrownBy(() => resultJson(value))
    expect(failure).toBeInstanceOf(ToolFailure)
    expect(failure).toMatchObject({ code: "result-invalid", message: expect.stringContaining(`shown: ${place}. `) })
    expect(String(failure)).toContain(instead)
  })
})

function thrownBy(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}
