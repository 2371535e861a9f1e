import { expect, it } from "vitest"
import { text } from "../../contracts/content.ts"
import type { Message, UserMessage } from "../../contracts/message.ts"
import { alternate } from "./alternate.ts"

const said = (words: string, from?: UserMessage["from"]): UserMessage => ({
  role: "user",
  parts: [text(words)],
  ...(from !== undefined && { from }),
})
const answer: Message = { role: "assistant", text: "Yes.", reasoning: [], calls: [] }

it("alternate joins the messages between two answers into one, in order, and keeps their origins", () => {
  const run = [said("one"), said("[cancelled]", "note"), said("two")]
  expect(alternate([...run, answer, said("three")])).toEqual([
    { role: "user", parts: [text("one"), text("[cancelled]"), text("two")], joins: run },
    answer,
    said("three"),
  ])
})

it("alternate marks a joined message as the user's if any part is, else as a note", () => {
  const fromOf = (...run: readonly UserMessage[]) => alternate(run).map((message) => "from" in message && message.from)
  expect(fromOf(said("a", "note"), said("b", "nudge"))).toEqual(["note"])
  expect(fromOf(said("a", "note"), said("b"))).toEqual([false])
})

it("alternate returns the same object for the same messages, so that cached data is found again", () => {
  const run = [said("one"), said("two"), said("three")]
  expect(alternate(run)[0]).toBe(alternate(run)[0])
  expect(alternate([run[0], said("2"), run[2]].filter((each) => each !== undefined))[0]).not.toBe(alternate(run)[0])
})

it("alternate leaves all other messages unchanged", () => {
  const messages = [said("one"), answer, answer, said("two")]
  expect(alternate(messages)).toEqual(messages)
})
