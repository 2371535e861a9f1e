import type { Event } from "@pawl/agent"
import { expect, it } from "vitest"
import { lastWords } from "./last-words.ts"

const usage = { inputTokens: 1, outputTokens: 1 }
const end = (text: string, error?: { readonly code: string; readonly message: string }) => ({
  type: "turn-end",
  turn: 1,
  outcome: error === undefined ? "completed" : "failed",
  text,
  usage,
  ...(error && { error }),
})

function shownAtEnd(...bodies: readonly object[]): string {
  const words = lastWords()
  return bodies.map((body) => words({ ...body, position: "" } as Event)).join("")
}

it.each([
  ["no model could be asked", "The model cannot be reached right now.", "500", "It could not answer.", "500"],
  [
    "the text is the error message",
    "Max tool iterations reached",
    "iteration-limit",
    "Max tool iterations reached",
    "",
  ],
  [
    "the text begins with the sentence of the error",
    "I stopped: the same error came 5 times in a row (look: tool-failed). What was done before stands.",
    "repeated-error",
    "The same error came 5 times in a row (look: tool-failed). Change the request, or check the tool.",
    "",
  ],
])("lastWords omits text that repeats a failed turn's error: %s", (_what, text, code, message, modelCode) => {
  const failed = { type: "model-error", attempt: "1.1.1", error: { class: "overloaded", code: modelCode, message } }
  expect(shownAtEnd(failed, end(text, { code, message }))).toBe("")
})

it("lastWords keeps text of a failed turn that says more than its error", () => {
  const error = { code: "iteration-limit", message: "Max tool iterations reached" }
  expect(shownAtEnd(end('I reached the limit of 15 steps; say "go on".', error))).toContain("say")
})

it("lastWords keeps the text of the tool that ended a completed turn", () => {
  expect(shownAtEnd(end("All done."))).toBe("All done.")
})
