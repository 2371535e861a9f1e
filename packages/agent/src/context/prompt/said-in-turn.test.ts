import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import { stateAfter } from "../../kernel/rules/__fixtures__/state-after.ts"
import { aCall, answered, asked, nudged, said, steered, toolFinished } from "../../testing/fact-builders.ts"
import { turns } from "../__fixtures__/shapes.ts"
import { saidInTurn } from "./said-in-turn.ts"

const work = [
  asked("3.1.1"),
  answered({ text: "a", calls: [aCall("x")] }, "3.1.1"),
  toolFinished("x"),
  asked("3.2.1"),
  answered({ text: "b" }, "3.2.1"),
]
const compacted = (to: number): Draft => ({
  type: "history-compacted",
  strategy: "x",
  from: 0,
  to,
  summary: "",
  contract: {
    said: [
      { at: 0, parts: [{ type: "text", text: "long ago" }] },
      { at: 8, parts: [{ type: "text", text: "the task" }] },
    ],
  },
})

describe("saidInTurn", () => {
  it.each<{ name: string; drafts: readonly Draft[]; words: string }>([
    { name: "is empty before the first turn", drafts: [], words: "" },
    { name: "is the turn's first message", drafts: [...turns(2), said("the task", 3)], words: "the task" },
    { name: "is the same in every round", drafts: [...turns(2), said("the task", 3), ...work], words: "the task" },
    {
      name: "includes later messages of the user",
      drafts: [...turns(2), said("the task", 3), ...work, steered("and more", 3)],
      words: "the task\nand more",
    },
    {
      name: "excludes messages of rules",
      drafts: [...turns(2), said("the task", 3), ...work, nudged("3.2.1")],
      words: "the task",
    },
    {
      name: "is complete when everything before it was compacted",
      drafts: [...turns(2), said("the task", 3), ...work, compacted(7)],
      words: "the task",
    },
    {
      name: "is complete when it was compacted itself",
      drafts: [...turns(2), said("the task", 3), ...work, compacted(8)],
      words: "the task",
    },
  ])("$name", ({ drafts, words }) => {
    expect(saidInTurn(stateAfter(drafts))).toBe(words)
  })
})
