import type { ContextReport } from "@pawl/agent"
import { describe, expect, it } from "vitest"
import { styleFor } from "../terminal/style.ts"
import { report } from "./__fixtures__/report.ts"
import { contextText } from "./context-text.ts"

const shown = (change: Partial<ContextReport> = {}) => contextText({ ...report, ...change }, styleFor({}))

/** The numbers of a table's lines, by name. */
const numbers = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^ *(\S.*?) {2,}(-?[\d,]+)/gm)].map(([, name = "", tokens = ""]) => [
      name,
      Number(tokens.replaceAll(",", "")),
    ]),
  )

describe("contextText", () => {
  it("shows the budget, the prompt, the messages by role and the tools, each with its tokens (F30)", () => {
    expect(shown()).toMatchInlineSnapshot(`
      "a:model, window 8,000 tokens

        system prompt                             300   3.8 %
        tool definitions                          150   1.9 %
        messages                                1,250  15.6 %
        kept for the answer                     2,000  25.0 %
        kept for safety                           300   3.8 %
        free                                    4,000  50.0 %
        together                                8,000

      prompt                                    320
        instructions                              180
        environment                               120
        tool-rules                                 20   with the user's words

      messages                                1,250
        user                                      240   2 messages
        assistant                                  50   1 message
        tool                                      900   1 message
        user (digest)                              60   1 message

      tools                                     150
        read_file                                 100
        fs__list                                   50

      These are estimates; in 12 answers of this session they were 3.2 % off on average."
    `)
  })

  it("shows a budget whose parts add up to the window (F30)", () => {
    const { together, "system prompt": system, "tool definitions": tools, messages, free } = numbers(shown())
    expect([together, system, tools, messages, free]).toEqual([8000, 300, 150, 1250, 4000])
  })

  it("says by how much the request does not fit", () => {
    const budget = { ...report.budget, history: 7250, remaining: -2000 }
    expect(shown({ budget })).toContain("It does not fit: 2,000 tokens too many.")
    expect(shown()).not.toContain("does not fit")
  })

  it.each([
    [{ samples: 0, error: 0 }, "no answer in this session has reported its usage yet"],
    [{ samples: 1, error: 0.5 }, "in 1 answer of this session they were 50.0 % off"],
  ])("says how accurate the estimates are: %j", (estimate, expected) => {
    expect(shown({ estimate })).toContain(expected)
  })

  it("omits empty tables", () => {
    const text = shown({ tools: [], messages: [], sections: [] })
    expect(text).not.toMatch(/^(tools|messages|prompt) /m)
  })

  it("removes escape sequences from tool names", () => {
    const tool = { name: "a\u001b[31mb", description: "", inputSchema: {} }
    expect(shown({ tools: [{ tool, tokens: 1 }] })).toMatch(/^ {2}ab /m)
  })
})
