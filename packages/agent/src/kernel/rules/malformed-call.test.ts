import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import { aCall, answered, asked, said, steered, told, toolFinished } from "../../testing/fact-builders.ts"
import { atItsEnd, type Row, silences, stateAfter } from "./__fixtures__/state-after.ts"
import { malformedCall } from "./malformed-call.ts"

const decide = (drafts: readonly Draft[], max = 2) => malformedCall({ max })(stateAfter(drafts))
const problems = [
  { code: "unclosed", message: "The call is not closed." },
  { code: "missing-tool-name", message: "It names no tool." },
]
const broken = (attempt = "1.1.1", text = "") => answered({ text, problems }, attempt)

/** As many answers that could not be parsed, each but the last reported back. */
function inARow(count: number, from = 1): readonly Draft[] {
  const drafts = Array.from({ length: count }, (_, index) => {
    const attempt = `1.${from + index}.1`
    return [asked(attempt), broken(attempt), told({ reason: "malformed-call", attempt })]
  })
  return drafts.flat().slice(0, -1)
}

describe("malformedCall", () => {
  it("reports the problem to the model, in one request only, and takes the answer back (F6 M8)", () => {
    expect(decide([said("go"), ...inARow(1)])).toEqual([
      {
        kind: "nudge",
        key: "nudge:1.1.1",
        reason: "malformed-call",
        evidence: "unclosed, missing-tool-name",
        text: "The call is not closed.\nIt names no tool.",
        ephemeral: true,
        attempt: "1.1.1",
      },
    ])
  })

  it("gives up at the third in a row, with the text the user has seen and what to do (M8)", () => {
    expect(
      decide([said("go"), ...inARow(2), told({ attempt: "1.2.1" }), asked("1.3.1"), broken("1.3.1", "Half")]),
    ).toEqual([
      {
        kind: "finish",
        key: "finish:1",
        outcome: "failed",
        text: "Half",
        error: {
          code: "malformed-call",
          message:
            "The model's tool calls could not be read 3 times in a row: The call is not closed. Say it another way, or choose another model or dialect.",
        },
      },
    ])
  })

  const worked = (attempt: string): readonly Draft[] => [
    asked(attempt),
    answered({ calls: [aCall(attempt)] }, attempt),
    toolFinished(attempt),
  ]
  it.each<{ name: string; drafts: readonly Draft[]; max: number; kind: string }>([
    { name: "the first, none allowed", drafts: inARow(1), max: 0, kind: "finish" },
    { name: "the second of two", drafts: inARow(2), max: 2, kind: "nudge" },
    { name: "the third of two", drafts: inARow(3), max: 2, kind: "finish" },
    { name: "the hundredth of any", drafts: inARow(100), max: Number.POSITIVE_INFINITY, kind: "nudge" },
    {
      name: "the third, after one that could be parsed",
      drafts: [...inARow(2), told({ attempt: "1.2.1" }), ...worked("1.3.1"), ...inARow(1, 4)],
      max: 2,
      kind: "nudge",
    },
  ])("$name: $kind (M8: a success resets the count)", ({ drafts, max, kind }) => {
    expect(decide([said("go"), ...drafts], max)?.map((step) => step.kind)).toEqual([kind])
  })

  describe("beside calls that could be parsed", () => {
    const mixed = answered({ problems, calls: [aCall("a")] })

    it("waits for their results, then reports the problem, and keeps the answer", () => {
      expect(decide([said("go"), asked(), mixed])).toBeUndefined()
      const [step] = decide([said("go"), asked(), mixed, toolFinished("a")]) ?? []
      expect(step).toMatchObject({ kind: "nudge", key: "nudge:1.1.1", ephemeral: true })
      expect(step).not.toHaveProperty("attempt")
    })

    it("reports the problem each time", () => {
      const many = [1, 2, 3, 4].flatMap((each) => [
        asked(`1.${each}.1`),
        answered({ problems, calls: [aCall(`c${each}`)] }, `1.${each}.1`),
        toolFinished(`c${each}`),
      ])
      expect(decide([said("go"), ...many], 0)).toMatchObject([{ kind: "nudge" }])
    })
  })

  it("does not give up right after user input: the problem is reported, and the model asked again", () => {
    const third = [said("go"), ...inARow(3)]
    expect(decide([...third, steered("Use the other tool")])).toMatchObject([{ kind: "nudge", key: "nudge:1.3.1" }])
    const during = [said("go"), asked(), steered("Use the other tool"), broken()]
    expect(decide(during, 0)).toMatchObject([{ kind: "nudge" }])
  })

  it.each<Row>([
    ...silences([broken()]),
    { name: "the answer could be parsed", drafts: [said("go"), asked(), answered({ text: "x" })] },
    { name: "it is the last answer of a turn that ends", drafts: [...atItsEnd, broken("1.2.1")] },
  ])("returns no step when $name", ({ drafts }) => {
    expect(decide(drafts)).toBeUndefined()
  })
})
