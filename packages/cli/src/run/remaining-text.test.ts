import { describe, expect, it } from "vitest"
import { notYetShown, remainingText } from "./remaining-text.ts"

describe("untold", () => {
  it.each<[string, readonly string[], string]>([
    ["", ["Let me look."], ""],
    ["It is done.", [], "It is done."],
    ["It is done.", ["It is done."], ""],
    ["It is done.", ["Let me look.", "It is done.\n"], ""],
    ["It is done.", ["Let me look."], "It is done."],
    ["One two three", ["One t", "wo three"], ""],
    ["Some of it.\n\nI stopped after 50 steps.", ["Some of it."], "I stopped after 50 steps."],
    ["Kept.\n\nA summary.", ["Kept.", "A summary."], ""],
    ["Done, all of it.", ["Done"], ", all of it."],
  ])("of %j after %j is %j", (text, answers, expected) => {
    expect(notYetShown(text, answers)).toBe(expected)
  })
})

describe("remainingText", () => {
  const usage = { inputTokens: 0, outputTokens: 0 }
  const delta = (attempt: string, text: string) => ({ type: "text-delta", attempt, text, position: "" }) as const
  const end = (text: string) =>
    ({ type: "turn-end", turn: 1, outcome: "completed", text, usage, position: "" }) as const

  it("does not count an answer that was taken back", () => {
    const untoldAt = remainingText()
    expect(untoldAt(delta("1.1.1", "Hello."))).toBe("")
    untoldAt({ type: "answer-discarded", attempt: "1.1.1", why: "nudged", position: "" })
    expect(untoldAt(end("Hello."))).toBe("Hello.")
  })

  it("starts anew with every turn", () => {
    const untoldAt = remainingText()
    untoldAt(delta("1.1.1", "Hello."))
    untoldAt({ type: "turn-start", turn: 2, trace: "", input: [], command: "", position: "" })
    expect(untoldAt(end("Hello."))).toBe("Hello.")
  })
})
