import { describe, expect, it } from "vitest"
import {
  aCall,
  answered,
  asked,
  finished,
  nudged,
  said,
  steered,
  told,
  toolFinished,
} from "../testing/fact-builders.ts"
import { judgedOf } from "./judged-of.ts"
import { stateAfter } from "./rules/__fixtures__/state-after.ts"

describe("what is judged", () => {
  it("is the answer, what the user said in this turn, and the calls made for it", () => {
    const calls = [aCall("a", "list", { path: "." }), aCall("b", "read", { path: "x" })]
    const drafts = [
      said("Read x"),
      asked(),
      answered({ text: "I look.", calls }),
      toolFinished("b", "error", "There is no x."),
      toolFinished("a", "ok", "y"),
      steered("Then read y"),
      asked("1.2.1"),
      answered({ text: "Done." }, "1.2.1"),
    ]
    expect(judgedOf(stateAfter(drafts), "Done.")).toEqual({
      user: "Read x\nThen read y",
      calls: [
        { name: "list", args: { path: "." }, result: "y", isError: false },
        { name: "read", args: { path: "x" }, result: "There is no x.", isError: true },
      ],
      answer: "Done.",
    })
  })

  it("is not what was said and done in earlier turns", () => {
    const first = [said("Read x"), asked(), answered({ calls: [aCall("a")] }), toolFinished("a"), asked("1.2.1")]
    const drafts = [...first, answered({ text: "x" }, "1.2.1"), finished(), said("Thanks", 2), asked("2.1.1")]
    expect(judgedOf(stateAfter(drafts), "You are welcome.")).toEqual({
      user: "Thanks",
      calls: [],
      answer: "You are welcome.",
    })
  })

  it("does not take our own nudges for the user's words", () => {
    const drafts = [
      said("Rename them"),
      asked(),
      answered({ text: "3 of 7" }),
      nudged("1.1.1", false),
      asked("1.2.1"),
      answered({ calls: [aCall("a")] }, "1.2.1"),
      toolFinished("a"),
      steered("and quickly"),
      told({ ephemeral: false, text: "The tool is gone." }),
      told({ text: "Call a tool." }),
      asked("1.3.1"),
      answered({ text: "Done" }, "1.3.1"),
    ]
    expect(judgedOf(stateAfter(drafts), "Done").user).toBe("Rename them\nand quickly")
  })

  it("is empty of calls and words without a turn", () => {
    expect(judgedOf(stateAfter([]), "x")).toEqual({ user: "", calls: [], answer: "x" })
  })
})
