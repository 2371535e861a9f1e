// The rule of typed answers, over logs: which answers end a turn, which are asked for again, and when it fails.
import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import type { TurnOutput } from "../../contracts/turn-output.ts"
import { stateAfter } from "../../kernel/rules/__fixtures__/state-after.ts"
import { aCall, answered, asked, ending, said, steered, told } from "../../testing/fact-builders.ts"
import { typedAnswer } from "./typed-answer.ts"

const ORDER: TurnOutput = {
  schema: { type: "object", required: ["order"], properties: { order: { type: "integer" } } },
}
const rule = typedAnswer()

function typed(output: TurnOutput = ORDER): Draft {
  return { ...said("go"), output } as Draft
}

const checked = (problems: readonly string[], attempt = "1.1.1"): Draft => ({
  type: "output-checked",
  attempt,
  problems,
})
const FITS = { text: '{"order":1}' }
const taken = (attempt: string): Draft => told({ reason: "output-invalid", attempt })

describe("typedAnswer", () => {
  it.each<[string, readonly Draft[]]>([
    ["a turn without an output", [said("go"), asked(), answered(FITS)]],
    ["no answer yet", [typed(), asked()]],
    ["an answer with calls", [typed(), asked(), answered({ ...FITS, calls: [aCall("c1")] })]],
    [
      "an answer that could not be parsed",
      [typed(), asked(), answered({ ...FITS, problems: [{ code: "x", message: "x" }] })],
    ],
    ["input that the model has not seen", [typed(), asked(), answered(FITS), steered("and?")]],
    ["a turn that its limit fails", [typed(), ending({ outcome: "failed", text: "x" }), asked(), answered(FITS)]],
    [
      "the same with an answer that does not fit",
      [typed(), ending({ outcome: "failed", text: "x" }), asked(), answered({ text: "no" })],
    ],
  ])("says nothing about %s", (_name, drafts) => {
    expect(rule(stateAfter(drafts))).toBeUndefined()
  })

  it("ends the turn with the data", () => {
    expect(rule(stateAfter([typed(), asked(), answered(FITS)]))).toMatchObject([
      { kind: "finish", outcome: "completed", text: '{"order":1}', output: { order: 1 } },
    ])
  })

  it("also ends a turn that was asked for its last answer", () => {
    const drafts = [typed(), ending({ outcome: "completed", text: "x" }), asked(), answered(FITS)]
    expect(rule(stateAfter(drafts))).toMatchObject([{ kind: "finish", outcome: "completed", output: { order: 1 } }])
  })

  it("fails such a turn at once when its answer does not fit", () => {
    const drafts = [typed(), ending({ outcome: "completed", text: "x" }), asked(), answered({ text: "no" })]
    expect(rule(stateAfter(drafts))).toMatchObject([
      { kind: "finish", outcome: "failed", error: { code: "output-invalid" } },
    ])
  })

  it.each([
    ["nothing", { text: "" }, "it is empty"],
    ["prose", { text: "It is 1." }, "it is not JSON"],
    ["a wrong type", { text: '{"order":"x"}' }, "order: must be integer, and is string"],
    [
      "what was cut off",
      { text: '{"ord', stop: "max-tokens" as const },
      "it was cut off at the output limit and has to be shorter",
    ],
  ])("asks again for %s", (_name, answer, evidence) => {
    expect(rule(stateAfter([typed(), asked(), answered(answer)]))).toMatchObject([
      { kind: "nudge", reason: "output-invalid", evidence, attempt: "1.1.1" },
    ])
  })

  it("asks twice, then fails", () => {
    const no = (at: number) => [asked(`1.${at}.1`), answered({ text: "no" }, `1.${at}.1`)]
    const second = [typed(), ...no(1), taken("1.1.1"), ...no(2)]
    expect(rule(stateAfter(second))).toMatchObject([{ kind: "nudge" }])
    const third = [...second, taken("1.2.1"), ...no(3)]
    expect(rule(stateAfter(third))).toMatchObject([{ kind: "finish", outcome: "failed", text: "no" }])
  })

  describe("with a check of the program", () => {
    const refined = { ...ORDER, refined: true } as const
    const before = [typed(refined), asked(), answered(FITS)]

    it("has it look at what fits the JSON Schema, and at nothing else", () => {
      expect(rule(stateAfter(before))).toMatchObject([{ kind: "check-output", attempt: "1.1.1", value: { order: 1 } }])
      expect(rule(stateAfter([typed(refined), asked(), answered({ text: "no" })]))).toMatchObject([{ kind: "nudge" }])
    })

    it("ends the turn once it has nothing to object", () => {
      expect(rule(stateAfter([...before, checked([])]))).toMatchObject([{ kind: "finish", outcome: "completed" }])
    })

    it("asks again with what it objects to", () => {
      expect(rule(stateAfter([...before, checked(["order: Too small"])]))).toMatchObject([
        { kind: "nudge", evidence: "order: Too small" },
      ])
    })

    it("looks at every answer anew", () => {
      const again = [taken("1.1.1"), asked("1.2.1"), answered(FITS, "1.2.1")]
      expect(rule(stateAfter([...before, checked(["x"]), ...again]))).toMatchObject([
        { kind: "check-output", attempt: "1.2.1" },
      ])
    })
  })
})
