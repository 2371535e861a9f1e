import { describe, expect, it } from "vitest"
import { jsonInText } from "./json-in-text.ts"
import type { JsonType } from "./repair.ts"

describe("jsonInText", () => {
  it.each<[string, JsonType, unknown]>([
    ["[1, 2]", "array", [1, 2]],
    [' {"a": {"b": null}}\n', "object", { a: { b: null } }],
    ["[]", "array", []],
  ])("takes %j as the %s %j", (text, wanted, value) => {
    expect(jsonInText(text, new Set([wanted]))).toEqual(value)
  })

  it.each<[string, JsonType]>([
    ["[1, 2", "array"],
    ["{a: 1}", "object"],
    ["[1]", "object"],
    ["{}", "array"],
    ["null", "null"],
    ["a.txt", "array"],
    ["", "object"],
  ])("leaves %j unchanged where an %s is wanted", (text, wanted) => {
    expect(jsonInText(text, new Set([wanted]))).toBeUndefined()
  })
})
