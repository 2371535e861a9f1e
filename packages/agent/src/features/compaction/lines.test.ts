import { describe, expect, it } from "vitest"
import { assistant, entriesOf, note, result, textOf, tokens, user, words } from "../../context/__fixtures__/shapes.ts"
import { joinSummaries, linesOf, OMITTED } from "./lines.ts"

const lines = (...messages: Parameters<typeof entriesOf>[0]) => linesOf(entriesOf(messages), { textOf }).split("\n")
const join = (earlier: string, later: string, most: number) => joinSummaries(earlier, later, most, { tokens })

describe("a summary without a model", () => {
  it("has a line for each message, and says what kind it is", () => {
    expect(
      lines(
        user("Tidy\nmy notes"),
        assistant("I look.", ["a", "list", { path: "." }]),
        result("a", "one\ntwo", { name: "list" }),
        result("b", "none", { name: "list", failed: true }),
        note("Go on."),
        assistant(""),
      ),
    ).toEqual([
      "user: Tidy my notes",
      "assistant: I look.",
      'called list {"path":"."}',
      "list returned: one two",
      "list failed: none",
    ])
  })

  it("shows 80 characters of words and calls, and 60 of results (L5)", () => {
    const [said, called, returned] = lines(
      user("x".repeat(500)),
      assistant("", ["a", "t", { text: "y".repeat(500) }]),
      result("a", "z".repeat(500)),
    )
    expect([said?.length, called?.length, returned?.length]).toEqual([6 + 81, 9 + 81, 15 + 61])
  })
})

describe("joinSummaries", () => {
  const numbered = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => `${name} ${index}`).join("\n")

  it.each([
    { earlier: "", later: "b", joined: "b" },
    { earlier: "a", later: "", joined: "a" },
    { earlier: "a", later: "b", joined: "a\n\nb" },
    { earlier: " ", later: " ", joined: "" },
  ])("joins $earlier and $later", ({ earlier, later, joined }) => {
    expect(join(earlier, later, 100)).toBe(joined)
  })

  it("keeps the order, and the newest lines of each, when there is no room for both (F24)", () => {
    const joined = join(numbered(100, "old"), numbered(100, "new"), 60)
    expect(tokens(joined)).toBeLessThanOrEqual(60)
    expect(joined).toMatch(
      /^\[… earlier lines omitted …\]\nold \d+\n[\s\S]*old 99\n\n\[… earlier lines omitted …\]\nnew [\s\S]*new 99$/,
    )
  })

  it("says once that lines are missing, however often it joins", () => {
    let summary = ""
    for (let time = 0; time < 10; time++) summary = join(summary, numbered(30, `time ${time}`), 80)
    expect(summary.split(OMITTED).length - 1).toBeLessThanOrEqual(2)
    expect(summary).toMatch(/time 9 29$/)
    expect(summary).toMatch(/time 8 29/)
  })

  it("keeps the end of a single line that is too long", () => {
    const joined = join("", `${words(500)} end`, 20)
    expect(joined).toMatch(/end$/)
    expect(joined.length).toBeLessThan(200)
  })
})
