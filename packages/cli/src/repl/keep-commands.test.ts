// What /copy takes as the last answer.
import type { Fact } from "@pawl/agent"
import { expect, it } from "vitest"
import { lastAnswer } from "./keep-commands.ts"

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
