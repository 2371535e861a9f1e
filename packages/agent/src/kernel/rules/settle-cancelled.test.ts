import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import type { Step } from "../../registry/steps.ts"
import {
  aCall,
  answered,
  approvalRequested,
  asked,
  cancelled,
  finished,
  modelFailed,
  nudged,
  opened,
  questionAsked,
  said,
  stamp,
  steered,
  told,
  toolFinished,
  toolStarted,
} from "../../testing/fact-builders.ts"
import { foldFacts } from "../state/fold.ts"
import { settleCancelled } from "./settle-cancelled.ts"

const calls = answered({
  text: "I'll look.",
  calls: [aCall("a"), aCall("b", "tool", {}, ["x"]), aCall("c", "tool", {}, ["x"])],
})
const finish = (text: string): Step => ({ kind: "finish", key: "finish:1", outcome: "cancelled", text })
const run = (call: string): Step => ({ kind: "run-tool", key: `run-tool:${call}`, call })
const model = (iteration: number): Step => ({ kind: "call-model", key: `call-model:1.${iteration}`, iteration })

const stages: readonly { readonly name: string; readonly before: readonly Draft[]; readonly steps: readonly Step[] }[] =
  [
    { name: "before the model was asked", before: [], steps: [finish("")] },
    { name: "while the model answers: its performer closes the attempt", before: [asked()], steps: [model(1)] },
    { name: "after the attempt was aborted", before: [asked(), modelFailed("aborted")], steps: [finish("")] },
    { name: "while a retry is awaited", before: [asked(), modelFailed("rate-limit")], steps: [finish("")] },
    { name: "during a retry", before: [asked(), modelFailed("rate-limit"), asked("1.1.2")], steps: [model(1)] },
    { name: "after a text answer", before: [asked(), answered({ text: "done" })], steps: [finish("done")] },
    { name: "after an empty answer", before: [asked(), answered({})], steps: [finish("")] },
    { name: "after a nudge", before: [asked(), answered({}), nudged()], steps: [finish("")] },
    {
      name: "after an answer was taken back: the user no longer sees it",
      before: [asked(), answered({ text: "3 of 7." }), nudged()],
      steps: [finish("")],
    },
    {
      name: "after an answer was cut off",
      before: [asked(), answered({ text: "Part one, ", stop: "max-tokens" }), told()],
      steps: [finish("Part one, ")],
    },
    {
      name: "while an answer that was cut off is continued",
      before: [
        asked(),
        answered({ text: "Part one, ", stop: "max-tokens" }),
        told(),
        asked("1.2.1", 5),
        { ...modelFailed("aborted", "1.2.1"), text: "part" } as Draft,
      ],
      steps: [finish("Part one, part")],
    },
    {
      name: "with calls that were not started: all at once, also those that touch the same resource",
      before: [asked(), calls],
      steps: [run("a"), run("b"), run("c")],
    },
    {
      name: "with calls in every stage: each open one gets its result",
      before: [asked(), calls, toolStarted("a"), approvalRequested("b"), questionAsked("c")],
      steps: [run("a"), run("b"), run("c")],
    },
    {
      name: "with some results there",
      before: [asked(), calls, toolFinished("c"), toolStarted("a"), toolFinished("a")],
      steps: [run("b")],
    },
    {
      name: "with all results there",
      before: [asked(), calls, toolFinished("a"), toolFinished("b", "skipped"), toolFinished("c", "unknown")],
      steps: [finish("I'll look.")],
    },
    {
      name: "in a later iteration",
      before: [asked(), answered({ text: "x", calls: [aCall("a")] }), toolFinished("a"), asked("1.2.1", 5)],
      steps: [model(2)],
    },
    {
      name: "with input that no request has shown",
      before: [asked(), answered({ text: "done" }), steered("and?")],
      steps: [finish("done")],
    },
  ]

describe("settleCancelled", () => {
  it.each(stages)("returns no step for a turn that was not cancelled, $name", ({ before }) => {
    expect(settleCancelled()(foldFacts(stamp([opened(), said("go"), ...before])))).toBeUndefined()
  })

  it.each(stages)("settles a turn cancelled $name", ({ before, steps }) => {
    expect(settleCancelled()(foldFacts(stamp([opened(), said("go"), ...before, cancelled()])))).toEqual(steps)
  })

  it("returns no step when there is no turn, and for the turn after a cancelled one", () => {
    expect(settleCancelled()(foldFacts(stamp([opened()])))).toBeUndefined()
    const facts = stamp([opened(), said("go"), cancelled(), finished("cancelled"), said("again", 2)])
    expect(settleCancelled()(foldFacts(facts))).toBeUndefined()
  })
})
