import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import type { Call } from "../../contracts/message.ts"
import {
  aCall,
  answered,
  approvalRequested,
  approvalSettled,
  asked,
  opened,
  questionAnswered,
  questionAsked,
  said,
  stamp,
  toolFinished,
  toolStarted,
} from "../../testing/fact-builders.ts"
import { foldFacts } from "../state/fold.ts"
import { runTools } from "./run-tools.ts"

const a = aCall("a")
const b = aCall("b")
const c = aCall("c")
const writesX = (id: string) => aCall(id, "write", {}, ["x"])
const writesY = (id: string) => aCall(id, "write", {}, ["y"])
const writesBoth = (id: string) => aCall(id, "write", {}, ["y", "x"])

/** The step keys that the rule returns for these calls and what has happened to them. */
function keys(
  parallel: boolean,
  calls: readonly Call[],
  happened: readonly Draft[] = [],
): readonly string[] | undefined {
  const facts = stamp([opened(), said("go"), asked(), answered({ calls }), ...happened])
  return runTools({ parallel })(foldFacts(facts))?.map((step) => step.key)
}

const run = (...ids: readonly string[]) => ids.map((id) => `run-tool:${id}`)

interface Row {
  readonly name: string
  readonly calls: readonly Call[]
  readonly happened?: readonly Draft[]
  readonly steps: readonly string[] | undefined
}

const both: readonly Row[] = [
  { name: "returns no step for an answer without calls", calls: [], steps: undefined },
  {
    name: "returns no step once every call has its result",
    calls: [a, b],
    happened: [toolFinished("b"), toolFinished("a", "error")],
    steps: undefined,
  },
  { name: "runs the only call", calls: [a], steps: run("a") },
  {
    name: "expires approvals that have a time limit",
    calls: [a],
    happened: [{ ...approvalRequested("a"), expiresAt: 5 } as Draft],
    steps: ["expire:a"],
  },
  {
    name: "expires questions that have a time limit",
    calls: [a],
    happened: [{ ...questionAsked("a"), expiresAt: 5 } as Draft],
    steps: ["expire:a"],
  },
  {
    name: "expires nothing that was settled",
    calls: [a],
    happened: [{ ...approvalRequested("a"), expiresAt: 5 } as Draft, approvalSettled("a", "denied")],
    steps: run("a"),
  },
  {
    name: "rests while the only call awaits an approval",
    calls: [a],
    happened: [approvalRequested("a")],
    steps: ["rest"],
  },
  { name: "rests while the only call awaits an answer", calls: [a], happened: [questionAsked("a")], steps: ["rest"] },
  {
    name: "runs a call that was approved",
    calls: [a],
    happened: [approvalRequested("a"), approvalSettled("a")],
    steps: run("a"),
  },
  {
    name: "runs a call that was denied: its performer gives it its result",
    calls: [a],
    happened: [approvalRequested("a"), approvalSettled("a", "denied")],
    steps: run("a"),
  },
  {
    name: "runs a call whose question was answered: its performer gives it its result",
    calls: [a],
    happened: [questionAsked("a"), questionAnswered("a")],
    steps: run("a"),
  },
  { name: "keeps asking for a call that was started", calls: [a], happened: [toolStarted("a")], steps: run("a") },
]

const inParallel: readonly Row[] = [
  { name: "runs all calls at once", calls: [a, b, c], steps: run("a", "b", "c") },
  {
    name: "leaves finished calls out, and keeps request order",
    calls: [a, b, c],
    happened: [toolFinished("b")],
    steps: run("a", "c"),
  },
  {
    name: "does not let a call that awaits a person hold up the others",
    calls: [a, b, c],
    happened: [approvalRequested("a"), questionAsked("c")],
    steps: run("b"),
  },
  {
    name: "rests when all open calls await a person",
    calls: [a, b, c],
    happened: [approvalRequested("a"), questionAsked("c"), toolFinished("b")],
    steps: ["rest"],
  },
  {
    name: "holds back a call that touches what an earlier open call touches",
    calls: [writesX("a"), writesX("b"), writesY("c")],
    steps: run("a", "c"),
  },
  {
    name: "holds it back also while the earlier call runs",
    calls: [writesX("a"), writesX("b")],
    happened: [toolStarted("a")],
    steps: run("a"),
  },
  {
    name: "holds it back also while the earlier call awaits a person",
    calls: [writesX("a"), writesX("b")],
    happened: [approvalRequested("a")],
    steps: ["rest"],
  },
  {
    name: "runs it once the earlier call has finished, whatever its outcome",
    calls: [writesX("a"), writesX("b")],
    happened: [toolFinished("a", "denied")],
    steps: run("b"),
  },
  {
    name: "holds back a call behind another one that is held back",
    calls: [writesX("a"), writesBoth("b"), writesY("c")],
    steps: run("a"),
  },
  {
    name: "runs calls that touch nothing",
    calls: [writesX("a"), b, aCall("c", "read", {}, [])],
    steps: run("a", "b", "c"),
  },
]

const oneByOne: readonly Row[] = [
  { name: "runs the first call only", calls: [a, b, c], steps: run("a") },
  { name: "goes on with the next one", calls: [a, b, c], happened: [toolFinished("a")], steps: run("b") },
  {
    name: "rests while the first open call awaits a person",
    calls: [a, b],
    happened: [approvalRequested("a")],
    steps: ["rest"],
  },
]

describe("runTools", () => {
  it("returns no step when there is no turn", () => {
    expect(runTools({ parallel: true })(foldFacts(stamp([opened()])))).toBeUndefined()
  })

  it.each([true, false])("names the call in the step (parallel: %s)", (parallel) => {
    const facts = stamp([opened(), said("go"), asked(), answered({ calls: [a] })])
    expect(runTools({ parallel })(foldFacts(facts))).toEqual([{ kind: "run-tool", key: "run-tool:a", call: "a" }])
  })

  it.each([...both, ...inParallel])("in parallel: $name", ({ calls, happened, steps }) => {
    expect(keys(true, calls, happened)).toEqual(steps)
  })

  it.each([...both, ...oneByOne])("one by one: $name", ({ calls, happened, steps }) => {
    expect(keys(false, calls, happened)).toEqual(steps)
  })
})
