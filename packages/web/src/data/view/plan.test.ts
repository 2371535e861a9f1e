// The steps of a plan as they are worked on: events number them from 1.
import type { Event } from "@pawl/client"
import { expect, it } from "vitest"
import { applyEvent } from "./apply-event.ts"
import { EMPTY_VIEW } from "./session-view.ts"

const PLAN = { type: "plan-made", steps: [{ what: "Look" }, { what: "Count" }, { what: "Tell" }] }

it.each([
  ["a step begins", [{ type: "step-start", step: 1, what: "Look" }], ["running", "open", "open"]],
  [
    "one ends, and the next begins",
    [
      { type: "step-end", step: 1, outcome: "ok", result: "Seen." },
      { type: "step-start", step: 2, what: "Count" },
    ],
    ["ok", "running", "open"],
  ],
  ["the last one fails", [{ type: "step-end", step: 3, outcome: "failed", result: "No." }], ["open", "open", "failed"]],
])("%s", (_, events, states) => {
  const all = [PLAN, ...events] as unknown as readonly Event[]
  const { plan } = all.reduce((view, event) => applyEvent(view, event, 1), EMPTY_VIEW)
  expect(plan.map(({ state }) => state)).toEqual(states)
})
