import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import {
  aCall,
  answered,
  approvalRequested,
  asked,
  cancelled,
  ending,
  finished,
  modelFailed,
  nudged,
  opened,
  said,
  stamp,
  steered,
  toolFinished,
} from "../../testing/fact-builders.ts"
import { foldFacts } from "../state/fold.ts"
import { SUMMARY_RULES } from "../steps/nudge.ts"
import { type Row, rounds, stateAfter } from "./__fixtures__/state-after.ts"
import { limitIterations, limitRequests } from "./limit-iterations.ts"

const decide = (drafts: readonly Draft[], max = 3) =>
  limitIterations({ max })(foldFacts(stamp([opened(), said("go"), ...drafts])))

describe("limitIterations", () => {
  it.each([0, 1, 2])("returns no step after %i of 3 model calls", (count) => {
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

  it("starts counting at zero in every turn", () => {
    expect(decide([...rounds(3), finished("failed"), said("again", 2), ...rounds(2, 2)])).toBeUndefined()
    expect(decide([...rounds(2), finished("failed"), said("again", 2), ...rounds(3, 2)])).toMatchObject([
      { key: "finish:2" },
    ])
  })

  it("ends with the profile's own text, and the error gives the reason (F9 X13)", () => {
    const [step] = limitIterations({ max: 1, text: "That was all." })(stateAfter([said("go"), ...rounds(1)])) ?? []
    expect(step).toMatchObject({ outcome: "failed", text: "That was all.", error: { code: "iteration-limit" } })
  })

  it("counts from the last user input", () => {
    const spoken = [...rounds(3), steered("go on")]
    expect(decide(spoken)).toBeUndefined()
    const more = [4, 5, 6].flatMap((each) => {
      const attempt = `1.${each}.1`
      return [asked(attempt), answered({ calls: [aCall(attempt)] }, attempt), toolFinished(attempt)]
    })
    expect(decide([...spoken, ...more.slice(0, 6)])).toBeUndefined()
    expect(decide([...spoken, ...more])).toMatchObject([{ kind: "finish" }])
  })

  it.each<Row>([
    { name: "there is no turn", drafts: [] },
    { name: "the turn was cancelled", drafts: [said("go"), ...rounds(3), cancelled()] },
    { name: "a call is open", drafts: [said("go"), ...rounds(3).slice(0, -1)] },
    { name: "a call waits for a person", drafts: [said("go"), ...rounds(3).slice(0, -1), approvalRequested("1-2")] },
  ])("returns no step when $name", ({ drafts }) => {
    for (const summary of [true, false])
      expect(limitIterations({ max: 3, summary })(stateAfter(drafts))).toBeUndefined()
  })
})

describe("limitIterations with a summary", () => {
  const summarise = (drafts: readonly Draft[]) => limitIterations({ max: 3, summary: true })(stateAfter(drafts))
  const limit = [said("go"), ...rounds(3)]
  const error = { code: "iteration-limit", message: "Max tool iterations reached" }
  const text = "I stopped after 3 steps. The work may not be finished: look at what was done before you go on."
  const ends = { outcome: "failed", error, text } as const
  const last = [...limit, ending(ends), asked("1.4.1")]

  it("asks for a last answer that names what is not done (L11)", () => {
    expect(summarise(limit)).toEqual([
      {
        kind: "nudge",
        key: "ending:1",
        reason: "iteration-limit",
        evidence: "3 model calls since somebody spoke, 3 allowed",
        text: `You have used all your steps. ${SUMMARY_RULES}`,
        ephemeral: true,
        ends,
      },
    ])
  })

  it("allows the request for that answer, also after a crash", () => {
    expect(summarise([...limit, ending(ends)])).toBeUndefined()
  })

  it("ends the turn in any case, even when no rule accepts that answer as the last", () => {
    expect(summarise([...last, answered({}, "1.4.1")])).toEqual([
      { kind: "finish", key: "finish:1", outcome: "failed", text, error },
    ])
  })

  it("is called off by new user input", () => {
    expect(summarise([...limit, ending(ends), steered("wait")])).toBeUndefined()
    expect(stateAfter([...limit, ending(ends), steered("wait")]).turn?.ending).toBeUndefined()
  })
})

describe("limitRequests", () => {
  const decide = (drafts: readonly Draft[]) => limitRequests({ max: 3, text: "Out of steps." })(stateAfter(drafts))
  const failures = (count: number) =>
    Array.from({ length: count }, (_, index) => [
      asked(`1.1.${index + 1}`),
      modelFailed("rate-limit", `1.1.${index + 1}`),
    ]).flat()

  it.each<Row>([
    { name: "requests that failed (M9: retries consume steps)", drafts: [said("go"), ...failures(3)] },
    { name: "rounds of tools (M4)", drafts: [said("go"), ...rounds(3)] },
    {
      name: "an answer that was taken back",
      drafts: [said("go"), ...rounds(2), asked("1.3.1"), answered({ text: "x" }, "1.3.1"), nudged("1.3.1")],
    },
  ])("ends the turn with the profile's text after 3 $name", ({ drafts }) => {
    const error = { code: "iteration-limit", message: "Max tool iterations reached" }
    expect(decide(drafts)).toEqual([
      { kind: "finish", key: "finish:1", outcome: "failed", text: "Out of steps.", error },
    ])
  })

  it.each<Row>([
    { name: "there is no turn", drafts: [] },
    { name: "a request is left", drafts: [said("go"), ...failures(2)] },
    { name: "the last request is under way", drafts: [said("go"), ...failures(2), asked("1.1.3")] },
    {
      name: "the last request was answered",
      drafts: [said("go"), ...failures(2), asked("1.1.3"), answered({ text: "x" }, "1.1.3")],
    },
    {
      name: "the last request's runner was stopped: it is made again",
      drafts: [said("go"), ...failures(2), asked("1.1.3"), modelFailed("interrupted", "1.1.3")],
    },
    { name: "a call is open", drafts: [said("go"), ...rounds(3).slice(0, -1)] },
    { name: "the turn was cancelled", drafts: [said("go"), ...failures(3), cancelled()] },
    {
      name: "the last answer was requested: it has its own request",
      drafts: [said("go"), ...rounds(3), ending()],
    },
    { name: "the user has said something since", drafts: [said("go"), ...failures(3), steered("again")] },
  ])("returns no step when $name", ({ drafts }) => {
    expect(decide(drafts)).toBeUndefined()
  })
})
