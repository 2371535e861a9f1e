import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readJson, readOneValue } from "./repair-json.ts"

describe("readJson", () => {
  it.each([
    ["a trailing comma", '{"a": [1, 2,], }', { a: [1, 2] }],
    ["a missing comma", '{"a": "x" "b": 2\n"c": 3}', { a: "x", b: 2, c: 3 }],
    ["a quote too many after the colon", '{"a": ""x.txt", "b": 1}', { a: "x.txt", b: 1 }],
    ["a quote too many at the end", '{"a": "x.txt""}', { a: "x.txt" }],
    ["quotes inside a string", '{"a": "say "hi", then go"}', { a: 'say "hi", then go' }],
    ["a missing brace at the end", '{"a": {"b": [1, "2"]', { a: { b: [1, "2"] } }],
    ["a missing bracket inside", '{"a": ["x", "y"}', { a: ["x", "y"] }],
    ["surplus brackets at the end", '{"a": 1}}]', { a: 1 }],
    ["single quotes", "{'a': 'it\\'s \"x\"'}", { a: 'it\'s "x"' }],
    ["single quotes with an apostrophe", "{'a': 'it's fine'}", { a: "it's fine" }],
    ["curly quotes", "{“a”: “x”}", { a: "x" }],
    ["curly quotes inside a string, which stay", '{"a": "“x”",}', { a: "“x”" }],
    ["names without quotes", "{a: 1, b_c: 2}", { a: 1, b_c: 2 }],
    ["Python's literals", '{"a": True, "b": False, "c": None}', { a: true, b: false, c: null }],
    ["line breaks and tabs in a string", '{"a": "x\n\ty"}', { a: "x\n\ty" }],
    ["backslashes that are not escapes", '{"a": "C:\\Users, \\d+"}', { a: "C:\\Users, \\d+" }],
    ["comments", '{"a": 1, // one\n/* two */ "b": 2}', { a: 1, b: 2 }],
    ["numbers in other spellings", '{"a": +1, "b": .5, "c": 2.}', { a: 1, b: 0.5, c: 2 }],
    ["triple quotes", '{"a": """say "x"\n"""}', { a: 'say "x"\n' }],
  ])("repairs %s", (_what, text, expected) => {
    expect(readOneValue(text)).toEqual(expected)
  })

  it.each([
    ["a missing value", '{"a": }', /a value is missing.*column 7/],
    ["text without quotes", '{"a": read_file}', /the text "read_file" has no quotes/],
    ["a missing colon", '{"a" "b"}', /":" is missing|not closed/],
    ["a string that is not closed", '{"a": "x}', /the string that begins with .* is not closed, at the end/],
    ["two commas", "[1,,2]", /a value is missing/],
    ["text after the value", '{"a": 1} and more', /something after the value/],
    ["nothing", "   ", /no value/],
    ["an invalid number", '{"a": 0123}', /no number/],
    ["NaN", '{"a": NaN}', /"NaN" has no quotes/],
    ["a value nested too deeply", "[".repeat(300) + "]".repeat(300), /nested too deeply/],
    ["a broken value nested too deeply", "[".repeat(300), /nested too deeply/],
  ])("refuses %s, with the reason and the place", (_what, text, reason) => {
    const read = readJson(text)
    expect(read.kind === "broken" ? read.what : read).toMatch(reason)
  })

  it("reports added brackets, and a number that may have been cut", () => {
    expect(readJson('{"a": 1}')).toMatchObject({ added: "nothing" })
    expect(readJson('{"a": "b"')).toMatchObject({ added: "brackets" })
    expect(readJson('{"a": 12')).toMatchObject({ added: "after-number" })
  })

  it("leaves valid JSON unchanged", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        const text = JSON.stringify(value)
        expect(readJson(text)).toEqual({ kind: "read", values: [JSON.parse(text)], added: "nothing" })
      }),
    )
  })

  it("gives the same value with trailing commas", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" }), { minKeys: 1 }),
        (value) => {
          const text = JSON.stringify(value)
          expect(JSON.stringify(readOneValue(`${text.slice(0, -1)},}`))).toBe(text)
          expect(JSON.stringify(readOneValue(text.slice(0, -1)))).toBe(text)
        },
      ),
    )
  })
})
