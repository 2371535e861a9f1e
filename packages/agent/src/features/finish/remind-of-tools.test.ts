import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import {
  atItsEnd,
  type Row,
  silences,
  spokenMeanwhile,
  stateAfter,
} from "../../kernel/rules/__fixtures__/state-after.ts"
import { aCall, answered, asked, said, toolFinished } from "../../testing/fact-builders.ts"
import { remindOfTools } from "./remind-of-tools.ts"

const decide = (drafts: readonly Draft[]) => remindOfTools({ endings: ["done", "ask"] })(stateAfter(drafts))
const text = answered({ text: "Hello" })

describe("remindOfTools", () => {
  it("takes a text answer back where a tool is wanted, and reminds the model in one request only (F7)", () => {
    expect(decide([said("go"), asked(), text])).toEqual([
      {
        kind: "nudge",
        key: "nudge:1.1.1",
        reason: "no-tool-call",
        evidence: "answer 1.1.1 has no tool call",
        text: 'Your last answer called no tool. Every answer must call one. To end, call one of "done", "ask".',
        ephemeral: true,
        attempt: "1.1.1",
      },
    ])
  })

  it.each(["", " \n"])("reminds the model after an empty answer, too: %j", (empty) => {
    expect(decide([said("go"), asked(), answered({ text: empty })])).toMatchObject([{ reason: "no-tool-call" }])
  })

  it.each<Row>([
    ...silences([text]),
    ...spokenMeanwhile([text]),
    { name: "the answer has a call", drafts: [said("go"), asked(), answered({ calls: [aCall("a")] })] },
    {
      name: "the answer's call has its result",
      drafts: [said("go"), asked(), answered({ calls: [aCall("a")] }), toolFinished("a")],
    },
    {
      name: "the answer had a call that could not be parsed",
      drafts: [said("go"), asked(), answered({ text: "x", problems: [{ code: "unclosed", message: "x" }] })],
    },
    { name: "it is the last answer of a turn that ends", drafts: [...atItsEnd, answered({ text: "x" }, "1.2.1")] },
  ])("is silent when $name", ({ drafts }) => {
    expect(decide(drafts)).toBeUndefined()
  })
})
