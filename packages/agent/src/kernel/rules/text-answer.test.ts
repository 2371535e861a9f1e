import { describe, expect, it } from "vitest"
import { aCall, answered, asked, said, steered, told, toolFinished } from "../../testing/fact-builders.ts"
import { type Row, silences, spokenMeanwhile, stateAfter } from "./__fixtures__/state-after.ts"
import { textAnswer } from "./text-answer.ts"

const text = [answered({ text: "x" })]

describe("textAnswer", () => {
  it("is the last answer and its turn", () => {
    const state = stateAfter([said("go"), asked(), ...text])
    expect(textAnswer(state)).toEqual({ turn: state.turn, answer: state.turn?.answer })
  })

  it("is an answer to input that arrived before its request", () => {
    const drafts = [said("go"), asked(), ...text, steered("and?"), asked("1.2.1"), answered({ text: "y" }, "1.2.1")]
    expect(textAnswer(stateAfter(drafts))?.answer.text).toBe("y")
  })

  it("is an answer to an ephemeral nudge", () => {
    const drafts = [said("go"), asked(), ...text, told(), asked("1.2.1"), answered({ text: "y" }, "1.2.1")]
    expect(textAnswer(stateAfter(drafts))?.answer.text).toBe("y")
  })

  it.each<Row>([
    ...silences(text),
    ...spokenMeanwhile(text),
    { name: "it has an open call", drafts: [said("go"), asked(), answered({ calls: [aCall("a")] })] },
    {
      name: "its calls have results that the model has to see",
      drafts: [said("go"), asked(), answered({ calls: [aCall("a")] }), toolFinished("a")],
    },
  ])("is undefined when $name", ({ drafts }) => {
    expect(textAnswer(stateAfter(drafts))).toBeUndefined()
  })
})
