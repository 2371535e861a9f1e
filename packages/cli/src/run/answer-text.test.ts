// Into a pipe, where nothing that was written can be taken back: vitest's own stdout is one here.
import type { Event } from "@pawl/agent"
import { describe, expect, it } from "vitest"
import { answerText } from "./answer-text.ts"

type Body = Event extends infer Each ? (Each extends Event ? Omit<Each, "position"> : never) : never

const delta = (attempt: string, text: string): Body => ({ type: "text-delta", attempt, text })
const ended = (attempt: string): Body => ({ type: "answer-end", attempt, text: "" })
const discarded = (attempt: string): Body => ({ type: "answer-discarded", attempt, why: "nudged" })
const nudge = (reason: string): Body => ({ type: "nudge", reason, text: "" })
const LOOP_END: Body = { type: "loop-end", turn: 1 }

/** What was written before each event was over. */
function writtenAfter(...bodies: readonly Body[]): readonly string[] {
  let written = ""
  const text = answerText((piece) => {
    written += piece
  })
  return bodies.map((body) => {
    const event = { ...body, position: "" } as Event
    text.before(event)
    text.after(event)
    return written
  })
}

describe.skipIf(process.stdout.isTTY)("an answer", () => {
  it("is written when it can no longer be taken back, on lines of its own", () => {
    const call: Body = { type: "tool-call", call: "c", name: "t", arguments: {} }
    expect(writtenAfter(delta("1", "Let me "), delta("1", "look."), ended("1"), call)).toEqual([
      "",
      "",
      "",
      "Let me look.\n",
    ])
  })

  it("that is taken back is never written", () => {
    const noCall: Body = { type: "no-tool-call", attempt: "1", why: "" }
    const story = [delta("1", "No."), ended("1"), noCall, discarded("1"), nudge("x"), delta("2", "Yes."), LOOP_END]
    expect(writtenAfter(...story).at(-1)).toBe("Yes.\n")
  })

  it("may be taken back after the history was condensed, too", () => {
    const done: Body = { type: "compaction-done", strategy: "summarise", lost: [] }
    const story = [delta("1", "No."), ended("1"), { type: "compaction-start" } as const, done, discarded("1"), LOOP_END]
    expect(writtenAfter(...story).at(-1)).toBe("")
  })

  it("that was cut off goes on in its line", () => {
    const story = [delta("1", "Half a wo"), ended("1"), nudge("max-tokens"), delta("2", "rd."), ended("2"), LOOP_END]
    expect(writtenAfter(...story).at(-1)).toBe("Half a word.\n")
  })

  it("that was cancelled is written as far as it came", () => {
    const error = { class: "aborted", code: "aborted", message: "" } as const
    const story: readonly Body[] = [
      delta("1", "Half"),
      { type: "cancelled", turn: 1 },
      { type: "model-error", attempt: "1", error },
      LOOP_END,
    ]
    expect(writtenAfter(...story)).toEqual(["", "", "", "Half\n"])
  })
})
