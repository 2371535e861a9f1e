import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import {
  aCall,
  answered,
  asked,
  ending,
  nudged,
  opened,
  said,
  stamp,
  steered,
  told,
} from "../../testing/fact-builders.ts"
import { foldFacts } from "../state/fold.ts"
import { SUMMARY_RULES } from "../steps/nudge.ts"
import { atItsEnd, type Row, silences, spokenMeanwhile, stateAfter } from "./__fixtures__/state-after.ts"
import { acceptEmpty, nudgeEmpty } from "./nudge-empty.ts"

/** As many empty answers in a row, each but the last one nudged. */
function empties(count: number): readonly Draft[] {
  const rounds = Array.from({ length: count }, (_, index) => {
    const attempt = `1.${index + 1}.1`
    return [asked(attempt, 2 + 3 * index), answered({ text: index % 2 === 0 ? "" : " \n" }, attempt), nudged(attempt)]
  })
  return [opened(), said("go"), ...rounds.flat().slice(0, -1)]
}

const decide = (drafts: readonly Draft[], max = 2) => nudgeEmpty({ max, afterwards: "fail" })(foldFacts(stamp(drafts)))

describe("nudgeEmpty", () => {
  it("asks again for an empty answer, in a step named after the answer", () => {
    expect(decide(empties(1))).toEqual([
      {
        kind: "nudge",
        key: "nudge:1.1.1",
        reason: "empty",
        evidence: "answer 1.1.1 has no text and no call",
        text: expect.stringMatching(/\S/),
        ephemeral: true,
        attempt: "1.1.1",
      },
    ])
  })

  it.each([
    { count: 1, max: 0, kind: "finish" },
    { count: 1, max: 1, kind: "nudge" },
    { count: 2, max: 1, kind: "finish" },
    { count: 2, max: 2, kind: "nudge" },
    { count: 3, max: 2, kind: "finish" },
  ])("returns $kind after $count empty answers in a row, $max allowed", ({ count, max, kind }) => {
    expect(decide(empties(count), max)?.map((step) => step.kind)).toEqual([kind])
  })

  it("fails the turn with the number of empty answers", () => {
    expect(decide(empties(3), 2)).toMatchObject(
      [
        { kind: "finish", outcome: "failed", text: "", error: { code: "empty-answer", message: /3 times in a row/ } },
      ].map((step) => ({ ...step, error: { ...step.error, message: expect.stringMatching(step.error.message) } })),
    )
  })

  it("counts again from one after an answer that was not empty", () => {
    const between = [nudged("1.1.1"), asked("1.2.1", 5), answered({ calls: [aCall("a")] }, "1.2.1")]
    const again = [asked("1.3.1", 7), answered({}, "1.3.1")]
    expect(decide([...empties(1), ...between, ...again], 1)).toMatchObject([{ kind: "nudge", key: "nudge:1.3.1" }])
  })

  it("fails with the text from before the empty answers", () => {
    const cut = [asked(), answered({ text: "Part one", stop: "max-tokens" }), told()]
    const drafts = [said("go"), ...cut, asked("1.2.1"), answered({}, "1.2.1")]
    expect(nudgeEmpty({ max: 0, afterwards: "fail" })(stateAfter(drafts))).toMatchObject([{ text: "Part one" }])
  })

  it.each<Row>([
    ...silences([answered({})]),
    ...spokenMeanwhile([answered({})]),
    { name: "the answer has text", drafts: [said("go"), asked(), answered({ text: "x" })] },
    { name: "the answer has a call", drafts: [said("go"), asked(), answered({ calls: [aCall("a")] })] },
    {
      name: "the answer had a call that could not be parsed",
      drafts: [said("go"), asked(), answered({ problems: [{ code: "unclosed", message: "x" }] })],
    },
    { name: "it is the last answer of a turn that ends", drafts: [...atItsEnd, answered({}, "1.2.1")] },
  ])("returns no step when $name", ({ drafts }) => {
    expect(nudgeEmpty({ max: 1, afterwards: "fail" })(stateAfter(drafts))).toBeUndefined()
    expect(nudgeEmpty({ max: 0, afterwards: "summary" })(stateAfter(drafts))).toBeUndefined()
  })
})

describe("nudgeEmpty with a summary", () => {
  const summarise = (drafts: readonly Draft[]) =>
    nudgeEmpty({ max: 1, afterwards: "summary" })(foldFacts(stamp(drafts)))

  it("asks again after the first (L10)", () => {
    expect(summarise(empties(1))).toMatchObject([{ kind: "nudge", key: "nudge:1.1.1", reason: "empty" }])
  })

  it("asks after the second for a last answer without tools that may not invent (L10 L11)", () => {
    expect(summarise(empties(2))).toEqual([
      {
        kind: "nudge",
        key: "ending:1",
        reason: "forced-summary",
        evidence: "answer 1.2.1 has no text and no call",
        text: SUMMARY_RULES,
        ephemeral: true,
        ends: {
          outcome: "completed",
          text: "The model returned no answer. Say it another way, or choose another model.",
        },
      },
    ])
    expect(SUMMARY_RULES).toMatch(/without tools.*name what was not done.*Do not invent/)
  })

  it("returns no step once the last answer was requested", () => {
    expect(summarise([...empties(2), ending()])).toBeUndefined()
  })

  it("starts over after user input", () => {
    const drafts = [...empties(2), steered("Hello?"), asked("1.3.1", 8), answered({}, "1.3.1")]
    expect(summarise(drafts)).toMatchObject([{ kind: "nudge", key: "nudge:1.3.1", reason: "empty" }])
  })
})

describe("acceptEmpty", () => {
  const decide = (drafts: readonly Draft[]) => acceptEmpty()(stateAfter(drafts))

  it.each(["", " \n"])("ends the turn with the empty answer: %j", (text) => {
    expect(decide([said("go"), asked(), answered({ text })])).toEqual([
      { kind: "finish", key: "finish:1", outcome: "completed", text: "" },
    ])
  })

  it.each<Row>([
    ...silences([answered({})]),
    ...spokenMeanwhile([answered({})]),
    { name: "the answer has text", drafts: [said("go"), asked(), answered({ text: "x" })] },
    { name: "the answer has a call", drafts: [said("go"), asked(), answered({ calls: [aCall("a")] })] },
    {
      name: "the answer had a call that could not be parsed",
      drafts: [said("go"), asked(), answered({ problems: [{ code: "unclosed", message: "x" }] })],
    },
  ])("returns no step when $name", ({ drafts }) => {
    expect(decide(drafts)).toBeUndefined()
  })
})
