import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { text } from "../../contracts/content.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Message, UserMessage } from "../../contracts/message.ts"
import { alternate, isAlternating } from "./alternate.ts"
import { foldFacts } from "./fold.ts"
import { messagesOf } from "./messages.ts"

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

it("isAlternating says of a state what a look at all its messages says, in whatever order states are asked about", () => {
  const golden = readFileSync(new URL("../../registry/__fixtures__/facts-v1.jsonl", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Fact)
  const states = [foldFacts([])]
  foldFacts(golden, undefined, (_before, _fact, after) => states.push(after))
  const asked = [...states, ...states.toReversed(), ...states.filter((_, at) => at % 3 === 0)]
  // A digest is joined with what follows it, so such a state is looked through in any case.
  for (const state of asked.filter(({ digest }) => digest === undefined)) {
    const messages = messagesOf(state)
    expect(isAlternating(state)).toBe(alternate(messages) === messages)
  }
})
