import { describe, expect, it } from "vitest"
import { parseAnswer } from "./__fixtures__/corpus.ts"
import { native } from "./native.ts"

describe("the native dialect", () => {
  it.each([
    ["plain text", " Hello <b> & [a.b(c=1)] <tool>{}</tool>", " Hello <b> & [a.b(c=1)] <tool>{}</tool>", ""],
    ["thinking first", "<think>\nhm\n</think>\n\nIt is 4.", "It is 4.", "\nhm\n"],
    ["thinking tags in another case", "\n<THINKING>a</Thinking>b", "b", "a"],
    ["two thoughts in a row", "<think>a</think>\n<think>b</think>c", "c", "ab"],
    ["unclosed thinking", "<think>still at it", "", "still at it"],
    ["a tag in the text, which stays", "Use <think> here </think>.", "Use <think> here </think>.", ""],
    ["a tag that closes nothing, which stays", "</think>So.", "</think>So.", ""],
    ["an unknown tag", "<thin ice>", "<thin ice>", ""],
    ["nothing but space", "  \n ", "  \n ", ""],
    ["nothing", "", "", ""],
  ])("separates %s in any pieces", (_what, input, text, thinking) => {
    const expected = { text, told: text, thinking, calls: [], problems: [] }
    expect(parseAnswer("native", [input])).toEqual(expected)
    expect(parseAnswer("native", input.split(""))).toEqual(expected)
    for (let place = 0; place < input.length; place++) {
      expect(parseAnswer("native", [input.slice(0, place), input.slice(place)])).toEqual(expected)
    }
  })

  it("leaves a request unchanged", () => {
    const request = { system: "s", messages: [], tools: [], blobs: new Map() }
    expect(native().write(request, { jsonSchema: true })).toBe(request)
  })
})
