import { describe, expect, it } from "vitest"
import type { Finding, Judged, Kind } from "../../answer/judged.ts"
import type { Draft } from "../../contracts/fact.ts"
import { aCall, answered, asked, said, told, toolFinished } from "../../testing/fact-builders.ts"
import { atItsEnd, type Row, silences, spokenMeanwhile, stateAfter } from "./__fixtures__/state-after.ts"
import { nudgeUnfinished, type UnfinishedOptions } from "./nudge-unfinished.ts"

/** A judge that finds what the answer says it is. */
function judge({ answer }: Judged): Finding {
  const [kind = "complete", how = ""] = answer.split(" ")
  return { kind: kind as Kind, evidence: "4 of 7 are left", proven: how === "proven", doubtful: how === "doubtful" }
}

const usual: UnfinishedOptions = { judge, max: { incomplete: 3, deflection: 3, "unproven-claim": 1 } }
const decide = (drafts: readonly Draft[], options: Partial<UnfinishedOptions> = {}) =>
  nudgeUnfinished({ ...usual, ...options })(stateAfter(drafts))

/** As many answers of a kind, each but the last nudged. */
function answers(kind: string, count: number, from = 1): readonly Draft[] {
  const drafts = Array.from({ length: count }, (_, index) => {
    const attempt = `1.${from + index}.1`
    return [asked(attempt), answered({ text: kind }, attempt), told({ reason: kind, attempt, ephemeral: false })]
  })
  return drafts.flat().slice(0, -1)
}

describe("nudgeUnfinished", () => {
  it.each(["unknown", "denied"] as const)(
    "urges nothing after a call that was %s: it must not be made again for that",
    (outcome) => {
      const call = [asked("1.1.1"), answered({ calls: [aCall("a")] }), toolFinished("a", outcome)]
      expect(decide([said("go"), ...call, ...answers("incomplete", 1, 2)])).toBeUndefined()
      const ok = [asked("1.1.1"), answered({ calls: [aCall("a")] }), toolFinished("a")]
      expect(decide([said("go"), ...ok, ...answers("incomplete", 1, 2)])).toBeDefined()
    },
  )

  it("takes an incomplete answer back and tells the model to go on, with the evidence (L7)", () => {
    expect(decide([said("go"), ...answers("incomplete", 1)])).toEqual([
      {
        kind: "nudge",
        key: "nudge:1.1.1",
        reason: "incomplete",
        evidence: "4 of 7 are left",
        text: "The work is not finished. Go on with what is left, using your tools. Do not stop before all of it is done. (4 of 7 are left)",
        ephemeral: false,
        attempt: "1.1.1",
      },
    ])
  })

  it.each<{ kind: Kind; nudges: boolean }>([
    { kind: "incomplete", nudges: true },
    { kind: "deflection", nudges: true },
    { kind: "unproven-claim", nudges: true },
    { kind: "complete", nudges: false },
    { kind: "honest-gap", nudges: false },
    { kind: "needs-user", nudges: false },
  ])("a finding of $kind is nudged: $nudges (L7 L8)", ({ kind, nudges }) => {
    const [step] = decide([said("go"), ...answers(kind, 1)]) ?? []
    expect(step !== undefined).toBe(nudges)
    if (step?.kind === "nudge") expect(step.text.length).toBeGreaterThan(step.evidence.length + 20)
  })

  it.each([
    { kind: "deflection", count: 3, nudges: true },
    { kind: "deflection", count: 4, nudges: false },
    { kind: "unproven-claim", count: 1, nudges: true },
    { kind: "unproven-claim", count: 2, nudges: false },
  ])("nudges $kind number $count: $nudges; then the text is shown (L8)", ({ kind, count, nudges }) => {
    expect(decide([said("go"), ...answers(kind, count)]) !== undefined).toBe(nudges)
  })

  it("counts each kind by itself, over the whole turn", () => {
    const calls = [asked("1.4.1"), answered({ calls: [aCall("a")] }, "1.4.1"), toolFinished("a")]
    const three = [said("go"), ...answers("deflection", 3), told({ reason: "deflection", attempt: "1.3.1" }), ...calls]
    expect(decide([...three, ...answers("deflection", 1, 5)])).toBeUndefined()
    expect(decide([...three, ...answers("incomplete", 1, 5)])).toMatchObject([{ reason: "incomplete" }])
  })

  it.each([
    { answer: "incomplete proven", nudges: true },
    { answer: "incomplete", nudges: false },
  ])("where only proof counts, $answer is nudged: $nudges", ({ answer, nudges }) => {
    expect(decide([said("go"), ...answers(answer, 1)], { provenOnly: true }) !== undefined).toBe(nudges)
  })

  it("leaves what is in doubt to those who ask, where the profile asks", () => {
    const doubtful = [said("go"), ...answers("incomplete doubtful", 1)]
    expect(decide(doubtful)).toBeDefined()
    expect(decide(doubtful, { asksWhenInDoubt: true })).toBeUndefined()
    expect(decide([said("go"), ...answers("incomplete", 1)], { asksWhenInDoubt: true })).toBeDefined()
  })

  it("judges a continued answer as a whole", () => {
    const cut = [asked(), answered({ text: "incomplete ", stop: "max-tokens" }), told({ reason: "max-tokens" })]
    const seen: string[] = []
    const listening = (given: Judged) => {
      seen.push(given.answer)
      return judge(given)
    }
    decide([said("go"), ...cut, asked("1.2.1"), answered({ text: "proven" }, "1.2.1")], { judge: listening })
    expect(seen).toEqual(["incomplete proven"])
  })

  const text = [answered({ text: "incomplete" })]
  it.each<Row>([
    ...silences(text),
    ...spokenMeanwhile(text),
    { name: "the answer is empty", drafts: [said("go"), asked(), answered({ text: " " })] },
    {
      name: "the answer has a call",
      drafts: [said("go"), asked(), answered({ text: "incomplete", calls: [aCall("a")] })],
    },
    {
      name: "it is the last answer of a turn that ends",
      drafts: [...atItsEnd, answered({ text: "incomplete" }, "1.2.1")],
    },
  ])("is silent when $name", ({ drafts }) => {
    expect(decide(drafts)).toBeUndefined()
  })
})
