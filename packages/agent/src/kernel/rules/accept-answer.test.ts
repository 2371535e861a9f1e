import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import {
  aCall,
  answered,
  asked,
  nudged,
  opened,
  said,
  stamp,
  steered,
  toolFinished,
} from "../../testing/fact-builders.ts"
import { foldFacts } from "../state/fold.ts"
import { acceptAnswer } from "./accept-answer.ts"

const decide = (drafts: readonly Draft[]) => acceptAnswer()(foldFacts(stamp([opened(), ...drafts])))

describe("acceptAnswer", () => {
  it("ends the turn with the answer's text", () => {
    expect(decide([said("go"), asked(), answered({ text: "done" })])).toEqual([
      { kind: "finish", key: "finish:1", outcome: "completed", text: "done" },
    ])
  })

  it("ends a turn whose ephemeral nudge was shown and answered", () => {
    const drafts = [said("go"), asked(), answered({}), nudged(), asked("1.2.1", 5), answered({ text: "done" }, "1.2.1")]
    expect(decide(drafts)).toMatchObject([{ kind: "finish", outcome: "completed", text: "done" }])
  })

  it.each<{ name: string; drafts: readonly Draft[] }>([
    { name: "there is no turn", drafts: [] },
    { name: "there is no answer", drafts: [said("go"), asked()] },
    { name: "the answer is empty", drafts: [said("go"), asked(), answered({})] },
    { name: "the answer is only white space", drafts: [said("go"), asked(), answered({ text: " \n\t" })] },
    { name: "the answer has open calls", drafts: [said("go"), asked(), answered({ text: "x", calls: [aCall("a")] })] },
    {
      name: "the answer's calls have results that the model has to see",
      drafts: [said("go"), asked(), answered({ text: "x", calls: [aCall("a")] }), toolFinished("a")],
    },
    { name: "the answer was taken back", drafts: [said("go"), asked(), answered({ text: "x" }), nudged()] },
    { name: "something was said after it", drafts: [said("go"), asked(), answered({ text: "x" }), steered("and?")] },
    { name: "something was said during it", drafts: [said("go"), asked(), steered("and?"), answered({ text: "x" })] },
    { name: "the model is asked again", drafts: [said("go"), asked(), answered({ text: "x" }), asked("1.2.1", 4)] },
  ])("returns no step when $name", ({ drafts }) => {
    expect(decide(drafts)).toBeUndefined()
  })
})
