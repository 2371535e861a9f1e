// Facts in, the next step out: what a plan does in each situation.
import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import { nextSteps } from "../../kernel/next-steps.ts"
import { foldFacts } from "../../kernel/state/fold.ts"
import { localDesktop } from "../../profiles/local-desktop.ts"
import * as fact from "../../testing/fact-builders.ts"
import type { PlanOptions } from "./options.ts"
import { orchestrated } from "./orchestrated.ts"

const TWO: PlanOptions = { models: 1, planner: 1, router: 2 }

function next(drafts: readonly Draft[], options: PlanOptions = TWO) {
  const rules = orchestrated(localDesktop({ models: options.models }).rules, options)
  const [step] = nextSteps(foldFacts(fact.stamp([fact.opened(), fact.said("go"), ...drafts])), rules)
  return step
}

const planned = [
  fact.planAsked("plan", "1.1.1", undefined, 1),
  fact.planAnswered("plan", { text: "1. a\n2. b (needs 1)\n3. c" }, "1.1.1"),
]
const steps = [
  { what: "a", needs: [] },
  { what: "b", needs: [1] },
  { what: "c", needs: [] },
]
const made = [...planned, fact.planMade(...steps)]
const asked = (number: number, iteration: number, time = 1) =>
  fact.planAsked("route", `1.${iteration}.1`, { number, what: steps[number - 1]?.what ?? "", time }, 2)
const called = (iteration: number, ...ids: readonly string[]) =>
  fact.planAnswered("route", { calls: ids.map((id) => fact.aCall(id)) }, `1.${iteration}.1`)
const worked = (id: string) => [fact.toolStarted(id), fact.toolFinished(id)]
const first = [...made, asked(1, 2), called(2, "x"), ...worked("x"), fact.stepFinished(1, "ok", ["x"])]
const note = (what: string, says: object) => ({ kind: "note-plan", key: `plan:1:${what}`, says })
const failed = (why: unknown) => note("failed", { type: "plan-failed", why })
const ask = (iteration: number, more: object = {}) => ({
  kind: "call-model",
  key: `call-model:1.${iteration}`,
  iteration,
  ...more,
})

describe("a plan", () => {
  it.each<{ name: string; facts: readonly Draft[]; step: object; options?: PlanOptions }>([
    { name: "is first requested from the planner", facts: [], step: ask(1, { phase: "plan", chain: 1 }) },
    {
      name: "is requested from the agent's model when there is no planner",
      facts: [],
      step: ask(1, { phase: "plan" }),
      options: { models: 1 },
    },
    {
      name: "is requested again when a crash left the request open",
      facts: planned.slice(0, 1),
      step: ask(1, { phase: "plan", chain: 1 }),
    },
    { name: "is recorded once it is parsed", facts: planned, step: note("made", { type: "plan-made", steps }) },
    {
      name: "fails when it is too long",
      facts: planned,
      step: failed("The plan has 3 steps, and 2 are allowed."),
      options: { ...TWO, maxSteps: 2 },
    },
    {
      name: "asks the router for the call of its first step",
      facts: made,
      step: ask(2, { phase: "route", chain: 2, step: { number: 1, what: "a", time: 1 } }),
    },
    {
      name: "asks for it again when no call came",
      facts: [...made, asked(1, 2), called(2)],
      step: ask(3, { phase: "route", step: { number: 1, what: "a", time: 2 } }),
    },
    {
      name: "gives up a step after three tries",
      facts: [
        ...made,
        asked(1, 2),
        called(2),
        asked(1, 3, 2),
        called(3),
        asked(1, 4, 3),
        fact.planAnswered("route", { text: "Hm." }, "1.4.1"),
      ],
      step: note("step 1", {
        step: 1,
        outcome: "failed",
        result: "No call came of 3 tries. There was no call in it: Hm.",
      }),
    },
    {
      name: "runs the call like any other",
      facts: [...made, asked(1, 2), called(2, "x")],
      step: { kind: "run-tool", call: "x" },
    },
    {
      name: "waits while an approval of the call is pending",
      facts: [...made, asked(1, 2), called(2, "x"), fact.approvalRequested("x")],
      step: { kind: "rest" },
    },
    {
      name: "records that a step is done",
      facts: [...made, asked(1, 2), called(2, "x"), ...worked("x")],
      step: note("step 1", { type: "plan-step-finished", step: 1, outcome: "ok", result: "result of x", calls: ["x"] }),
    },
    {
      name: "records a failed step when its tool failed (L18)",
      facts: [
        ...made,
        asked(1, 2),
        called(2, "x"),
        fact.toolStarted("x"),
        fact.toolFinished("x", "error", "It broke."),
      ],
      step: note("step 1", { outcome: "failed", result: "tool (error): It broke." }),
    },
    {
      name: "records a failed step when one of its two calls failed",
      facts: [
        ...made,
        asked(1, 2),
        called(2, "x", "y"),
        ...worked("x"),
        fact.toolStarted("y"),
        fact.toolFinished("y", "timeout"),
      ],
      step: note("step 1", { outcome: "failed", calls: ["x", "y"] }),
    },
    {
      name: "records a failed step when its call was denied, and does not ask again",
      facts: [
        ...made,
        asked(1, 2),
        called(2, "x"),
        fact.approvalRequested("x"),
        fact.approvalSettled("x", "denied"),
        fact.toolFinished("x", "denied"),
      ],
      step: note("step 1", { outcome: "failed" }),
    },
    {
      name: "records a failed step when its effect is unknown",
      facts: [...made, asked(1, 2), called(2, "x"), fact.toolStarted("x"), fact.toolFinished("x", "unknown")],
      step: note("step 1", { outcome: "failed" }),
    },
    {
      name: "asks again for a call that could not be run",
      facts: [...made, asked(1, 2), called(2, "x"), fact.toolFinished("x", "error", "There is no tool.")],
      step: ask(3, { phase: "route", step: { number: 1, time: 2 } }),
    },
    {
      name: "asks again after a look at a long result",
      facts: [
        ...made,
        asked(1, 2),
        fact.planAnswered("route", { calls: [fact.aCall("x", "read_result")] }, "1.2.1"),
        fact.toolStarted("x", "read", "read_result"),
        fact.toolFinished("x"),
      ],
      step: ask(3, { phase: "route", step: { number: 1, time: 2 } }),
    },
    {
      name: "continues with the step that needed the first",
      facts: first,
      step: ask(3, { phase: "route", step: { number: 2, what: "b", time: 1 } }),
    },
    {
      name: "fails when a step failed that a later one needs",
      facts: [...made, fact.stepFinished(1, "failed")],
      step: failed("Step 1 failed, and step 2 needs it: result of step 1"),
    },
    {
      name: "continues when a step failed that no other needs",
      facts: [...made, fact.stepFinished(3, "failed")],
      step: ask(2, { phase: "route", step: { number: 1 } }),
    },
    {
      name: "fails when its steps wait for one another",
      facts: [...planned, fact.planMade({ what: "a", needs: [2] }, { what: "b", needs: [1] })],
      step: failed("Its steps wait for one another."),
    },
    {
      name: "fails when no tool was called at all",
      facts: [...planned, fact.planMade({ what: "a", needs: [] }), fact.stepFinished(1, "failed")],
      step: failed("No tool was called at all."),
    },
    {
      name: "asks for the answer from the results once all steps have ended",
      facts: [...first, fact.stepFinished(2, "ok", ["y"]), fact.stepFinished(3, "failed")],
      step: ask(3, { phase: "synthesis", chain: 1 }),
    },
    {
      name: "ends the turn with that answer",
      facts: [
        ...first,
        fact.stepFinished(2),
        fact.stepFinished(3),
        fact.planAsked("synthesis", "1.3.1", undefined, 1),
        fact.planAnswered("synthesis", { text: "Done." }, "1.3.1"),
      ],
      step: { kind: "finish", outcome: "completed", text: "Done." },
    },
    {
      name: "fails when the user says something else, which is then answered without it",
      facts: [...first, fact.steered("wait")],
      step: failed("Something else was said meanwhile."),
    },
    {
      name: "that failed is followed by a request to the agent's own model",
      facts: [...first, fact.planFailed()],
      step: ask(3),
    },
    {
      name: "that failed before it was made leaves the turn to the agent's own model",
      facts: [fact.planFailed("There are no tools.")],
      step: ask(1),
    },
  ])("$name", ({ facts, step, options }) => {
    expect(next(facts, options)).toMatchObject(step)
  })

  it("that failed asks only the agent's own model, in no phase", () => {
    expect(next([...first, fact.planFailed()])).toEqual(ask(3))
  })
})

describe("a request that fails", () => {
  const down = (attempt: string) => fact.modelFailed("network", attempt)
  const words = "could not be asked: network"
  it.each<{ name: string; facts: readonly Draft[]; step: object; options?: PlanOptions }>([
    {
      name: "to the planner fails the plan",
      facts: [...planned.slice(0, 1), down("1.1.1")],
      step: failed(`The planner (scripted) ${words}`),
    },
    {
      name: "to the router fails the plan",
      facts: [...made, asked(1, 2), down("1.2.1")],
      step: failed(`The router (scripted) ${words}`),
    },
    {
      name: "to the planner with a passing failure is retried first",
      facts: [...planned.slice(0, 1), fact.modelFailed("server-error", "1.1.1")],
      step: ask(1, { phase: "plan", chain: 1 }),
    },
    {
      name: "to the router because the step is too large fails the plan",
      facts: [...made, asked(1, 2), fact.modelFailed("context-overflow", "1.2.1")],
      step: failed("Step 1 does not fit the window of scripted."),
    },
    {
      name: "because it could not be built fails the plan, whichever model it was for",
      facts: [fact.planAsked("plan", "1.1.1"), fact.modelFailed("internal", "1.1.1")],
      step: failed("The planner (scripted) could not be asked: internal"),
      options: { models: 1 },
    },
    {
      name: "to the agent's own model fails the turn, because no other model would be asked without a plan",
      facts: [fact.planAsked("plan", "1.1.1"), down("1.1.1")],
      step: { kind: "finish", outcome: "failed" },
      options: { models: 1 },
    },
    {
      name: "is made again to the next model of the chain",
      facts: [fact.planAsked("plan", "1.1.1"), down("1.1.1")],
      step: ask(1, { phase: "plan", chain: 1 }),
      options: { models: 2 },
    },
    {
      name: "because of a crash that keeps coming back fails the turn",
      facts: [...made, asked(1, 2), fact.modelFailed("crashed", "1.2.1")],
      step: { kind: "finish", outcome: "failed" },
    },
  ])("$name", ({ facts, step, options }) => {
    expect(next(facts, options)).toMatchObject(step)
  })

  it("for the answer still reports what was done", () => {
    const facts = [
      ...made,
      ...[1, 2].map((step) => fact.stepFinished(step, "ok", ["x"])),
      fact.stepFinished(3, "failed"),
    ]
    const end = next([...facts, fact.planAsked("synthesis", "1.2.1"), fact.modelFailed("network", "1.2.1")], {
      models: 1,
    })
    expect(end).toMatchObject({ kind: "finish", outcome: "failed" })
    expect(end?.kind === "finish" && end.text).toContain("- a: done\n- b: done\n- c: not done")
  })
})

it("a step may repeat the call of an earlier one; without a plan the profile refuses it", () => {
  const again = [...first, asked(2, 3), called(3, "y")]
  expect(next(again)).toEqual({ kind: "run-tool", key: "run-tool:y", call: "y" })
  const alone = [...first, fact.planFailed(), fact.asked("1.3.1"), fact.answered({ calls: [fact.aCall("y")] }, "1.3.1")]
  expect(next(alone)).toMatchObject({ kind: "run-tool", refusal: { code: "repeated-call" } })
})

it("a turn is not planned while the planner or the router was unreachable lately", () => {
  const before = [
    fact.planAsked("plan", "1.1.1", undefined, 1),
    fact.modelFailed("network", "1.1.1"),
    fact.planFailed(),
    fact.finished(),
  ]
  expect(next([...before, fact.said("again", 2)])).toMatchObject({
    key: "plan:2:failed",
    says: { why: "The planner could not be reached lately." },
  })
})

describe("a turn with a plan", () => {
  it("with too many requests is asked for its last answer, without the plan", () => {
    const facts = Array.from({ length: 29 }, (_, index) => asked(1, index + 2, index + 1))
    expect(next([...made, ...facts, called(30)], { ...TWO, tries: 99 })).toMatchObject({
      kind: "nudge",
      reason: "iteration-limit",
    })
    const ending = [...made, ...facts, called(30), fact.ending()]
    expect(next(ending, { ...TWO, tries: 99 })).toEqual(ask(31))
  })

  it("that is cancelled ends, whatever its plan", () => {
    expect(next([...first, fact.cancelled()])).toMatchObject({ kind: "finish", outcome: "cancelled", text: "" })
    expect(next([...made, asked(1, 2), fact.cancelled()])).toMatchObject(ask(2, { phase: "route" }))
  })
})
