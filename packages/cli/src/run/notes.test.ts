import type { Event } from "@pawl/agent"
import { describe, expect, it } from "vitest"
import { styleFor } from "../terminal/style.ts"
import { notes } from "./notes.ts"

type Body = Event extends infer Each ? (Each extends Event ? Omit<Each, "position"> : never) : never

/** The lines for these events, without empty ones. */
function linesFor(bodies: readonly Body[], chain: readonly string[] = []): readonly string[] {
  const noteOf = notes({ style: styleFor({}), chain })
  return bodies.flatMap((body) => noteOf({ ...body, position: "" } as Event) ?? [])
}

const asked = (model: string): Body => ({ type: "iteration-start", iteration: 1, attempt: "1.1.1", model })
const failed: Body = {
  type: "model-error",
  attempt: "1.1.1",
  error: { class: "config", code: "404", message: "a has no such model. Check its name." },
}

describe("a nudge", () => {
  const discarded: Body = { type: "answer-discarded", attempt: "1.1.1", why: "nudged" }
  const nudge = (reason: string, text = ""): Body => ({ type: "nudge", reason, text })

  it("that takes an answer back is shown as one line with the reason", () => {
    const noCall: Body = { type: "no-tool-call", attempt: "1.1.1", why: "answer 1.1.1 has no tool call" }
    expect(linesFor([noCall, discarded, nudge("no-tool-call")])).toEqual([
      "the answer was taken back: it calls no tool (no-tool-call)",
    ])
    expect(linesFor([discarded, nudge("of tomorrow")])).toEqual(["the answer was taken back: of tomorrow"])
  })

  it("that takes nothing back does not say so, also after one that did", () => {
    const text = 'Tool "ocr" failed 3 times and is no longer available. Finish the work without it.'
    expect(linesFor([discarded, nudge("incomplete"), nudge("max-tokens"), nudge("tool-breaker", text)])).toEqual([
      "the answer was taken back: it leaves work undone (incomplete)",
      "the answer was cut off at the output limit, and is continued",
      'Tool "ocr" failed 3 times and is no longer available.',
    ])
  })
})

it("notes report that an answer was cut off", () => {
  expect(linesFor([{ type: "answer-discarded", attempt: "1.1.1", why: "failed" }])).toEqual([
    "the answer was taken back: it was cut off",
  ])
})

it("notes show nothing for the start and end of a turn", () => {
  const usage = { inputTokens: 0, outputTokens: 0 }
  const frame: readonly Body[] = [
    { type: "loop-start", turn: 1 },
    asked("a:1"),
    { type: "text-start", attempt: "1.1.1" },
    { type: "text-end", attempt: "1.1.1" },
    { type: "thinking-start", attempt: "1.1.1" },
    { type: "thinking-end", attempt: "1.1.1" },
    { type: "answer-end", attempt: "1.1.1", text: "" },
    { type: "error", code: "x", message: "told at the end of the turn" },
    { type: "loop-end", turn: 1 },
    { type: "turn-end", turn: 1, outcome: "completed", text: "", usage },
  ]
  expect(linesFor(frame, ["a:1"])).toEqual([])
})

describe("a compaction", () => {
  const done: Body = { type: "compaction-done", strategy: "mask-results, summarise", lost: [] }

  it("is shown when it begins, and with what it saved when it is done", () => {
    expect(linesFor([{ type: "compaction-start" }, { ...done, tokens: { before: 12_000, after: 3400 } }])).toEqual([
      "condensing the history",
      "the model is shown less of the history (mask-results, summarise, 12,000 -> 3,400 tokens)",
    ])
  })

  it("names what there was no room for", () => {
    expect(linesFor([{ ...done, lost: ["the first goal", "a rule\nof two lines"] }])).toEqual([
      "the model is shown less of the history (mask-results, summarise)\nthere was no room for: the first goal; a rule of two lines",
    ])
  })

  it("without a summary is shown with the reason and what happens instead", () => {
    const error = { class: "overloaded", code: "529", message: "too much to do" } as const
    expect(linesFor([{ type: "compaction-failed", error }])).toEqual([
      "the model gave no summary, so one is made without it: too much to do",
    ])
  })
})

describe("a result", () => {
  const result: Body = { type: "tool-result", call: "c", name: "t", content: [{ type: "text", text: "done" }], ms: 1 }

  it("is shown below its call, and not without a call", () => {
    expect(linesFor([{ type: "tool-call", call: "c", name: "t", arguments: {} }, result])).toEqual([
      "tool t",
      "  -> done (1 ms)",
    ])
    expect(linesFor([result])).toEqual([])
  })
})

describe("another model", () => {
  it("is named when it takes over, with the reason, and when the first is back", () => {
    const events = [asked("a:1"), failed, asked("b:2"), asked("b:2"), asked("a:1")]
    expect(linesFor(events, ["a:1", "b:2"])).toEqual([
      "model: b:2 is asked instead of a:1 (a has no such model)",
      "model: a:1 is asked again",
    ])
  })

  it("is named when a turn begins with it", () => {
    expect(linesFor([asked("b:2")], ["a:1", "b:2"])).toEqual(["model: b:2 is asked instead of a:1"])
  })

  it("of an older turn is not reported", () => {
    expect(linesFor([asked("old:1")], ["a:1", "b:2"])).toEqual([])
  })
})

describe("a model that cannot answer now", () => {
  const limited = (retryAt?: number): Body => ({
    type: "model-error",
    attempt: "1.1.1",
    error: { class: "rate-limit", code: "429", message: "too many requests" },
    ...(retryAt !== undefined && { retryAt }),
  })

  it("is shown with the error, but not with the provider's retry time", () => {
    expect(linesFor([limited(Date.now() + 77_000)])).toEqual(["model: too many requests"])
    expect(linesFor([limited()])).toEqual([])
  })

  it("is shown with the length of the wait", () => {
    const until = Date.now() + 40_000
    expect(linesFor([limited(), { type: "retry-wait", until }])).toEqual([
      "model: too many requests (waiting 40 s before the model is asked again)",
    ])
  })
})
