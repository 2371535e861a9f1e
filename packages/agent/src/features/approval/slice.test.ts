import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import { columnsOf } from "../../kernel/state/columns.ts"
import { foldFacts } from "../../kernel/state/fold.ts"
import {
  aCall,
  answered,
  asked,
  opened,
  questionAnswered,
  questionAsked,
  questionWithdrawn,
  said,
  stamp,
  toolFinished,
  toolStarted,
} from "../../testing/fact-builders.ts"

const front = [opened(), said("go"), asked(), answered({ calls: [aCall("a")] })]

function after(...drafts: readonly Draft[]) {
  const state = foldFacts(stamp([...front, ...drafts]))
  const { stage, asking, starts } = state.turn?.calls[0] ?? {}
  const { status, openRequests } = columnsOf(state)
  return { stage, asking, starts, status, open: openRequests.length }
}

describe("a question that a running tool asks", () => {
  it.each([
    { name: "begun", facts: [], is: { stage: "started", status: "tool_loop", open: 0 } },
    { name: "asked", facts: [questionAsked("a")], is: { stage: "started", asking: 6, status: "waiting", open: 1 } },
    {
      name: "answered",
      facts: [questionAsked("a"), questionAnswered("a")],
      is: { stage: "started", asking: undefined, status: "tool_loop", open: 0 },
    },
    {
      name: "withdrawn",
      facts: [questionAsked("a"), questionWithdrawn("a")],
      is: { stage: "started", status: "tool_loop", open: 0 },
    },
    {
      name: "asked again",
      facts: [questionAsked("a"), questionAnswered("a"), questionAsked("a")],
      is: { stage: "started", asking: 8, status: "waiting", open: 1 },
    },
    {
      name: "void after a crash, when the call is run again",
      facts: [questionAsked("a"), toolStarted("a")],
      is: { stage: "started", starts: 2, status: "tool_loop", open: 0 },
    },
    {
      name: "over with its call",
      facts: [questionAsked("a"), toolFinished("a")],
      is: { stage: "finished", status: "tool_loop", open: 0 },
    },
  ])("$name", ({ facts, is }) => {
    expect(after(toolStarted("a"), ...facts)).toMatchObject({ starts: 1, ...is })
  })

  it("differs from a call that is a question, which waits before it starts", () => {
    expect(after(questionAsked("a"))).toMatchObject({ stage: "awaiting-answer", starts: 0, status: "waiting", open: 1 })
    expect(after(questionAsked("a"), questionAnswered("a"))).toMatchObject({ stage: "answered", open: 0 })
  })
})

it("a tool's request to a model counts in the usage of its turn, and does not change the conversation", () => {
  const usage = { inputTokens: 5, outputTokens: 2 }
  const reply = { text: "Yes.", reasoning: [], calls: [], problems: [], stop: "end", usage, ms: 1 } as const
  const aside: Draft = { type: "model-answered", purpose: "sampling", attempt: "a.sample.1", ...reply }
  const before = foldFacts(stamp([...front, toolStarted("a")]))
  const state = foldFacts(stamp([...front, toolStarted("a"), aside]))
  expect(state.usage).toMatchObject({ inputTokens: before.usage.inputTokens + 5 })
  expect(state.turn?.usage).toMatchObject({ outputTokens: (before.turn?.usage.outputTokens ?? 0) + 2 })
  expect(state.turn?.workMs).toBe((before.turn?.workMs ?? 0) + 1)
  expect({ ...state.turn, usage: 0, workMs: 0 }).toEqual({ ...before.turn, usage: 0, workMs: 0 })
  expect(state.history).toEqual(before.history)
})

it("the hashes of the files that the approver saw stay with the call, and a child's request stores none", () => {
  const base = { "a.txt": "0".repeat(64), "b.txt": null }
  const request = {
    type: "approval-requested",
    call: "a",
    name: "tool",
    arguments: {},
    preview: "",
    risk: "changes",
  } as const
  const baseAfter = (...drafts: readonly Draft[]) => foldFacts(stamp([...front, ...drafts])).turn?.calls[0]?.base
  expect(baseAfter({ ...request, base })).toEqual(base)
  expect(baseAfter(toolStarted("a"), { ...request, base })).toBeUndefined()
})
