import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import { foldFacts } from "../../state/fold.ts"
import { aCall, answered, asked, nudged, opened, said, stamp } from "../../testing/fact-builders.ts"
import { nudgeEmpty } from "./nudge-empty.ts"

/** As many empty answers in a row, each but the last one nudged. */
function empties(count: number): readonly Draft[] {
  const rounds = Array.from({ length: count }, (_, index) => {
    const attempt = `1.${index + 1}.1`
    return [asked(attempt, 2 + 3 * index), answered({ text: index % 2 === 0 ? "" : " \n" }, attempt), nudged(attempt)]
  })
  return [opened(), said("go"), ...rounds.flat().slice(0, -1)]
}

const decide = (drafts: readonly Draft[], max = 2) => nudgeEmpty({ max })(foldFacts(stamp(drafts)))

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
  ])("answers $kind after $count empty answers in a row, $max allowed", ({ count, max, kind }) => {
    expect(decide(empties(count), max)?.map((step) => step.kind)).toEqual([kind])
  })

  it("fails the turn plainly, with the number of times", () => {
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

  it.each<{ name: string; drafts: readonly Draft[] }>([
    { name: "there is no turn", drafts: [opened()] },
    { name: "there is no answer", drafts: [opened(), said("go"), asked()] },
    { name: "the answer has text", drafts: [opened(), said("go"), asked(), answered({ text: "x" })] },
    { name: "the answer has a call", drafts: [opened(), said("go"), asked(), answered({ calls: [aCall("a")] })] },
    { name: "the answer was nudged already", drafts: [...empties(1), nudged("1.1.1")] },
    { name: "the model is asked again", drafts: [...empties(1), nudged("1.1.1"), asked("1.2.1", 5)] },
  ])("is silent when $name", ({ drafts }) => {
    expect(decide(drafts)).toBeUndefined()
  })
})
