// Which blocks the events of a session become.
import type { Event } from "@pawl/agent"
import { describe, expect, it } from "vitest"
import type { Style } from "../../terminal/style.ts"
import type { Block } from "./block.ts"
import { Transcript } from "./transcript.ts"

const same = (text: string) => text
const style: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same }

/** The blocks on the screen after these events, in their order. */
function shown(events: readonly object[], isThinking = true): readonly Block[] {
  const blocks = new Map<number, Block>()
  let last = 0
  const transcript = new Transcript({
    style,
    chain: ["a"],
    thinking: () => isThinking,
    nextId: () => ++last,
    put: (id, block) => void blocks.set(id, block),
  })
  for (const event of events) transcript.take({ position: "1", ...event } as Event)
  return [...blocks.entries()].sort(([a], [b]) => a - b).map(([, block]) => block)
}

const delta = (text: string, attempt = "1.1.1") => ({ type: "text-delta", attempt, text })
const text = (words: string) => [{ type: "text", text: words }]
const call = (name: string, given: object) => ({ type: "tool-call", call: "c", name, arguments: given })
const result = (words: string) => ({ type: "tool-result", call: "c", name: "x", content: text(words), ms: 7 })

describe("the transcript", () => {
  it("shows what was said, without control characters", () => {
    const said = { type: "turn-start", turn: 1, trace: "t", command: "1", input: text("hi\u001b[31m\u0007") }
    expect(shown([said])).toEqual([{ kind: "said", text: "hi" }])
  })

  it("makes a block of each finished piece of an answer", () => {
    const blocks = shown([delta("# A\n"), delta("\nb **c"), delta("**\n\nd")])
    expect(blocks).toEqual([
      { kind: "answer", text: "# A" },
      { kind: "answer", text: "b **c**" },
      { kind: "answer", text: "d" },
    ])
  })

  it("keeps what a person was asked together with the answer", () => {
    const asked = { type: "question-asked", call: "c", question: "Which\ncolour?", suggestions: ["red", "blue"] }
    const answer = { type: "question-answered", call: "c", answer: "red" }
    expect(shown([asked])).toEqual([])
    expect(shown([asked, answer, result("red")])).toEqual([{ kind: "note", text: "? Which colour? red" }])
  })

  it("begins a new block for another answer", () => {
    expect(shown([delta("one"), delta("two", "1.2.1")]).map((block) => "text" in block && block.text)).toEqual([
      "one",
      "two",
    ])
  })

  it("marks an answer that was taken back, also after its end, and says why", () => {
    const blocks = shown([
      delta("one\n\ntwo"),
      { type: "answer-end", attempt: "1.1.1", text: "one\n\ntwo" },
      { type: "answer-discarded", attempt: "1.1.1", why: "nudged" },
      { type: "nudge", reason: "unfinished", text: "go on" },
      delta("three", "1.2.1"),
    ])
    expect(blocks).toMatchObject([
      { text: "one", isTakenBack: true },
      { text: "two", isTakenBack: true },
      { kind: "note", text: expect.stringContaining("the answer was taken back") },
      { kind: "answer", text: "three" },
    ])
  })

  it("shows thinking only where it is wanted", () => {
    const events = [
      { type: "thinking-delta", attempt: "1.1.1", text: "hm" },
      { type: "thinking-delta", attempt: "1.1.1", text: "m" },
      { type: "thinking-end", attempt: "1.1.1" },
      { type: "thinking-delta", attempt: "1.2.1", text: "so" },
    ]
    expect(shown(events)).toEqual([
      { kind: "thinking", text: "hmm" },
      { kind: "thinking", text: "so" },
    ])
    expect(shown(events, false)).toEqual([])
  })

  it("gives a call one block, with its output while it runs and its result at the end", () => {
    const running = [call("x", { a: 1 }), { type: "tool-output", call: "c", offset: 0, text: "half" }]
    const begun = { kind: "tool", name: "x", arguments: { a: 1 }, diff: [] }
    expect(shown(running)).toEqual([{ ...begun, output: "half" }])
    expect(shown([...running, result("whole\n")])).toEqual([{ ...begun, output: "whole", outcome: "ok", ms: 7 }])
  })

  it("keeps only the last of what a running tool writes", () => {
    const [block] = shown([call("x", {}), { type: "tool-output", call: "c", offset: 0, text: "y".repeat(1e6) }])
    expect(block?.kind === "tool" && block.output.length).toBe(64 * 1024)
  })

  it("shows the change of a call that was not asked about, once it is done", () => {
    const write = call("write_file", { path: "a", content: "one" })
    expect(shown([write, result("Created")])).toMatchObject([{ diff: ["+ one"] }])
    const asked = { type: "approval-requested", call: "c", name: "write_file", arguments: {} }
    expect(shown([asked, write, result("Created")])).toMatchObject([{ diff: [] }])
    const failed = { type: "tool-error", call: "c", name: "x", outcome: "failed", content: text("no"), ms: 1 }
    expect(shown([write, failed])).toMatchObject([{ diff: [], outcome: "failed" }])
  })

  it("shows a call that was denied before it began", () => {
    const denied = { type: "tool-error", call: "c", name: "x", outcome: "denied", content: text("no"), ms: 0 }
    expect(shown([denied])).toMatchObject([{ kind: "tool", name: "x", outcome: "denied", output: "no" }])
  })

  it("shows suggestions and why a turn failed", () => {
    const end = { type: "turn-end", turn: 1, outcome: "failed", text: "", usage: {}, suggestions: ["Try again"] }
    const error = { code: "model-failed", message: "No answer." }
    expect(shown([{ ...end, error }])).toEqual([
      { kind: "note", text: "  1. Try again" },
      { kind: "note", text: "failed: No answer." },
    ])
  })
})
