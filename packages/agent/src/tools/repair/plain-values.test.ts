import { describe, expect, it } from "vitest"
import { plainValue } from "./plain-values.ts"
import type { JsonType } from "./repair.ts"

const meant = (text: string, ...wanted: JsonType[]) => plainValue(text, new Set(wanted))

describe("plainValue", () => {
  it.each<[string, JsonType, unknown]>([
    ["5", "number", 5],
    [" -1.5e3 ", "number", -1500],
    ["0", "number", 0],
    ["true", "boolean", true],
    ["False", "boolean", false],
  ])("takes %j as the %s %j", (text, wanted, value) => {
    expect(meant(text, wanted)).toBe(value)
  })

  it.each<[string, JsonType]>([
    ["", "number"],
    ["five", "number"],
    ["0x10", "number"],
    ["1_000", "number"],
    ["007", "number"],
    ["5 apples", "number"],
    ["Infinity", "number"],
    // Too large for an exact number: most likely an id.
    ["12345678901234567890", "number"],
    ["1e999", "number"],
    ["yes", "boolean"],
    ["1", "boolean"],
    ["true", "number"],
    ["5", "array"],
  ])("leaves %j unchanged where a %s is wanted", (text, wanted) => {
    expect(meant(text, wanted)).toBeUndefined()
  })
})
