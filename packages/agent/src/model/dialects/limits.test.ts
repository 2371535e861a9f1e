// Parsing takes time proportional to the length of an answer, whatever it contains and however it is split. Without that,
// each of these cases would take minutes.
import { describe, expect, it } from "vitest"
import { CORPUS_DIALECTS, parseAnswer } from "./__fixtures__/corpus.ts"

const LENGTH = 100_000

const HUGE: readonly (readonly [string, string])[] = [
  ["less-than signs", "<"],
  ["opening brackets", "["],
  ["opening braces", "{"],
  ["backticks", "`"],
  ["backticks before tags", "`<tool>x"],
  ["quotes", '"'],
  ["spaces", " "],
  ["line breaks", "\n"],
  ["opening tags", "<tool>"],
  ["closing tags", "</tool>"],
  ["unclosed calls", '<tool>{"a":"b</tool>\n'],
  ["calls that are broken and closed", '<tool>{"a</tool>\n<tool>{"b":1}</tool>'],
  ["opening thoughts", "<think>"],
  ["fences", "```\n"],
  ["fenced objects", "```json\n{"],
  ["unclosed calls in brackets", "[a.b(x="],
  ["tokens", "<|tool_call_start|>"],
  ["lines of calls", 'Tool: a.b\nArguments: {"x": "\n'],
  ["unclosed objects", '{"a'],
  ["opening elements", "<tool><a>"],
]

describe.each(CORPUS_DIALECTS)("%s parses in linear time", (dialect) => {
  it.each(HUGE)("for many %s", (_what, fragment) => {
    const input = fragment.repeat(Math.ceil(LENGTH / fragment.length))
    const whole = parseAnswer(dialect, [input])
    const bits = parseAnswer(dialect, input)
    expect(bits.text === whole.text).toBe(true)
    expect(bits.problems).toEqual(whole.problems)
  })

  it("for brackets that close nothing", () => {
    const input = `${dialect === "hermes" ? "<tool_call>" : "<tool>"}{"a": ${"[".repeat(LENGTH)}${")".repeat(LENGTH)}${"}".repeat(LENGTH)}`
    expect(parseAnswer(dialect, input)).toEqual(parseAnswer(dialect, [input]))
  })

  it("for a long text, one character at a time", () => {
    const input = "A sentence of <b>plain</b> prose & more. ".repeat(LENGTH / 20)
    expect(parseAnswer(dialect, input).text === input).toBe(true)
  })
})

describe("a call of more than 10 MB", () => {
  const long = "x".repeat(1024 * 1024)

  function* pieces(open: string, close: string): Generator<string> {
    yield open
    for (let megabytes = 0; megabytes < 11; megabytes++) yield long
    yield close
    yield "The end."
  }

  it.each([
    ["xml", "<tool><tool_name>a</tool_name><arguments><x>", "</x></arguments></tool>", "The end."],
    ["xml-json", '<tool>{"tool_name": "a", "arguments": {"x": "', '"}}</tool>', "The end."],
    ["hermes", '<tool_call>{"name": "a", "arguments": {"x": "', '"}}</tool_call>', "The end."],
  ])("is a problem in %s, and the text after it is parsed", (dialect, open, close, text) => {
    const read = parseAnswer(dialect, pieces(open, close))
    expect(read.calls).toEqual([])
    expect(read.problems.map(({ code }) => code)).toEqual(["unclosed"])
    expect(read.problems[0]?.message).toMatch(/more than 10 MB/)
    expect(read.text).toBe(text)
  })

  it.each([
    ["bracket", '[a.b(x="', '")]'],
    ["pythonic", 'Tool: a.b\nArguments: {"x": "', '"}\n'],
    ["structured", '{"tool": "a", "arguments": {"x": "', '"}}'],
  ])("is a problem in %s", (dialect, open, close) => {
    const read = parseAnswer(dialect, pieces(open, close))
    expect(read.calls).toEqual([])
    expect(read.problems.some(({ code }) => code === "unclosed")).toBe(true)
  })
})
