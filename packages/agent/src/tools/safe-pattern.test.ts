import { describe, expect, it } from "vitest"
import { schemaChecker } from "./json-schema.ts"
import { carefulRegExp, endlessPatternIn, maxCharsFor } from "./safe-pattern.ts"

describe("an untrusted pattern", () => {
  it.each([
    "^(a+)+$",
    "^(a*)*$",
    "(a+){2,}",
    "^((ab)*)*$",
    "^(a|a)*$",
    "^(a|ab)*$",
    "^(\\w|\\d)+$",
    "^([a-z]|[x-z0-9])+$",
    "^(a|)*$",
    "^(.*a){20}$",
    "^(\\w+\\s?)*$",
    "^([\\w.]+\\.)+$",
    "^(?:(?:a+)b?)+$",
    "^(?=(a+)+$)x",
    "(a)\\1",
    "(?<x>a)\\k<x>",
    "^a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaaaaaa$",
    "^(a",
  ])("is not run when it may take exponential time: %s", (pattern) => {
    expect(maxCharsFor(pattern)).toBe(0)
  })

  it.each([
    ["^[a-z]+$", 10_000],
    ["^\\d{4}-\\d{2}-\\d{2}$", 10_000],
    ["^(GET|POST|PUT)$", 10_000],
    ["^#[0-9a-fA-F]{6}$", 10_000],
    ["^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$", 10_000],
    ["^(\\d{1,3}\\.){3}\\d{1,3}$", 10_000],
    ["^[a-z0-9]+(?:-[a-z0-9]+)*$", 300],
    ["^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", 300],
    ["\\S", 10_000],
    ["^(?:a|b|\\d)+$", 10_000],
    ["^\\p{Lu}[\\p{L} '-]*$", 10_000],
    ["^/", 10_000],
  ])("is run when it is quick: %s, on at least %i characters", (pattern, most) => {
    expect(maxCharsFor(pattern)).toBeGreaterThanOrEqual(most)
  })

  it.each([
    ["^a*b", 10_000],
    ["a*b", 5477],
    ["^a*a*a*b", 310],
    ["a*a*a*b", 74],
    ["^[ab]{0,100}(c|d)?$", 10_000],
  ])("with several loops is run on short texts only: %s on up to %i characters", (pattern, most) => {
    expect(maxCharsFor(pattern)).toBe(most)
    expect(carefulRegExp(pattern, "u").test("a".repeat(most + 1))).toBe(true)
  })

  it("in a schema is skipped, and the schema's other patterns are checked", () => {
    const check = schemaChecker({
      type: "object",
      properties: { bad: { type: "string", pattern: "^(a+)+$" }, day: { type: "string", pattern: "^\\d{4}$" } },
      patternProperties: { "^(x+)+$": { type: "number" } },
    })
    expect(check({ bad: `${"a".repeat(40)}!`, day: "2026", [`${"x".repeat(40)}!`]: 1 })).toEqual([])
    expect(check({ day: "late" })).toEqual(['day: must match pattern "^\\d{4}$"'])
    expect(check({ day: "x".repeat(20_000) })).toEqual([])
  })
})

describe("a pattern without an end in a schema", () => {
  it.each([
    [{ type: "string", pattern: "^(a+)+$" }, "^(a+)+$"],
    [{ type: "object", properties: { code: { anyOf: [{ pattern: "^(a|ab)*$" }] } } }, "^(a|ab)*$"],
    [{ type: "object", patternProperties: { "^(x*)*$": {} } }, "^(x*)*$"],
    [{ $defs: { a: { items: { pattern: "^(\\w+\\s?)*$" } } } }, "^(\\w+\\s?)*$"],
    // Addresses, as zod writes their pattern: it is long, and it ends.
    [{ pattern: "^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\\.){3}[0-9]+$" }, undefined],
    [{ type: "object", properties: { pattern: { type: "string", const: { pattern: "(a+)+" } } } }, undefined],
    [{ pattern: "(a)\\1" }, undefined],
  ])("is found wherever it stands: %j", (schema, found) => {
    expect(endlessPatternIn(schema)).toBe(found)
  })
})
