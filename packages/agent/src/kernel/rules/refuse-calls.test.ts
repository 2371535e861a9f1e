import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import type { Call } from "../../contracts/message.ts"
import {
  aCall,
  answered,
  approvalRequested,
  approvalSettled,
  asked,
  cancelled,
  finished,
  said,
  steered,
  told,
  toolFinished,
  toolStarted,
} from "../../testing/fact-builders.ts"
import type { Rule } from "../rule.ts"
import { atItsEnd, type Row, stateAfter } from "./__fixtures__/state-after.ts"
import { refuseExtraCalls, refuseRepeats, refuseWhenEnding, refuseWithheld } from "./refuse-calls.ts"

/** The calls that the rule refuses, and the reasons. */
function refusals(rule: Rule, drafts: readonly Draft[]): readonly string[] | undefined {
  return rule(stateAfter(drafts))?.map((step) => (step.kind === "run-tool" ? `${step.call} ${step.refusal?.code}` : ""))
}

const calling = (...calls: readonly Call[]): readonly Draft[] => [said("go"), asked(), answered({ calls })]
const three = calling(aCall("a"), aCall("b"), aCall("c"))

describe("refuseExtraCalls", () => {
  it("names the call and says what to do, in the step that would have run it (F12 M30)", () => {
    const message =
      'Not run: "write" was call 2 of one answer, and only the first runs. Look at its result, then make this call again if it is still needed.'
    expect(refuseExtraCalls({ keep: 1 })(stateAfter(calling(aCall("a"), aCall("b", "write"))))).toEqual([
      { kind: "run-tool", key: "run-tool:b", call: "b", refusal: { code: "one-call-at-a-time", message } },
    ])
  })

  it.each([
    { keep: 1, refused: ["b", "c"] },
    { keep: 2, refused: ["c"] },
    { keep: 3, refused: undefined },
  ])("keeps $keep of 3 calls, and gives each of the others its result (M30)", ({ keep, refused }) => {
    const codes = refused?.map((call) => `${call} one-call-at-a-time`)
    expect(refusals(refuseExtraCalls({ keep }), three)).toEqual(codes)
  })

  it.each<Row>([
    { name: "there is no turn", drafts: [] },
    { name: "there are no calls", drafts: [said("go"), asked(), answered({ text: "x" })] },
    { name: "the turn was cancelled: they are skipped", drafts: [...three, cancelled()] },
    { name: "the extra calls have their results", drafts: [...three, toolFinished("b"), toolFinished("c", "refused")] },
  ])("returns no step when $name", ({ drafts }) => {
    expect(refusals(refuseExtraCalls({ keep: 1 }), drafts)).toBeUndefined()
  })

  it("does not refuse a call that has begun or that a person approved", () => {
    const begun = [...three, toolStarted("b"), approvalRequested("c"), approvalSettled("c")]
    expect(refusals(refuseExtraCalls({ keep: 1 }), begun)).toBeUndefined()
  })

  it("refuses an extra call while the first waits for a person", () => {
    expect(refusals(refuseExtraCalls({ keep: 2 }), [...three, approvalRequested("a")])).toHaveLength(1)
  })
})

describe("refuseWithheld", () => {
  const gone = (until: "turn" | "session") => told({ withholds: { tool: "broken", until } })
  const later = (turn: number) => [asked(`${turn}.2.1`), answered({ calls: [aCall("b", "broken")] }, `${turn}.2.1`)]
  const first = [...calling(aCall("a", "broken")), toolFinished("a", "error")]

  it("refuses a tool that is no longer offered (M7: no 4th execution)", () => {
    expect(refusals(refuseWithheld(), [...first, gone("turn"), ...later(1)])).toEqual(["b tool-withheld"])
  })

  it.each([
    { until: "turn", refused: undefined },
    { until: "session", refused: ["b tool-withheld"] },
  ] as const)("in the next turn, when it is gone until the end of the $until: $refused", ({ until, refused }) => {
    const drafts = [...first, gone(until), finished(), said("again", 2), ...later(2)]
    expect(refusals(refuseWithheld(), drafts)).toEqual(refused)
  })

  it.each<Row>([
    { name: "there is no turn", drafts: [] },
    { name: "nothing is withheld", drafts: [...first, ...later(1)] },
    {
      name: "another tool is called",
      drafts: [...first, gone("turn"), asked("1.2.1"), answered({ calls: [aCall("b", "other")] }, "1.2.1")],
    },
    { name: "the turn was cancelled", drafts: [...first, gone("turn"), ...later(1), cancelled()] },
  ])("returns no step when $name", ({ drafts }) => {
    expect(refusals(refuseWithheld(), drafts)).toBeUndefined()
  })
})

describe("refuseWhenEnding", () => {
  const last = answered({ calls: [aCall("a"), aCall("b")] }, "1.2.1")

  it("refuses every call of a last answer", () => {
    expect(refusals(refuseWhenEnding(), [...atItsEnd, last])).toEqual(["a turn-ending", "b turn-ending"])
  })

  it("lets calls run again after user input", () => {
    expect(refusals(refuseWhenEnding(), [...atItsEnd, steered("Do it"), last])).toBeUndefined()
    expect(refusals(refuseWhenEnding(), [...atItsEnd, last, steered("Do it")])).toBeUndefined()
  })

  it.each<Row>([
    { name: "there is no turn", drafts: [] },
    { name: "the turn is not ending", drafts: three },
    { name: "the turn was cancelled", drafts: [...atItsEnd, last, cancelled()] },
  ])("returns no step when $name", ({ drafts }) => {
    expect(refusals(refuseWhenEnding(), drafts)).toBeUndefined()
  })
})

/** One call per answer, each with its result; the last is still open. */
interface Made {
  readonly name?: string
  readonly args?: Call["arguments"]
  readonly result?: string
  readonly outcome?: "ok" | "error"
  readonly effect?: "read" | "once"
}

function made(...calls: readonly Made[]): readonly Draft[] {
  const drafts = calls.flatMap(
    ({ name = "look", args = {}, result = "same", outcome = "ok", effect = "read" }, index) => {
      const attempt = `1.${index + 1}.1`
      return [
        asked(attempt),
        answered({ calls: [aCall(`c${index}`, name, args)] }, attempt),
        toolStarted(`c${index}`, effect, name),
        toolFinished(`c${index}`, outcome, result, { name }),
      ]
    },
  )
  return [said("go"), ...drafts.slice(0, -2)]
}

const look: Made = {}
const again = (times: number) => Array<Made>(times).fill(look)
const change: Made = { name: "write", effect: "once" }

describe("refuseRepeats", () => {
  const rule = refuseRepeats({ refuseAt: 3 })

  it("tells the model that the result is already there", () => {
    const message =
      'Not run: "look" was already called with exactly these arguments, and its result stands above. Use it, or do something else.'
    expect(rule(stateAfter(made(...again(3))))).toEqual([
      { kind: "run-tool", key: "run-tool:c2", call: "c2", refusal: { code: "repeated-call", message } },
    ])
  })

  it.each<{ name: string; calls: readonly Made[]; refused: boolean }>([
    { name: "the second of the same", calls: again(2), refused: false },
    { name: "the third of the same", calls: again(3), refused: true },
    { name: "the third, with another call in between", calls: [look, { name: "list" }, look, look], refused: true },
    { name: "the third, after a different result", calls: [look, { result: "new" }, look], refused: false },
    {
      name: "the fourth, after two equal results",
      calls: [look, { result: "new" }, { result: "new" }, look],
      refused: true,
    },
    { name: "the third, after a change", calls: [look, look, change, look], refused: false },
    { name: "the third since a change", calls: [look, change, look, look, look], refused: true },
    { name: "other arguments", calls: [look, look, { args: { path: "b" } }], refused: false },
    { name: "another tool", calls: [look, look, { name: "list" }], refused: false },
    {
      name: "arguments in another order",
      calls: [{ args: { a: 1, b: [{ c: 1, d: 2 }] } }, ...Array(2).fill({ args: { b: [{ d: 2, c: 1 }], a: 1 } })],
      refused: true,
    },
    { name: "a call that failed each time", calls: Array(3).fill({ outcome: "error" }), refused: false },
    { name: "the same change again and again, with the same result", calls: Array(3).fill(change), refused: true },
  ])("$name: $refused", ({ calls, refused }) => {
    const step = `c${calls.length - 1} repeated-call`
    expect(refusals(rule, made(...calls))).toEqual(refused ? [step] : undefined)
  })

  describe("when strict", () => {
    const strict = refuseRepeats({ refuseAt: 2, strict: true })

    it.each<{ name: string; calls: readonly Made[]; refused: boolean }>([
      { name: "the first", calls: again(1), refused: false },
      { name: "the second of the same", calls: again(2), refused: true },
      { name: "the second after a change: test, edit, test again", calls: [look, change, look], refused: false },
      { name: "the third, after a change between the first two", calls: [look, change, look, look], refused: true },
      { name: "the second after another look: A B A", calls: [look, { name: "list" }, look], refused: true },
      { name: "the same change twice", calls: [change, change], refused: true },
      {
        name: "the second after a change that failed",
        calls: [look, { ...change, outcome: "error" }, look],
        refused: true,
      },
      { name: "the second after one that failed", calls: [{ outcome: "error" }, look], refused: false },
      { name: "other arguments", calls: [look, { args: { path: "b" } }], refused: false },
    ])("$name: $refused (L13)", ({ calls, refused }) => {
      const step = `c${calls.length - 1} repeated-call`
      expect(refusals(strict, made(...calls))).toEqual(refused ? [step] : undefined)
    })

    it("checks a call when it is next: of two identical calls the second is refused after the first (L13)", () => {
      const both = calling(aCall("a", "look"), aCall("b", "look"))
      expect(refusals(strict, both)).toBeUndefined()
      expect(refusals(strict, [...both, toolFinished("a")])).toEqual(["b repeated-call"])
    })

    it("runs a read, a change and the same read of one answer (L13)", () => {
      const three = calling(aCall("a", "look"), aCall("b", "write"), aCall("c", "look"))
      const done = [...three, toolFinished("a"), toolStarted("b"), toolFinished("b")]
      expect(refusals(strict, done)).toBeUndefined()
    })

    it("counts the calls of this turn only", () => {
      const before = [...made(look), toolFinished("c0"), finished()]
      const now = [said("again", 2), asked("2.1.1"), answered({ calls: [aCall("x", "look")] }, "2.1.1")]
      expect(refusals(strict, [...before, ...now])).toBeUndefined()
    })
  })

  it.each<Row>([
    { name: "there is no turn", drafts: [] },
    { name: "the turn was cancelled", drafts: [...made(...again(3)), cancelled()] },
    { name: "the call has begun", drafts: [...made(...again(3)), toolStarted("c2")] },
  ])("returns no step when $name", ({ drafts }) => {
    expect(refusals(rule, drafts)).toBeUndefined()
  })
})
