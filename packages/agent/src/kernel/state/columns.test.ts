import { describe, expect, it } from "vitest"
import { text } from "../../contracts/content.ts"
import type { Draft } from "../../contracts/fact.ts"
import type { OpenRequest, Status } from "../../contracts/sessions.ts"
import {
  aCall,
  answered,
  approvalRequested,
  approvalSettled,
  asked,
  cancelled,
  finished,
  modelFailed,
  nudged,
  opened,
  questionAnswered,
  questionAsked,
  said,
  stamp,
  steered,
  toolFinished,
  toolStarted,
} from "../../testing/fact-builders.ts"
import { columnsOf } from "./columns.ts"
import { foldFacts } from "./fold.ts"
import { messagesOf } from "./messages.ts"

const file = (name?: string) => ({ type: "blob", hash: "h", mime: "text/plain", size: 3, ...(name && { name }) })

const calls = answered({ calls: [aCall("a"), aCall("b")] })

const given = ["a", "b"].map((id): Draft => ({ ...toolFinished(id, "skipped"), pending: true }) as Draft)
const takingUp = (...takesUp: readonly string[]): Draft => ({ ...said("again", 2), takesUp }) as Draft

const stages: readonly { name: string; drafts: readonly Draft[]; status: Status; requests?: readonly OpenRequest[] }[] =
  [
    { name: "before the first turn", drafts: [], status: "idle" },
    { name: "when a turn starts", drafts: [said("go")], status: "processing" },
    { name: "while the model answers", drafts: [said("go"), asked()], status: "processing" },
    {
      name: "while a retry is awaited",
      drafts: [said("go"), asked(), modelFailed("rate-limit")],
      status: "processing",
    },
    { name: "after an answer", drafts: [said("go"), asked(), answered({ text: "x" })], status: "processing" },
    { name: "after a nudge", drafts: [said("go"), asked(), answered({}), nudged()], status: "processing" },
    { name: "with calls to run", drafts: [said("go"), asked(), calls], status: "tool_loop" },
    { name: "while a tool runs", drafts: [said("go"), asked(), calls, toolStarted("a")], status: "tool_loop" },
    {
      name: "while one call waits and another runs",
      drafts: [said("go"), asked(), calls, approvalRequested("b"), toolStarted("a")],
      status: "tool_loop",
      requests: [{ call: "b", kind: "approval" }],
    },
    {
      name: "while every open call waits",
      drafts: [said("go"), asked(), calls, questionAsked("a"), approvalRequested("b")],
      status: "waiting",
      requests: [
        { call: "a", kind: "question" },
        { call: "b", kind: "approval" },
      ],
    },
    {
      name: "while the last open call waits",
      drafts: [said("go"), asked(), calls, toolFinished("a"), approvalRequested("b")],
      status: "waiting",
      requests: [{ call: "b", kind: "approval" }],
    },
    {
      name: "once the approval is given",
      drafts: [said("go"), asked(), calls, toolFinished("a"), approvalRequested("b"), approvalSettled("b")],
      status: "tool_loop",
    },
    {
      name: "once the answer is given",
      drafts: [said("go"), asked(), calls, toolFinished("a"), questionAsked("b"), questionAnswered("b")],
      status: "tool_loop",
    },
    {
      name: "with all results (T9)",
      drafts: [said("go"), asked(), calls, toolFinished("a"), toolFinished("b")],
      status: "tool_loop",
    },
    {
      name: "while the model is asked with the results (T9)",
      drafts: [said("go"), asked(), calls, toolFinished("a"), toolFinished("b"), asked("1.2.1")],
      status: "tool_loop",
    },
    {
      name: "while the model is asked with the results and new input (T9)",
      drafts: [said("go"), asked(), calls, toolFinished("a"), toolFinished("b"), steered("more"), asked("1.2.1", 8)],
      status: "tool_loop",
    },
    {
      name: "in the turn after one that was given up with pending calls",
      drafts: [said("go"), asked(), calls, ...given, finished("failed"), said("other", 2)],
      status: "processing",
    },
    {
      name: "in the turn that takes up pending calls",
      drafts: [said("go"), asked(), calls, ...given, finished("failed"), takingUp("a", "b")],
      status: "tool_loop",
    },
    { name: "while a cancelled turn is settled", drafts: [said("go"), asked(), cancelled()], status: "processing" },
    { name: "after a completed turn", drafts: [said("go"), finished()], status: "idle" },
    { name: "after a cancelled turn", drafts: [said("go"), cancelled(), finished("cancelled")], status: "idle" },
    {
      name: "after a cancelled turn whose call waited",
      drafts: [said("go"), asked(), calls, approvalRequested("a"), cancelled(), finished("cancelled")],
      status: "idle",
    },
    { name: "after a failed turn", drafts: [said("go"), finished("failed")], status: "failed" },
    {
      name: "in the turn after a failed one",
      drafts: [said("go"), finished("failed"), said("go", 2)],
      status: "processing",
    },
  ]

describe("a session's columns", () => {
  it.each(stages)("say $status $name", ({ drafts, status, requests = [] }) => {
    const facts = stamp([opened(), ...drafts])
    const columns = columnsOf(foldFacts(facts))
    const at = facts.at(-1)?.at
    const rests = status === "idle" || status === "failed"
    expect(columns).toMatchObject({ status, openRequests: requests, dueAt: rests ? null : 0, updatedAt: at })
  })

  it.each(stages)("count the messages a model would be shown $name", ({ drafts }) => {
    const state = foldFacts(stamp([opened(), ...drafts, ...(drafts.length > 0 ? [steered("and?")] : [])]))
    expect(columnsOf(state).messages).toBe(messagesOf(state).length)
  })

  it("show turns, the first input, the usage of all turns and the last error", () => {
    const usage = { inputTokens: 10, outputTokens: 2, costUsd: 0.5 }
    const used = (turn: number): Draft => ({ ...answered({ text: "x" }, `${turn}.1.1`), usage }) as Draft
    const error = { code: "auth", message: "Invalid key" }
    const failed: Draft = { ...finished("failed", 2), error } as Draft
    const first = [said("first"), asked(), used(1), finished()]
    const second = [said("second", 2), asked("2.1.1", 6), used(2), failed]
    expect(columnsOf(foldFacts(stamp([opened(), ...first, ...second])))).toMatchObject({
      turns: 2,
      preview: "first",
      usage: { inputTokens: 20, outputTokens: 4, costUsd: 1 },
      error: "Invalid key",
    })
    expect(columnsOf(foldFacts(stamp([opened(), ...first, ...second, said("third", 3)]))).error).toBeNull()
  })

  it.each([
    ["the words, not the files", [text("Look at this"), file("a.txt")], "Look at this"],
    ["the words, wherever the file stands", [file("a.txt"), text("Look")], "Look"],
    ["the names of files without words", [text(" "), file("a.txt"), file("b.txt")], "a.txt, b.txt"],
    ["the kind of a file without a name", [file()], "text/plain"],
    [
      "the words, not why a file could not be read",
      [text("Look"), text("[Attached file 'a.pdf' could not be read: it is damaged]")],
      "Look",
    ],
  ])("have for a preview %s", (_, input, preview) => {
    const state = foldFacts(stamp([opened(), { ...said("x"), input } as Draft]))
    expect(columnsOf(state).preview).toBe(preview)
  })

  it("cut the preview after 100 characters", () => {
    const input = [text("x".repeat(60)), text("y".repeat(60))]
    const { preview } = columnsOf(foldFacts(stamp([opened(), { ...said("x"), input } as Draft])))
    expect(preview).toBe(`${"x".repeat(60)}\n${"y".repeat(39)}`)
  })
})
