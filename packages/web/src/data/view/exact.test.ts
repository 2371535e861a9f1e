// What only the server's transcript knows, and when it is taken over.
import type { ToolCard, TranscriptTurn } from "@pawl/client"
import { expect, it } from "vitest"
import { withExact } from "./exact.ts"
import { EMPTY_VIEW, type ViewCard, type ViewTurn } from "./session-view.ts"

const card = (more: Partial<ToolCard> = {}): ViewCard => ({
  type: "tool",
  call: "c",
  name: "look",
  arguments: { path: "a" },
  state: "running",
  ...more,
})
const turn = (part: ViewCard, more: Partial<ViewTurn> = {}): ViewTurn => ({
  turn: 1,
  trace: "t",
  startedAt: 10,
  messages: [{ role: "assistant", seq: 2, at: 10, parts: [part] }],
  ...more,
})
const merged = (ours: ViewTurn, exact: ViewTurn) =>
  withExact({ ...EMPTY_VIEW, turns: [ours] }, exact as unknown as TranscriptTurn).turns[0]

it("a turn that is over is the server's", () => {
  const exact = turn(card({ state: "ok" }), { startedAt: 5, endedAt: 9 })
  expect(merged(turn(card(), { endedAt: 20 }), exact)).toEqual(exact)
})

it("a turn that is over here and not yet there stays", () => {
  const ours = turn(card({ state: "ok" }), { endedAt: 20 })
  expect(merged(ours, turn(card()))).toBe(ours)
})

it("another turn stays", () => {
  const ours = turn(card())
  expect(merged(ours, turn(card(), { turn: 2 }))).toBe(ours)
})

const full = { type: "blob", hash: "h", mime: "text/plain", size: 9 } as const
const approval = { preview: "p", risk: "changes", since: 1 } as const
const RUNNING: readonly (readonly [string, ViewCard, ViewCard, Partial<ViewCard>])[] = [
  ["a state that is ahead of the events is not taken", card(), card({ state: "ok" }), { state: "running" }],
  [
    "a name that events did not tell is taken",
    card({ name: "", arguments: {} }),
    card(),
    { name: "look", arguments: { path: "a" } },
  ],
  ["the whole of a long result is taken", card({ state: "ok", result: [] }), card({ state: "ok", full }), { full }],
  [
    "who decided is taken once it is known here that it was decided",
    card({ approval: { ...approval, decision: "approved" } }),
    card({ approval: { ...approval, decision: "approved", by: "ann" } }),
    { approval: { ...approval, decision: "approved", by: "ann" } },
  ],
  [
    "a decision that is not heard of is not taken",
    card({ state: "waiting", approval }),
    card({ approval: { ...approval, decision: "approved" } }),
    { state: "waiting", approval },
  ],
]
it.each(RUNNING)("while a turn runs: %s", (_, ours, exact, expected) => {
  expect(merged(turn(ours), turn(exact))?.messages[0]?.parts[0]).toMatchObject(expected)
})

it("calls that are to come are taken, in the order of the answer; those that events will tell of are not", () => {
  const states = { a: "ok", b: "waiting", c: "asked", d: "asked" } as const
  const cards = Object.entries(states).map(([call, state]) => card({ call, state }))
  const exact = { ...turn(card()), messages: [{ role: "assistant", seq: 2, at: 10, parts: cards }] } as ViewTurn
  const ours = merged(turn(card({ call: "b", state: "waiting" })), exact)
  expect(ours?.messages[0]?.parts.map((part) => (part.type === "tool" ? [part.call, part.state] : []))).toEqual([
    ["b", "waiting"],
    ["c", "asked"],
    ["d", "asked"],
  ])
})
