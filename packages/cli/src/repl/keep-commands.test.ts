// What /copy takes as the last answer and says about it, and what /export takes as a file.
import type { Fact } from "@pawl/agent"
import { expect, it } from "vitest"
import { copiedText, lastAnswer, otherFormat } from "./keep-commands.ts"

const answered = (text: string, more: object = {}) => ({ type: "model-answered", text, attempt: text, ...more })
const finished = (text: string) => ({ type: "turn-finished", text })
const nudged = (attempt: string) => ({ type: "nudged", attempt })

it.each<[what: string, facts: readonly object[], answer: string | undefined]>([
  ["the text of the last turn", [answered("one"), finished("one"), answered("two"), finished("two")], "two"],
  [
    "what was said before a turn was cancelled",
    [answered("one"), finished("one"), answered("half"), finished("")],
    "half",
  ],
  ["no answer that was taken back", [answered("one"), answered("bad"), nudged("bad")], "one"],
  [
    "no aside",
    [answered("one"), answered("a title", { purpose: "title" }), answered("a plan", { phase: "plan" })],
    "one",
  ],
  ["nothing where nothing was said", [{ type: "turn-started" }], undefined],
])("is %s", (_, facts, answer) => {
  expect(lastAnswer(facts as readonly Fact[])).toBe(answer)
})

it("claims that a text is in the clipboard only when a program has taken it", () => {
  expect(copiedText("It", { program: "wl-copy", isAsked: true })).toBe("It is in the clipboard, by wl-copy.")
  expect(copiedText("It", { isAsked: true })).toMatch(/^It went to the terminal .* Some terminals ignore that/)
  expect(copiedText("It", { isAsked: false })).toMatch(/^There is no clipboard here/)
})

it.each<[words: string, format: string | undefined]>([
  ["pdf", "pdf"],
  ["pdf out.pdf", "pdf"],
  ["out.pdf", "pdf"],
  ["markdwon", "markdwon"],
  ["notes.md", undefined],
  ["my notes.txt", undefined],
  ["folder/notes", undefined],
  ["", undefined],
])("/export %s means the format %s, which there is not", (words, format) => {
  expect(otherFormat(words.split(" ").filter((word) => word !== ""))).toBe(format)
})
