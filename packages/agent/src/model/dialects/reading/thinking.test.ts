// Thinking and text that only looks like it, in every dialect and in any pieces: nothing is lost, and nothing leaks.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseAnswer } from "../__fixtures__/corpus.ts"

const TAGGED = ["xml", "xml-json", "bracket", "pythonic", "hermes"] as const
const CALL = '<tool>{"tool_name": "a", "arguments": {}}</tool>'

function hearInAnyPieces(dialect: (typeof TAGGED)[number] | "native", input: string) {
  const whole = parseAnswer(dialect, [input])
  expect(whole.told).toBe(whole.text)
  expect(parseAnswer(dialect, input.split(""))).toEqual(whole)
  for (let place = 1; place < input.length; place++)
    expect(parseAnswer(dialect, [input.slice(0, place), input.slice(place)])).toEqual(whole)
  return whole
}

describe.each(TAGGED)("thinking in %s:", (dialect) => {
  it.each([
    ["a sentence", "HTML has no <thinking> tag. Use <details> instead."],
    ["a list", "- <thinking> is none\n- <details> is one"],
    ["two sentences", "No <think> here 😀.\nAnd no <THINKING> there."],
  ])("an unclosed tag that %s only mentions is text", (_what, input) => {
    expect(hearInAnyPieces(dialect, input)).toMatchObject({ text: input, thinking: "", problems: [] })
  })

  it.each([
    ["at the start", " <think>still going", "", "still going"],
    ["at the start of a line", "Well.\n  <thinking>still going", "Well.\n  ", "still going"],
    ["after a mentioned tag", "No <think> tag.\n<think>hm", "No <think> tag.\n", "hm"],
  ])("an unclosed tag %s is thinking", (_what, input, text, thinking) => {
    expect(hearInAnyPieces(dialect, input)).toMatchObject({ text, thinking })
  })

  it.each([
    ["in the middle of a line", "Sure. <think>hm</think>It is 4.", "Sure. It is 4.", "hm"],
    [
      "inside thinking",
      "<think>plan: <think>secret</think> still thinking</think>The answer is 4.",
      "The answer is 4.",
      "plan: <think>secret</think> still thinking",
    ],
    [
      "inside thinking in the middle of a line",
      "So <think>a<think>b</think>c</think>4.",
      "So 4.",
      "a<think>b</think>c",
    ],
    ["that mentions a tag", "<think>about the <think> tag</think>It is 4.", "It is 4.", "about the <think> tag"],
    ["after thinking that mentions a tag", "<think>a <think> b</think>c\n<think>d</think>e", "c\ne", "a <think> bd"],
    ["after a mentioned tag in the same line", "No <think> tag. <think>hm</think>So.", "No <think> tag. So.", "hm"],
  ])("thinking %s is separated from text", (_what, input, text, thinking) => {
    expect(hearInAnyPieces(dialect, input)).toMatchObject({ text, thinking, problems: [] })
  })

  it("any tags give the same result in any pieces, and no word is lost", () => {
    const part = fc.constantFrom("<think>", "</think>", "<THINKING>", "</thinking>", "a ", "b", "\n", "😀", "<th")
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (parts, size) => {
        const input = parts.join("")
        const whole = parseAnswer(dialect, [input])
        const pieces = Array.from({ length: Math.ceil(input.length / size) }, (_, at) =>
          input.slice(at * size, (at + 1) * size),
        )
        expect(parseAnswer(dialect, pieces)).toEqual(whole)
        const words = (text: string) => text.replaceAll(/[^ab]/g, "").length
        const untagged = input.replaceAll(/<\/?think(?:ing)?>/gi, "")
        const heard = (whole.text + whole.thinking).replaceAll(/<\/?think(?:ing)?>/gi, "")
        expect(words(heard)).toBe(words(untagged))
      }),
      { numRuns: 300 },
    )
  })
})

it("a call after a mentioned thinking tag is made", () => {
  const { text, calls } = hearInAnyPieces("xml", `HTML has no <thinking> tag. ${CALL}`)
  expect({ text, calls }).toMatchObject({ text: "HTML has no <thinking> tag. ", calls: [{ name: "a" }] })
})

it("nested thinking of a native model does not leak into the text", () => {
  const nested = "<think>plan: <think>secret</think> still thinking</think>The answer is 4."
  expect(hearInAnyPieces("native", nested)).toMatchObject({ text: "The answer is 4." })
  const spokenOf = "<think>about the <think> tag</think>It is 4."
  expect(hearInAnyPieces("native", spokenOf)).toMatchObject({ text: "It is 4.", thinking: "about the <think> tag" })
})

it.each(["a <think> b ", "<think>a <think> b</think> c\n", "<think>a<think>"])(
  "parses repeated %j in linear time",
  (tags) => {
    const input = tags.repeat(20_000)
    const { text, thinking, problems } = parseAnswer("xml", [input])
    expect(problems).toEqual([])
    expect((text + thinking).replaceAll(/[^abc]/g, "").length).toBe(input.replaceAll(/<[^>]*>|[^abc]/g, "").length)
  },
)
