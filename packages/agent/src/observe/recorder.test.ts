import { describe, expect, it } from "vitest"
import { text } from "../contracts/content.ts"
import type { Draft, Fact } from "../contracts/fact.ts"
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
  said,
  stamp,
  toolFinished,
  toolStarted,
} from "../testing/fact-builders.ts"
import { recordsOf } from "./recorder.ts"

const usage = { inputTokens: 100, outputTokens: 20 }
const failed: Draft = {
  type: "turn-finished",
  turn: 1,
  outcome: "failed",
  text: "",
  error: { code: "iteration-limit", message: "Too many." },
  usage,
}
const compacted: Draft = {
  type: "history-compacted",
  strategy: "mask-results",
  from: 0,
  to: -1,
  summary: "all that was said",
  contract: { lost: ["this", "that"] },
  why: "threshold",
  tokens: { before: 900, after: 100 },
}

function recordsIn(...drafts: readonly Draft[]) {
  return recordsOf(stamp([opened(), said("the words of the user"), ...drafts])).slice(1)
}

describe("a log record (M26)", () => {
  it("M26: is made for every decision, model call, tool call, trim and error, each with the turn's trace", () => {
    const records = recordsIn(
      asked("1.1.1"),
      modelFailed("network", "1.1.1"),
      asked("1.1.2"),
      answered({ text: "words of the model", calls: [aCall("c1")] }, "1.1.2"),
      approvalRequested("c1"),
      approvalSettled("c1"),
      toolStarted("c1"),
      toolFinished("c1", "error", "words of the tool", { code: "tool-failed" }),
      asked("1.2.1"),
      answered({ text: "more words" }, "1.2.1"),
      nudged("1.2.1"),
      compacted,
      failed,
    )
    expect(records.map(({ kind }) => kind)).toEqual([
      "model-call",
      "decision",
      "model-call",
      "decision",
      "decision",
      "tool-call",
      "model-call",
      "decision",
      "trim",
      "error",
      "turn-end",
    ])
    for (const record of records) expect(record).toMatchObject({ trace: "trace-1", turn: 1 })
    expect(JSON.stringify(records)).not.toMatch(/words of|all that was said/)
    expect(records.at(-1)).toMatchObject({
      outcome: "failed",
      code: "iteration-limit",
      steps: 2,
      modelCalls: 3,
      toolRuns: 1,
      failures: 2,
      usage,
    })
  })

  it("of a model call contains the model, attempt, duration, outcome and size of the request", () => {
    const budget = { window: 8000, system: 100, tools: 50, history: 350, output: 500, safety: 0, remaining: 7000 }
    const drafts = [
      { ...asked("1.1.1"), budget },
      { ...answered({ calls: [aCall("c1")] }), usage },
    ] as const
    expect(recordsIn(...(drafts as readonly Draft[]))[0]).toMatchObject({
      kind: "model-call",
      model: "scripted",
      attempt: "1.1.1",
      outcome: "ok",
      stop: "tool-calls",
      retry: false,
      chain: 0,
      ms: 1,
      calls: 1,
      usage,
      context: { tokens: 500, window: 8000 },
    })
  })

  it.each([
    ["a retry", [asked("1.1.1"), modelFailed("network"), asked("1.1.2")], { what: "retry", attempt: "1.1.2" }],
    ["the next model", [asked("1.1.1"), modelFailed("auth"), asked("1.1.2", 2, 1)], { what: "next-model" }],
    ["a nudge", [nudged()], { what: "nudge", why: "empty", attempt: "1.1.1" }],
    ["an approval", [approvalSettled("c1", "denied")], { what: "approval", why: "denied", call: "c1" }],
    ["a cancellation", [cancelled()], { what: "turn-cancelled" }],
  ] as const)("of %s names the decision", (_, drafts, decision) => {
    expect(recordsIn(...(drafts as readonly Draft[])).at(-1)).toMatchObject({ kind: "decision", ...decision })
  })

  it("of a tool call contains its arguments, cut and without secrets, its repairs, and why it ran again", () => {
    const started = {
      ...toolStarted("c1", "read", "pay"),
      asked: "Pay",
      arguments: { password: "hunter2hunter2", note: "x".repeat(1000) },
      repairs: ["amount: a text read as a number"],
      again: "safe",
    } as const
    const [record] = recordsIn(started as Draft, toolFinished("c1", "ok", "paid", { name: "pay" }))
    expect(record).toMatchObject({ kind: "tool-call", tool: "pay", asked: "Pay", again: "safe", effect: "read" })
    expect(record).toMatchObject({ repairs: ["amount: a text read as a number"], retry: false, granted: false })
    const { arguments: given = "" } = record as { readonly arguments?: string }
    expect(given).not.toContain("hunter2")
    expect(given).toHaveLength(300)
  })

  it("marks a tool call as a retry when the tool's last call in the turn did not succeed", () => {
    const records = recordsIn(
      toolFinished("c1", "error"),
      toolFinished("c2", "ok"),
      toolFinished("c3", "ok"),
      finished(),
      said("again", 2),
      toolFinished("c4", "ok"),
    )
    const retries = records.flatMap((record) => (record.kind === "tool-call" ? [record.retry] : []))
    expect(retries).toEqual([false, true, false, false])
  })

  it("is also made for a summary outside of any turn", () => {
    const summary: readonly Draft[] = [
      { ...asked("compact.1"), purpose: "summary" } as Draft,
      { ...answered({ text: "in short" }, "compact.1"), purpose: "summary" } as Draft,
    ]
    const records = recordsOf(stamp([opened(), ...summary, compacted]))
    expect(records).toMatchObject([
      { kind: "model-call", model: "scripted", purpose: "summary" },
      { kind: "trim", before: 900, after: 100, lost: 2 },
    ])
    expect(records[0]).not.toHaveProperty("trace")
  })

  it.each([
    ['{"verdict": "unfinished"}', "unfinished"],
    ["Well.", "none"],
  ])("of a request to the judge contains the check that led to it, and the verdict: %s", (reply, verdict) => {
    const why = 'stopping-phrase: the answer says "the secret of the user"'
    const records = recordsOf(
      stamp([
        opened(),
        said("go"),
        asked(),
        answered({ text: "Well." }),
        { ...asked("1.1.1.judge"), purpose: "judge", why } as Draft,
        { ...answered({ text: reply }, "1.1.1.judge"), purpose: "judge" } as Draft,
      ]),
    )
    expect(records.slice(2)).toMatchObject([
      { kind: "decision", what: "judge", why: "stopping-phrase" },
      { kind: "model-call", purpose: "judge", verdict },
    ])
    expect(JSON.stringify(records)).not.toContain("secret")
  })

  it("of a fact of an unknown type is a decision with that type", () => {
    const fact = { ...stamp([opened()])[0], type: "something-new", input: [text("words")] } as unknown as Fact
    expect(recordsOf([fact])).toMatchObject([{ kind: "decision", what: "something-new" }])
  })
})
