// What the rows below the input say.
import type { Event } from "@pawl/agent"
import { describe, expect, it } from "vitest"
import type { Style } from "../../terminal/style.ts"
import { busyRow, IDLE, placeRow, type Status, statusAfter, turnSummary } from "./status.ts"

const same = (text: string) => text
const style: Style = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same }

/** After these events, one a second from the first second on. */
function after(...events: readonly object[]): Status {
  let status = IDLE
  for (const [at, event] of events.entries())
    status = statusAfter(status, { position: "1", ...event } as Event, (at + 1) * 1000)
  return status
}

const start = { type: "turn-start" }
const asked = { type: "iteration-start" }
const answered = { type: "answer-end", usage: { inputTokens: 900, outputTokens: 100, costUsd: 0.25 } }
const end = { type: "turn-end", usage: {} }

describe("the row of a turn", () => {
  it.each<[what: string, events: readonly object[], row: RegExp | undefined]>([
    ["nothing between turns", [], undefined],
    ["nothing after a turn", [start, asked, answered, end], undefined],
    ["that the model is asked", [start, asked], /asking the model 9 s, Esc stops$/],
    ["that it answers", [start, asked, { type: "text-start" }], /answering/],
    ["which tool runs", [start, { type: "tool-call", name: "x" }], /running x/],
    ["that a person is asked", [start, { type: "approval-requested" }], /waiting for your approval/],
    [
      "when the model is asked again",
      [start, { type: "model-error", error: { message: "busy" } }, { type: "retry-wait", until: 13_000 }],
      /model: busy \(again in 3 s\)/,
    ],
    [
      "the rate limit",
      [start, { type: "rate-wait", model: "m", until: 12_000 }],
      /rate of m is limited \(again in 2 s\)/,
    ],
  ])("says %s", (_, events, row) => {
    const said = busyRow(after(...events), 10_000, style)
    if (row === undefined) expect(said).toBeUndefined()
    else expect(said).toMatch(row)
  })
})

it("a long message of a provider leaves room for the seconds and for Esc", () => {
  const trouble = { type: "model-error", error: { message: "openai limits the rate ".repeat(5) } }
  const row = busyRow(after(start, trouble, { type: "retry-wait", until: 13_000 }), 10_000, style, 60)
  expect(row).toMatch(/^. model: .*\.\.\. \(again in 3 s\) 9 s, Esc stops$/)
  expect(row?.length).toBeLessThanOrEqual(60)
})

describe("the row of the place", () => {
  const place = { folder: "/work", model: "m", profile: "own", mode: "ask", queued: 2 }
  const budget = { window: 100, system: 10, tools: 10, history: 22, output: 0, safety: 0, remaining: 58 }
  const status = after(start, { type: "context-budget", budget }, asked, answered)

  it.each([
    [100, "/work | m | own | mode ask | 42% of context | 1.0k tokens | $0.2500 | 2 queued"],
    [65, "/work | m | mode ask | 42% of context | $0.2500 | 2 queued"],
    [39, "m | mode ask | 2 queued"],
    [10, "mode ask"],
  ])("fits %i columns", (width, row) => {
    expect(placeRow(status, place, width)).toBe(row)
  })

  it.each<[what: string, events: readonly object[], row: string]>([
    ["an answer", [start, asked, answered], "mode ask | 3.0k tokens | $1.25"],
    [
      "a turn, with its summaries",
      [start, asked, answered, { type: "turn-end", usage: { inputTokens: 1500, outputTokens: 500, costUsd: 0.5 } }],
      "mode ask | 4.0k tokens | $1.50",
    ],
    ["a turn whose beginning was not seen", [answered, end], "mode ask | 3.0k tokens | $1.25"],
  ])("adds %s to what the session used before", (_, events, row) => {
    const used = { ...IDLE, used: { inputTokens: 1500, outputTokens: 500, costUsd: 1 } }
    const bare = { folder: "", model: "", profile: "default", mode: "ask", queued: 0 }
    const status = events.reduce<Status>(
      (now, event) => statusAfter(now, { position: "1", ...event } as Event, 1),
      used,
    )
    expect(placeRow(status, bare, 100)).toBe(row)
  })

  it("leaves out what is usual", () => {
    const usual = { ...place, profile: "default", queued: 0 }
    expect(placeRow(IDLE, usual, 80)).toBe("/work | m | mode ask")
  })
})

it("tells the time of the model and of tools apart", () => {
  const status = after(start, asked, answered, { type: "tool-result", ms: 1500 }, asked, answered)
  expect(turnSummary(status, 9000)).toBe("8.0 s (model 2.0 s, tools 1.5 s)")
  expect(turnSummary(after(start), 1001)).toBeUndefined()
})
