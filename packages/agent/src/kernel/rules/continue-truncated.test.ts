import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import { aCall, answered, asked, said, steered, told, toolFinished } from "../../testing/fact-builders.ts"
import { type Row, silences, spokenMeanwhile, stateAfter } from "./__fixtures__/state-after.ts"
import { acceptAnswer } from "./accept-answer.ts"
import { continueTruncated, MAX_TOKENS } from "./continue-truncated.ts"

const decide = (drafts: readonly Draft[], max = 2) => continueTruncated({ max })(stateAfter(drafts))
const cut = (text: string, attempt = "1.1.1") => answered({ text, stop: "max-tokens" }, attempt)
const goOn = told({ reason: MAX_TOKENS, ephemeral: false })

/** As many answers cut off, each but the last continued. */
function cuts(count: number): readonly Draft[] {
  const drafts = Array.from({ length: count }, (_, index) => {
    const attempt = `1.${index + 1}.1`
    return [asked(attempt), cut(`part ${index + 1}. `, attempt), goOn]
  })
  return [said("go"), ...drafts.flat().slice(0, -1)]
}

describe("continueTruncated", () => {
  it("asks the model to go on where it stopped, and keeps the text so far (X12)", () => {
    const [step] = decide(cuts(1)) ?? []
    expect(step).toEqual({
      kind: "nudge",
      key: "nudge:1.1.1",
      reason: "max-tokens",
      evidence: "answer 1.1.1 was cut at the output limit",
      text: "Your answer was cut off at the output limit. Go on exactly where it stopped, and be more concise.",
      ephemeral: false,
    })
  })

  it("stops at the third cut, with all text so far and advice (X12)", () => {
    expect(decide(cuts(3))).toEqual([
      {
        kind: "finish",
        key: "finish:1",
        outcome: "failed",
        text: "part 1. part 2. part 3. ",
        error: {
          code: "max-tokens",
          message:
            "The answer reached the output limit 3 times. Ask for less at once, or raise the model's output limit.",
        },
      },
    ])
  })

  it.each([
    { count: 1, max: 0, kind: "finish" },
    { count: 1, max: 1, kind: "nudge" },
    { count: 2, max: 1, kind: "finish" },
    { count: 2, max: 2, kind: "nudge" },
  ])("returns $kind at cut $count, $max allowed", ({ count, max, kind }) => {
    expect(decide(cuts(count), max)?.map((step) => step.kind)).toEqual([kind])
  })

  it.each<Row>([
    ...silences([cut("x")]),
    ...spokenMeanwhile([cut("x")]),
    { name: "the answer ended by itself", drafts: [said("go"), asked(), answered({ text: "x" })] },
    { name: "there is no text before the cut: it is an empty answer", drafts: [said("go"), asked(), cut(" ")] },
    {
      name: "the answer has calls",
      drafts: [said("go"), asked(), answered({ text: "x", stop: "max-tokens", calls: [aCall("a")] })],
    },
  ])("returns no step when $name", ({ drafts }) => {
    expect(decide(drafts)).toBeUndefined()
  })
})

describe("the text before a cut", () => {
  const textAfter = (...drafts: readonly Draft[]) => {
    const [step] = acceptAnswer()(stateAfter([...cuts(1), goOn, ...drafts])) ?? []
    return step?.kind === "finish" ? step.text : undefined
  }
  const last = (attempt: string) => [asked(attempt), answered({ text: "the end" }, attempt)]

  it("comes before its continuation in the answer", () => {
    expect(textAfter(...last("1.2.1"))).toBe("part 1. the end")
  })

  it("is kept when the continuation had to be requested twice", () => {
    const failed: Draft = {
      type: "model-failed",
      attempt: "1.2.1",
      error: { class: "network", code: "reset", message: "reset" },
      ms: 1,
    }
    expect(textAfter(asked("1.2.1"), failed, ...last("1.2.2"))).toBe("part 1. the end")
  })

  it("is counted once, however often the answer is nudged", () => {
    expect(textAfter(told(), ...last("1.2.1"))).toBe("part 1. the end")
  })

  it("is no part of an answer after tools", () => {
    const calling = [asked("1.2.1"), answered({ text: "more", calls: [aCall("a")] }, "1.2.1"), toolFinished("a")]
    expect(textAfter(...calling, ...last("1.3.1"))).toBe("the end")
  })

  it("is no part of an answer to later input", () => {
    const during = [asked("1.2.1"), steered("and?"), answered({ text: "more" }, "1.2.1")]
    expect(textAfter(...during, ...last("1.3.1"))).toBe("the end")
  })

  it("is removed when its continuation is taken back", () => {
    const taken = [asked("1.2.1"), answered({ text: "more" }, "1.2.1"), told({ attempt: "1.2.1" })]
    expect(textAfter(...taken, ...last("1.3.1"))).toBe("the end")
  })
})
