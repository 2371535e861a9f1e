// A failure is told once.
import { expect, it } from "vitest"
import type { ViewMessage } from "../../data/view/session-view.ts"
import { isRetry, toldOf } from "./failure.ts"

const said = (text: string): ViewMessage => ({ role: "assistant", seq: 2, at: 0, parts: [{ type: "text", text }] })
const error = { code: "http-400", message: "It was refused." }

it.each([
  ["a turn that did not fail", { messages: [said("Hi")] }, { messages: [said("Hi")] }],
  [
    "the last words are about the failure",
    { messages: [said("Hi"), said("The model cannot do it: It was refused.")], error },
    { messages: [said("Hi")], problem: "The model cannot do it: It was refused." },
  ],
  [
    "the last words are an answer",
    { messages: [said("Hi")], error },
    { messages: [said("Hi")], problem: "It was refused." },
  ],
  ["nothing was said", { messages: [], error }, { messages: [], problem: "It was refused." }],
])("%s", (_, turn, expected) => {
  expect(toldOf(turn)).toEqual(expected)
})

it.each([
  ["[The last turn failed before it was done (No key.). Try again: go on.]", true],
  ["The last turn failed before it was done, why?", false],
])("%j begins another try: %s", (text, expected) => {
  expect(isRetry({ role: "user", seq: 1, at: 0, parts: [{ type: "text", text }] })).toBe(expected)
})
