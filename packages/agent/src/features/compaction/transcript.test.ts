import { describe, expect, it } from "vitest"
import { assistant, entriesOf, note, result, textOf, user } from "../../context/__fixtures__/shapes.ts"
import { plainText } from "../../contracts/content.ts"
import { summaryRequest, transcriptOf } from "./transcript.ts"

const told = (messages: Parameters<typeof entriesOf>[0], earlier = "", most = 100_000) =>
  transcriptOf(entriesOf(messages), earlier, most, { textOf })

describe("a transcript", () => {
  it("shows who said and did what, an earlier summary first", () => {
    const messages = [
      user("Go."),
      note("Really."),
      assistant("I go.", ["a", "walk", { to: "x" }]),
      result("a", "there", { name: "walk" }),
    ]
    expect(told(messages, "Before.")).toBe(
      'Summary of what came before:\nBefore.\n\nUser: Go.\n\nAssistant: I go.\n\nAssistant calls walk {"to":"x"}\n\nwalk returned: there',
    )
  })

  it.each([
    { name: "read_file", whole: true },
    { name: "grep", whole: true },
    { name: "fs.list_directory", whole: true },
    { name: "browser__find_text", whole: true },
    { name: "run_command", whole: false },
    { name: "thread", whole: false },
  ])("has results of $name whole: $whole (X5: file reads verbatim)", ({ name, whole }) => {
    const long = `${"x".repeat(2000)}middle${"y".repeat(2000)}`
    const words = told([result("a", long, { name })])
    expect(words.includes(long)).toBe(whole)
    expect(words).toMatch(/^[^ ]+ returned: x+/)
    expect(words).toMatch(/y+$/)
  })

  it("is never longer than its limit, and says how much is missing", () => {
    const words = told([user("a".repeat(5000)), result("b", "c".repeat(5000), { name: "read" })], "", 1000)
    expect(words.length).toBeLessThan(1100)
    expect(words).toMatch(/\d+ characters of the conversation left out/)
  })
})

describe("a request for a summary", () => {
  it("offers no tools, delimits the transcript, and says how long the summary may be", () => {
    const { system, messages, tools } = summaryRequest("User: hello", 300)
    expect(system).toMatch(/At most 300 words\.$/)
    expect(tools).toEqual([])
    expect(messages.map((message) => ("parts" in message ? plainText(message.parts) : ""))).toEqual([
      "<transcript>\nUser: hello\n</transcript>",
    ])
  })

  it.each([
    { focus: "the prices", end: "Dwell on this above all: the prices" },
    { focus: "  ", end: "At most 300 words." },
    { focus: undefined, end: "At most 300 words." },
  ])("emphasises $focus", ({ focus, end }) => {
    expect(summaryRequest("x", 300, focus).system.endsWith(end)).toBe(true)
  })
})
