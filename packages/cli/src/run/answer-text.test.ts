// Output into a pipe, where nothing can be taken back: vitest's own stdout is one here.
import type { Event } from "@pawl/agent"
import { describe, expect, it } from "vitest"
import { answerText } from "./answer-text.ts"

type Body = Event extends infer Each ? (Each extends Event ? Omit<Each, "position"> : never) : never

const delta = (attempt: string, text: string): Body => ({ type: "text-delta", attempt, text })
const ended = (attempt: string): Body => ({ type: "answer-end", attempt, text: "" })
const discarded = (attempt: string): Body => ({ type: "answer-discarded", attempt, why: "nudged" })
const nudge = (reason: string): Body => ({ type: "nudge", reason, text: "" })
const call: Body = { type: "tool-call", call: "c", name: "t", arguments: {} }
const turnEnd = (text: string, outcome: "completed" | "cancelled" = "completed"): Body => ({
  type: "turn-end",
  turn: 1,
  outcome,
  text,
  usage: { inputTokens: 0, outputTokens: 0 },
})
const over = (text: string): readonly Body[] => [{ type: "loop-end", turn: 1 }, turnEnd(text)]

/** The output after each event. */
function writtenAfter(...bodies: readonly Body[]): readonly string[] {
  let written = ""
  const text = answerText((piece) => {
    written += piece
  })
  return bodies.map((body) => {
    const event = { ...body, position: "" } as Event
    text.before(event)
    text.after(event)
    text.last(event, "")
    return written
  })
}

describe.skipIf(process.stdout.isTTY)("answerText in a pipe", () => {
  it("writes the final answer alone, when the turn ends", () => {
    const story = [delta("1", "Let me "), delta("1", "look."), ended("1"), call, delta("2", "It is 7."), ended("2")]
    expect(writtenAfter(...story, ...over("It is 7."))).toEqual([...Array(7).fill(""), "It is 7.\n"])
  })

  it("writes the last words of a call that ends the turn, and not what the model said before them", () => {
    expect(writtenAfter(delta("1", "Let me ask."), ended("1"), ...over("Which?")).at(-1)).toBe("Which?\n")
  })

  it("never writes an answer that is taken back", () => {
    const noCall: Body = { type: "no-tool-call", attempt: "1", why: "" }
    const story = [
      delta("1", "No."),
      ended("1"),
      noCall,
      discarded("1"),
      nudge("x"),
      delta("2", "Yes."),
      ...over("Yes."),
    ]
    expect(writtenAfter(...story).at(-1)).toBe("Yes.\n")
  })

  it("holds an answer back during a compaction, too", () => {
    const done: Body = { type: "compaction-done", strategy: "summarise", lost: [] }
    const story = [
      delta("1", "No."),
      ended("1"),
      { type: "compaction-start" } as const,
      done,
      discarded("1"),
      ...over(""),
    ]
    expect(writtenAfter(...story).at(-1)).toBe("")
  })

  it("continues an answer that was cut off in its line", () => {
    const story = [
      delta("1", "Half a wo"),
      ended("1"),
      nudge("max-tokens"),
      delta("2", "rd."),
      ended("2"),
      ...over("Half a word."),
    ]
    expect(writtenAfter(...story).at(-1)).toBe("Half a word.\n")
  })

  it("writes the beginning of a cancelled answer", () => {
    const error = { class: "aborted", code: "aborted", message: "" } as const
    const story: readonly Body[] = [
      delta("1", "Half"),
      { type: "cancelled", turn: 1 },
      { type: "model-error", attempt: "1", error },
      turnEnd("", "cancelled"),
    ]
    expect(writtenAfter(...story)).toEqual(["", "", "", "Half\n"])
  })
})
