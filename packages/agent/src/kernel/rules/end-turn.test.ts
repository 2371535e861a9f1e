import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import {
  aCall,
  answered,
  asked,
  cancelled,
  ending,
  nudged,
  said,
  steered,
  told,
  toolFinished,
} from "../../testing/fact-builders.ts"
import type { ToolFinished } from "../facts/tool-finished.ts"
import { atItsEnd, type Row, rounds, stateAfter } from "./__fixtures__/state-after.ts"
import { endTurn, finishOnLastWords } from "./end-turn.ts"

describe("endTurn", () => {
  const decide = (drafts: readonly Draft[]) => endTurn()(stateAfter(drafts))
  const finish = (text: string) => [{ kind: "finish", key: "finish:1", outcome: "completed", text }]
  const last = (text: string) => answered({ text }, "1.2.1")

  it("ends the turn with the last answer, whatever it says (L10)", () => {
    expect(decide([...atItsEnd, last("3 of 7 were done.")])).toEqual(finish("3 of 7 were done."))
  })

  it.each(["", " \n"])("ends it with a fixed text when the last answer is empty: %j (L10)", (text) => {
    expect(decide([...atItsEnd, last(text)])).toEqual(finish("That was all."))
  })

  it("ends it with the outcome that the asking rule set", () => {
    const error = { code: "iteration-limit", message: "Max" }
    const drafts = [said("go"), ...rounds(1), ending({ outcome: "failed", error }), asked("1.2.1"), last("x")]
    expect(decide(drafts)).toEqual([{ kind: "finish", key: "finish:1", outcome: "failed", text: "x", error }])
  })

  it("ends it also when the last answer was cut off or could not be parsed", () => {
    const cut = answered({ text: "x", stop: "max-tokens" }, "1.2.1")
    const broken = answered({ text: "x", problems: [{ code: "unclosed", message: "" }] }, "1.2.1")
    expect(decide([...atItsEnd, cut])).toEqual(finish("x"))
    expect(decide([...atItsEnd, broken])).toEqual(finish("x"))
  })

  it("ends it once the calls of the last answer were refused", () => {
    const calling = answered({ text: "Let me", calls: [aCall("a")] }, "1.2.1")
    expect(decide([...atItsEnd, calling])).toBeUndefined()
    expect(decide([...atItsEnd, calling, toolFinished("a", "refused")])).toEqual(finish("Let me"))
  })

  it("separates earlier text from the last answer", () => {
    const cut = [said("go"), asked(), answered({ text: "Part one", stop: "max-tokens" }), told()]
    const drafts = [...cut, ending(), asked("1.2.1"), last("Summary.")]
    expect(decide(drafts)).toEqual(finish("Part one\n\nSummary."))
  })

  it("leaves out an answer that was taken back before the last one was requested", () => {
    const taken = [said("go"), asked(), answered({ text: "3 of 7." }), nudged()]
    expect(decide([...taken, ending(), asked("1.2.1"), last("Summary.")])).toEqual(finish("Summary."))
  })

  it.each<Row>([
    { name: "there is no turn", drafts: [] },
    { name: "no last answer was requested", drafts: [said("go"), asked(), answered({ text: "x" })] },
    { name: "the last answer was not requested yet", drafts: [said("go"), ...rounds(1), ending()] },
    { name: "the last answer is under way", drafts: atItsEnd },
    { name: "the turn was cancelled", drafts: [...atItsEnd, last("x"), cancelled()] },
    { name: "the user said something during the last answer", drafts: [...atItsEnd, steered("and?"), last("x")] },
    { name: "the user said something after the last answer", drafts: [...atItsEnd, last("x"), steered("and?")] },
  ])("returns no step when $name", ({ drafts }) => {
    expect(decide(drafts)).toBeUndefined()
  })
})

describe("finishOnLastWords", () => {
  const decide = (drafts: readonly Draft[]) => finishOnLastWords()(stateAfter(drafts))
  const calling = (...names: readonly string[]) => [
    said("go"),
    asked(),
    answered({ calls: names.map((name) => aCall(name, name)) }),
  ]
  const ended = (call: string, ends: NonNullable<ToolFinished["ends"]>) =>
    toolFinished(call, "ok", ends.text, { name: call, ends })

  it.each(["task_completion", "ask_question", "converse"])("ends the turn with what %s says (F10)", (name) => {
    expect(decide([...calling(name), ended(name, { text: "All done." })])).toEqual([
      { kind: "finish", key: "finish:1", outcome: "completed", text: "All done." },
    ])
  })

  it("passes suggested answers on to the user (F10)", () => {
    const suggestions = ["This", "That"]
    expect(decide([...calling("ask_question"), ended("ask_question", { text: "Which?", suggestions })])).toEqual([
      { kind: "finish", key: "finish:1", outcome: "completed", text: "Which?", suggestions },
    ])
  })

  it("waits for the other calls of the answer", () => {
    const both = [...calling("converse", "look"), ended("converse", { text: "x" })]
    expect(decide(both)).toBeUndefined()
    expect(decide([...both, toolFinished("look")])).toMatchObject([{ text: "x" }])
  })

  it("uses the first of two such calls (F12)", () => {
    const drafts = [...calling("a", "b"), ended("b", { text: "second" }), ended("a", { text: "first" })]
    expect(decide(drafts)).toMatchObject([{ text: "first" }])
  })

  const over = [...calling("converse"), ended("converse", { text: "x" })]
  it.each<Row>([
    { name: "there is no turn", drafts: [] },
    { name: "no call ends the turn", drafts: [...calling("look"), toolFinished("look")] },
    { name: "the call that ends it is still open", drafts: calling("converse") },
    { name: "the turn was cancelled", drafts: [...over, cancelled()] },
    { name: "the user said something meanwhile, which is answered first", drafts: [...over, steered("and?")] },
    { name: "the model was asked again since", drafts: [...over, steered("and?"), asked("1.2.1")] },
  ])("returns no step when $name", ({ drafts }) => {
    expect(decide(drafts)).toBeUndefined()
  })
})
