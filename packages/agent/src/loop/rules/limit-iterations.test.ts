import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import { foldFacts } from "../../state/fold.ts"
import {
  aCall,
  answered,
  asked,
  finished,
  modelFailed,
  opened,
  said,
  stamp,
  toolFinished,
} from "../../testing/fact-builders.ts"
import { limitIterations } from "./limit-iterations.ts"

/** A turn in which the model was asked `count` times and called a tool each time. */
function rounds(count: number, turn = 1): readonly Draft[] {
  return Array.from({ length: count }, (_, index) => {
    const attempt = `${turn}.${index + 1}.1`
    const call = `${turn}-${index}`
    return [asked(attempt), answered({ calls: [aCall(call)] }, attempt), toolFinished(call)]
  }).flat()
}

const decide = (drafts: readonly Draft[], max = 3) =>
  limitIterations({ max })(foldFacts(stamp([opened(), said("go"), ...drafts])))

describe("limitIterations", () => {
  it.each([0, 1, 2])("is silent after %i of 3 model calls", (count) => {
    expect(decide(rounds(count))).toBeUndefined()
  })

  it.each([3, 4])("fails the turn after %i model calls when 3 are allowed", (count) => {
    expect(decide(rounds(count))).toEqual([
      {
        kind: "finish",
        key: "finish:1",
        outcome: "failed",
        text: "",
        error: { code: "iteration-limit", message: "Max tool iterations reached" },
      },
    ])
  })

  it("does not count retries", () => {
    const retries = [1, 2, 3, 4, 5].flatMap((each) => [asked(`1.1.${each}`), modelFailed("rate-limit", `1.1.${each}`)])
    expect(decide(retries)).toBeUndefined()
  })

  it("counts anew in every turn", () => {
    expect(decide([...rounds(3), finished("failed"), said("again", 2), ...rounds(2, 2)])).toBeUndefined()
    expect(decide([...rounds(2), finished("failed"), said("again", 2), ...rounds(3, 2)])).toMatchObject([
      { key: "finish:2" },
    ])
  })

  it("is silent when there is no turn", () => {
    expect(limitIterations({ max: 0 })(foldFacts(stamp([opened()])))).toBeUndefined()
  })
})
