// Data in the text of an answer: what is found and repaired, and what is not.
import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../contracts/json.ts"
import { readOutput } from "./read-output.ts"

const ORDER: JsonObject = { type: "object", required: ["order"], properties: { order: { type: "integer" } } }
const NOTED: JsonObject = {
  ...ORDER,
  properties: {
    order: { type: "integer" },
    note: { type: "string" },
    kind: { enum: ["a", "b"] },
    any: {},
    on: { anyOf: [{ type: "string" }, { type: "null" }] },
  },
}
const LIST: JsonObject = { type: "array", items: { type: "integer" } }

describe("readOutput", () => {
  it.each<[string, JsonObject, unknown, string]>([
    ['{"order": 1}', ORDER, { order: 1 }, '{"order": 1}'],
    ['  {"order": 1}\n', ORDER, { order: 1 }, '{"order": 1}'],
    ['```\n{"order": 1}\n```', ORDER, { order: 1 }, '{"order": 1}'],
    ['First ```json\n{"order": "no"}\n``` then ```json\n{"order": 2}\n```', ORDER, { order: 2 }, '{"order": 2}'],
    ['Sure {as asked}:\n{"order": 3}', ORDER, { order: 3 }, '{"order": 3}'],
    ["{'order': 4}", ORDER, { order: 4 }, '{"order":4}'],
    ['{"order": "5"}', ORDER, { order: 5 }, '{"order":5}'],
    ["The numbers: [1, 2]", LIST, [1, 2], "[1, 2]"],
    ['{"value": [1]}', LIST, [1], "[1]"],
    ['{"order": 1, "note": null}', NOTED, { order: 1 }, '{"order":1}'],
    ['{"order": "1", "note": null}', NOTED, { order: 1 }, '{"order":1}'],
    ['{"order": 1, "kind": null, "any": null}', NOTED, { order: 1, any: null }, '{"order":1,"any":null}'],
    ['{"order": 1, "on": null}', NOTED, { order: 1, on: null }, '{"order": 1, "on": null}'],
    ['[{"order": 1, "note": null}]', { type: "array", items: NOTED }, [{ order: 1 }], '[{"order":1}]'],
    ["null", { type: "null" }, null, "null"],
    ["blue", { enum: ["red", "blue"] }, "blue", '"blue"'],
    ['"blue"', { enum: ["red", "blue"] }, "blue", '"blue"'],
    ["One line.\nAnother.", { type: "string" }, "One line.\nAnother.", '"One line.\\nAnother."'],
  ])("reads %j", (text, schema, value, written) => {
    expect(readOutput(text, schema)).toEqual({ ok: true, value, text: written })
  })

  it.each<[string, JsonObject, readonly unknown[]]>([
    ["", ORDER, ["it is empty"]],
    ["I do not know.", ORDER, ["it is not JSON"]],
    ['{"order": null}', ORDER, [expect.stringMatching(/^order: must be integer, and is null/)]],
    ["{}", ORDER, [expect.stringMatching(/order/)]],
    ['{"order": 1.5}', ORDER, [expect.stringMatching(/^order: must be integer/)]],
    ["[1, 2", ORDER, [expect.stringMatching(/object/)]],
    ["green", { enum: ["red", "blue"] }, ["it is not JSON"]],
  ])("refuses %j", (text, schema, problems) => {
    expect(readOutput(text, schema)).toEqual({ ok: false, problems })
  })

  it("names at most ten problems", () => {
    const read = readOutput(JSON.stringify(Array(50).fill("x")), LIST)
    expect(read.ok === false && read.problems).toHaveLength(10)
  })
})
