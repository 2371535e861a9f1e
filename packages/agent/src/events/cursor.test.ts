import { describe, expect, it } from "vitest"
import type { Event } from "../contracts/event.ts"
import type { Draft } from "../contracts/fact.ts"
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
  planAnswered,
  planAsked,
  questionAnswered,
  questionAsked,
  said,
  stamp,
  steered,
  toolFinished,
  toolStarted,
} from "../testing/fact-builders.ts"
import { Cursor } from "./cursor.ts"
import { parsePosition, START } from "./position.ts"

/** A draft is recorded; a string is text of the answer in flight. */
type Happening = Draft | string

function eventsOf(happenings: readonly Happening[], from = START): readonly Event[] {
  const cursor = new Cursor(from)
  const facts = stamp(happenings.filter((each) => typeof each !== "string"))
  let attempt = ""
  let text = ""
  let next = 0
  return happenings.flatMap((each) => {
    if (typeof each === "string") {
      text += each
      return cursor.publishText(attempt, (offset) => text.slice(offset))
    }
    const fact = facts[next++]!
    if (fact.type === "model-asked") [attempt, text] = [fact.attempt, ""]
    return fact.seq > from.seq ? cursor.publish(fact) : []
  })
}

const types = (happenings: readonly Happening[]) => eventsOf(happenings).map((event) => event.type)
const start = [opened(), said("go"), asked()]
const failedWith = (errorClass: "rate-limit" | "aborted", text: string): Draft =>
  ({ ...modelFailed(errorClass), text }) as Draft

describe("Cursor", () => {
  it("publishes a turn with its positions", () => {
    const events = eventsOf([...start, "Hel", "lo", answered({ text: "Hello" }), finished()])
    expect(events.map(({ type, position }) => `${type} ${position}`)).toEqual([
      "turn-start 1+1",
      "loop-start 2",
      "iteration-start 3:1.1.1:0",
      "text-start 3:1.1.1:0t",
      "text-delta 3:1.1.1:3",
      "text-delta 3:1.1.1:5",
      "text-end 3:1.1.1:5n",
      "answer-end 4",
      "loop-end 4+1",
      "turn-end 5",
    ])
  })

  it.each<{ draft: Draft; event: object }>([
    { draft: steered("x"), event: { type: "input-added", turn: 1, command: "steer-x" } },
    {
      draft: approvalRequested("a"),
      event: { type: "approval-requested", call: "a", preview: "tool()", risk: "changes" },
    },
    { draft: approvalSettled("a", "denied"), event: { type: "approval-settled", call: "a", decision: "denied" } },
    { draft: questionAsked("a"), event: { type: "question-asked", call: "a", question: "Which?", suggestions: [] } },
    { draft: questionAnswered("a"), event: { type: "question-answered", call: "a", answer: "This one" } },
    { draft: toolStarted("a"), event: { type: "tool-call", call: "a", name: "tool", arguments: {} } },
    { draft: toolFinished("a"), event: { type: "tool-result", call: "a", name: "tool", ms: 1 } },
    { draft: toolFinished("a", "denied"), event: { type: "tool-error", call: "a", outcome: "denied" } },
    { draft: toolFinished("a", "unknown"), event: { type: "tool-error", call: "a", outcome: "unknown" } },
    { draft: cancelled(), event: { type: "cancelled", turn: 1 } },
  ])("publishes $draft.type as $event.type", ({ draft, event }) => {
    expect(eventsOf([opened(), said("go"), draft]).slice(2)).toEqual([expect.objectContaining(event)])
  })

  it("publishes why a turn failed before its end", () => {
    const error = { code: "iteration-limit", message: "Max tool iterations reached" }
    const events = eventsOf([opened(), said("go"), { ...finished("failed"), error } as Draft]).slice(2)
    expect(events).toMatchObject([
      { type: "error", ...error },
      { type: "loop-end", turn: 1 },
      { type: "turn-end", turn: 1, outcome: "failed", error },
    ])
  })

  it("publishes suggested answers with the end of the turn", () => {
    const asks = { ...finished(), text: "Which?", suggestions: ["This", "That"] } as Draft
    expect(eventsOf([opened(), said("go"), asks]).at(-1)).toMatchObject({
      text: "Which?",
      suggestions: ["This", "That"],
    })
  })

  it("publishes nothing for facts that only the log needs", () => {
    expect(types([opened(), { type: "catalogue-changed", added: [], removed: [], why: "x" }])).toEqual([])
  })

  it("publishes a plan step by step, each step's start once, and no text of planner and router", () => {
    const route = (attempt: string, time: number) => planAsked("route", attempt, { number: 1, what: "Look", time })
    expect(
      eventsOf([
        opened(),
        planAsked("plan", "1.1.1"),
        planAnswered("plan", { text: "1. Look" }, "1.1.1"),
        { type: "plan-made", steps: ["Look", { what: "Tell", needs: [1], tool: "say" }] },
        route("1.2.1", 1),
        planAnswered("route", { text: "Which?" }, "1.2.1"),
        route("1.3.1", 2),
        route("1.3.2", 2),
        planAnswered("route", { text: "Now.", calls: [aCall("a")] }, "1.3.2"),
        { type: "plan-step-finished", step: 1, outcome: "ok", result: "seen" },
        { type: "plan-failed", why: "No reason." },
      ]).map(({ position: _at, ...event }) => event),
    ).toEqual([
      { type: "iteration-start", iteration: 1, attempt: "1.1.1", model: "scripted", phase: "plan" },
      { type: "answer-end", attempt: "1.1.1", text: "" },
      {
        type: "plan-made",
        steps: [
          { what: "Look", needs: [] },
          { what: "Tell", needs: [1], tool: "say" },
        ],
      },
      { type: "step-start", step: 1, what: "Look" },
      { type: "iteration-start", iteration: 2, attempt: "1.2.1", model: "scripted", phase: "route" },
      { type: "answer-end", attempt: "1.2.1", text: "" },
      { type: "iteration-start", iteration: 3, attempt: "1.3.1", model: "scripted", phase: "route" },
      { type: "iteration-start", iteration: 3, attempt: "1.3.2", model: "scripted", phase: "route" },
      { type: "answer-end", attempt: "1.3.2", text: "" },
      { type: "step-end", step: 1, outcome: "ok", result: "seen" },
      { type: "plan-failed", why: "No reason." },
    ])
  })

  it("publishes the text of an answer that was not streamed before its end", () => {
    expect(eventsOf([...start, answered({ text: "Hello" })]).slice(3)).toMatchObject([
      { type: "text-start", attempt: "1.1.1" },
      { type: "text-delta", attempt: "1.1.1", text: "Hello" },
      { type: "text-end", attempt: "1.1.1" },
      { type: "answer-end", attempt: "1.1.1", text: "Hello" },
    ])
  })

  it("publishes only the missing text of an answer that was streamed in part", () => {
    const events = eventsOf([...start, "Hel", answered({ text: "Hello", calls: [aCall("a")] })])
    expect(events.slice(3)).toMatchObject([
      { type: "text-start" },
      { text: "Hel" },
      { type: "text-delta", text: "lo" },
      { type: "text-end" },
      { type: "answer-end" },
    ])
  })

  it("ignores text of an attempt that is not in flight", () => {
    const cursor = new Cursor(START)
    for (const fact of stamp(start)) cursor.publish(fact)
    expect(cursor.publishText("1.1.2", () => "late")).toEqual([])
    expect(cursor.publishThinking("1.1.2", () => "late")).toEqual([])
  })

  it("publishes a tool's output while it runs, each piece once", () => {
    const cursor = new Cursor(START)
    const told = () => cursor.publishOutput("a", (offset) => "output".slice(offset)).map((event) => event.type)
    const [started] = stamp([toolStarted("a")])
    cursor.publish(started!)
    expect(told()).toEqual(["tool-output"])
    expect(told()).toEqual([])
  })
})

describe("answer-discarded", () => {
  it.each<{ name: string; happenings: readonly Happening[]; why: string | undefined }>([
    { name: "by a crash after text", happenings: [...start, "Hel", asked("1.1.2")], why: "crashed" },
    { name: "by a crash before any text", happenings: [...start, asked("1.1.2")], why: undefined },
    { name: "by a failure after text", happenings: [...start, "Hel", modelFailed("rate-limit")], why: "failed" },
    {
      name: "by a failure whose text was not published",
      happenings: [...start, failedWith("rate-limit", "Hel")],
      why: undefined,
    },
    { name: "by an interruption after text", happenings: [...start, "Hel", modelFailed("interrupted")], why: "failed" },
    { name: "by a nudge", happenings: [...start, "Hel", answered({ text: "Hel" }), nudged()], why: "nudged" },
    {
      name: "not at all: the user stopped it",
      happenings: [...start, "Hel", failedWith("aborted", "Hello")],
      why: undefined,
    },
    { name: "not at all: it was answered", happenings: [...start, "Hel", answered({ text: "Hello" })], why: undefined },
    {
      name: "not at all: the next request follows an answer",
      happenings: [...start, "x", answered({ text: "x" }), asked("1.2.1", 4)],
      why: undefined,
    },
  ])("is published when the answer is taken back $name: $why", ({ happenings, why }) => {
    const discarded = eventsOf(happenings).filter((event) => event.type === "answer-discarded")
    expect(discarded.map((event) => [event.attempt, event.why])).toEqual(why === undefined ? [] : [["1.1.1", why]])
  })

  it("is published before the events that follow from it", () => {
    expect(types([...start, "x", asked("1.1.2")]).slice(-3)).toEqual([
      "text-end",
      "answer-discarded",
      "iteration-start",
    ])
    expect(types([...start, "x", modelFailed("rate-limit")]).slice(-3)).toEqual([
      "text-end",
      "answer-discarded",
      "model-error",
    ])
  })

  it("is published to subscribers that got only its thinking", () => {
    const cursor = new Cursor(START)
    const facts = stamp([...start, asked("1.1.2")])
    for (const fact of facts.slice(0, 3)) cursor.publish(fact)
    cursor.publishThinking("1.1.1", (offset) => "hm".slice(offset))
    expect(cursor.publish(facts[3]!).map((event) => event.type)).toEqual([
      "thinking-end",
      "answer-discarded",
      "iteration-start",
    ])
  })

  it("makes the next answer start from its beginning", () => {
    const events = eventsOf([...start, "Hel", asked("1.1.2"), "Hel", answered({ text: "Hello" }, "1.1.2")])
    const texts = events.filter((event) => event.type === "text-delta").map((event) => `${event.attempt} ${event.text}`)
    expect(texts).toEqual(["1.1.1 Hel", "1.1.2 Hel", "1.1.2 lo"])
  })

  it("is not published when the user stops an answer: its text stays, to the last letter", () => {
    expect(eventsOf([...start, "Hel", failedWith("aborted", "Hello")]).slice(-3)).toMatchObject([
      { type: "text-delta", text: "lo" },
      { type: "text-end" },
      { type: "model-error", error: { class: "aborted" } },
    ])
  })
})

describe("a subscriber that resumes", () => {
  it("continues in the middle of an answer", () => {
    const happenings = [...start, "Hel", "lo", answered({ text: "Hello" })]
    const events = eventsOf(happenings, parsePosition("3:1.1.1:3"))
    expect(events).toMatchObject([{ type: "text-delta", text: "lo" }, { type: "text-end" }, { type: "answer-end" }])
  })

  it("learns that the answer it had seen in part was taken back meanwhile", () => {
    const events = eventsOf([...start, asked("1.1.2")], parsePosition("3:1.1.1:3"))
    expect(events.map((event) => event.type)).toEqual(["text-end", "answer-discarded", "iteration-start"])
  })
})
