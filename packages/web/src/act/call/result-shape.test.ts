import { describe, expect, it } from "vitest"
import { shapeOf } from "./result-shape.ts"

describe("shapeOf", () => {
  it.each([
    ["plain words", { kind: "text", text: "plain words" }],
    ["", { kind: "text", text: "" }],
    ["[not json", { kind: "text", text: "[not json" }],
    ['{"a":1}', { kind: "json", text: '{\n  "a": 1\n}' }],
    ["[1,2]", { kind: "json", text: "[\n  1,\n  2\n]" }],
    ["42", { kind: "text", text: "42" }],
    [
      '[{"a":1,"b":"x"},{"a":2,"c":null}]',
      {
        kind: "table",
        columns: ["a", "b", "c"],
        rows: [
          ["1", "x", ""],
          ["2", "", ""],
        ],
      },
    ],
  ])("of %j is %j", (text, shape) => expect(shapeOf(text)).toEqual(shape))

  it.each(['[{"a":1}]', '[{"a":{}},{"a":{}}]', "[{},{}]", '[{"a":1},[1]]'])("makes no table of %s", (text) => {
    expect(shapeOf(text).kind).toBe("json")
  })

  it("makes no table with too many columns", () => {
    const wide = Object.fromEntries(Array.from({ length: 9 }, (_, place) => [`c${place}`, place]))
    expect(shapeOf(JSON.stringify([wide, wide])).kind).toBe("json")
  })
})
