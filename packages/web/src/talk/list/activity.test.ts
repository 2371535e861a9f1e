// What the line below the turns says, for each state of a session.
import { expect, it } from "vitest"
import type { SessionView, ViewTurn } from "../../data/view/session-view.ts"
import { activityOf, hasOpenCalls } from "./activity.ts"

const turn = (...states: readonly string[]): ViewTurn => ({
  turn: 1,
  trace: "t",
  startedAt: 0,
  messages: [
    {
      role: "assistant",
      seq: 1,
      at: 0,
      parts: states.map((state, at) => ({ type: "tool", call: `${at}`, name: "look", arguments: {}, state }) as never),
    },
  ],
})
const live = { attempt: "a", model: "m", text: "", thinking: "", since: 5 }

const CASES: readonly (readonly [string, Partial<SessionView>, object | undefined])[] = [
  ["nothing runs", { turns: [{ ...turn(), endedAt: 1 }] }, undefined],
  ["no turn", { turns: [] }, undefined],
  ["nothing is known", { turns: [turn()] }, { key: "talk.working" }],
  ["words come", { turns: [turn()], live: { ...live, text: "Hi" } }, undefined],
  ["it thinks", { turns: [turn()], live: { ...live, thinking: "Hm" } }, { key: "talk.thinkingNow", since: 5 }],
  [
    "a model is asked",
    { turns: [turn("ok")], live, activity: { kind: "asking", model: "openai:m", since: 7 } },
    { key: "talk.asking", fill: { model: "m" }, since: 7 },
  ],
  [
    "a retry waits",
    { turns: [turn()], activity: { kind: "retry", until: 9, why: "Broken." } },
    { key: "talk.retryingBecause", fill: { why: "Broken." }, until: 9 },
  ],
  [
    "the provider has enough",
    { turns: [turn()], activity: { kind: "rate", until: 9, model: "m" } },
    { key: "talk.rateLimited", fill: { model: "m" }, until: 9 },
  ],
  ["a call runs", { turns: [turn("ok", "running")] }, { key: "talk.running", fill: { name: "look" } }],
  ["calls run", { turns: [turn("running", "running")] }, { key: "talk.runningMany", fill: { n: 2 } }],
  ["a person is asked", { turns: [turn("waiting")] }, { key: "talk.waitsForYou" }],
  [
    "a person is asked about the second of three",
    { turns: [turn("ok", "waiting", "asked")] },
    { key: "talk.waitsForYouOf", fill: { n: 2, all: 3 } },
  ],
  [
    "it condenses between turns",
    { turns: [{ ...turn(), endedAt: 1 }], activity: { kind: "condensing", since: 3 } },
    { key: "talk.condensing", since: 3 },
  ],
]

it.each(CASES)("%s", (_, view, expected) => {
  expect(activityOf({ turns: [], activity: undefined, live: undefined, ...view })).toEqual(expected)
})

it.each([
  [["ok", "asked"], true],
  [["waiting"], true],
  [["ok", "denied"], false],
  [[], false],
])("an answer with calls that are %j has open ones: %s", (states, expected) => {
  expect(hasOpenCalls({ turns: [turn(...states)] })).toBe(expected)
})
