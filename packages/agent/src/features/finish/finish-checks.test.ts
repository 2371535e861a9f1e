import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import type { AnsweredTurn, FinishCheck, FinishFinding } from "../../contracts/finish-check.ts"
import {
  atItsEnd,
  type Row,
  silences,
  spokenMeanwhile,
  stateAfter,
} from "../../kernel/rules/__fixtures__/state-after.ts"
import { aCall, answered, asked, said, told, toolFinished, toolStarted } from "../../testing/fact-builders.ts"
import { finishChecks, GIVE_AGAIN } from "./finish-checks.ts"

/** Finds its own name in the answer. */
const find = (word: string, kind: FinishFinding["kind"]) => ({
  name: word,
  check: ({ answer }: AnsweredTurn) => (answer.includes(word) ? { kind, evidence: `it says ${word}` } : undefined),
})
const shape: FinishCheck = find("shape", "nudge")
const other: FinishCheck = find("other", "nudge")
const each: FinishCheck = { ...find("each", "nudge"), once: "call" }
const doubt: FinishCheck = find("doubt", "ask")
const checks = [shape, other, each, doubt]
const NAMES = checks.map(({ name }) => name)

const began = (names: readonly string[] = NAMES): Draft => ({ ...said("go"), checks: names }) as Draft
const decide = (drafts: readonly Draft[], known = checks) => finishChecks(known)(stateAfter(drafts))
const answer = (text: string, iteration = 1): readonly Draft[] => [
  asked(`1.${iteration}.1`),
  answered({ text }, `1.${iteration}.1`),
]
const nudgedFor = (reason: string, iteration: number): Draft =>
  told({ reason, attempt: `1.${iteration}.1`, ephemeral: false })
const worked = (iteration: number, outcome: "ok" | "error" = "ok"): readonly Draft[] => [
  asked(`1.${iteration}.1`),
  answered({ calls: [aCall(`c${iteration}`)] }, `1.${iteration}.1`),
  toolStarted(`c${iteration}`),
  toolFinished(`c${iteration}`, outcome),
]
const verdict = (word: string, iteration: number): readonly Draft[] => {
  const attempt = `1.${iteration}.1.judge`
  const question = { attempt, turn: 1, iteration, model: "m", seen: 1, sections: {}, purpose: "judge" } as const
  return [{ type: "model-asked", ...question }, { ...answered({ text: word }, attempt), purpose: "judge" } as Draft]
}
const failure = (iteration: number): readonly Draft[] => {
  const attempt = `1.${iteration}.1.judge`
  const error = { class: "network", code: "network", message: "gone" } as const
  return [...verdict("", iteration).slice(0, 1), { type: "model-failed", purpose: "judge", attempt, error, ms: 1 }]
}

describe("finishChecks", () => {
  it("takes the answer back and asks again: says what was seen, and to give a right answer again", () => {
    expect(decide([began(), ...answer("shape")])).toEqual([
      {
        kind: "nudge",
        key: "nudge:1.1.1",
        reason: "shape",
        evidence: "it says shape",
        text: `it says shape ${GIVE_AGAIN}`,
        ephemeral: false,
        attempt: "1.1.1",
      },
    ])
    expect(GIVE_AGAIN).not.toMatch(/must|do not|don't|finish|tool/i)
  })

  it.each<{ name: string; drafts: readonly Draft[]; reason: string | undefined }>([
    { name: "finds nothing", drafts: [began(), ...answer("Well.")], reason: undefined },
    {
      name: "finds two things, of which the first counts",
      drafts: [began(), ...answer("other, shape")],
      reason: "shape",
    },
    {
      name: "the turn names in another order",
      drafts: [began(["other", "shape"]), ...answer("other, shape")],
      reason: "other",
    },
    { name: "is not in force in this turn", drafts: [began(["other"]), ...answer("shape")], reason: undefined },
    {
      name: "belongs to an older log, which names no checks",
      drafts: [said("go"), ...answer("shape")],
      reason: undefined,
    },
    {
      name: "got the answer again, which then stands",
      drafts: [began(), ...answer("shape"), nudgedFor("shape", 1), ...answer("other, shape", 2)],
      reason: undefined,
    },
    {
      name: "got a call that failed, and the answer again",
      drafts: [began(), ...answer("shape"), nudgedFor("shape", 1), ...worked(2, "error"), ...answer("other", 3)],
      reason: undefined,
    },
    {
      name: "got a call that worked, after which another check may find something",
      drafts: [began(), ...answer("shape"), nudgedFor("shape", 1), ...worked(2), ...answer("other, shape", 3)],
      reason: "other",
    },
    {
      name: "has already nudged in this turn",
      drafts: [began(), ...answer("shape"), nudgedFor("shape", 1), ...worked(2), ...answer("shape", 3)],
      reason: undefined,
    },
    {
      name: "nudges once after each call, when a call has worked since",
      drafts: [began(), ...answer("each"), nudgedFor("each", 1), ...worked(2), ...answer("each", 3)],
      reason: "each",
    },
    {
      name: "follows a call of unknown outcome, which must not be repeated",
      drafts: [
        began(),
        asked("1.1.1"),
        answered({ calls: [aCall("a")] }),
        toolFinished("a", "unknown"),
        ...answer("shape", 2),
      ],
      reason: undefined,
    },
    {
      name: "follows a call that a person denied",
      drafts: [
        began(),
        asked("1.1.1"),
        answered({ calls: [aCall("a")] }),
        toolFinished("a", "denied"),
        ...answer("doubt", 2),
      ],
      reason: undefined,
    },
  ])("with a check that $name gives the reason $reason", ({ drafts, reason }) => {
    const [step] = decide(drafts) ?? []
    expect(step?.kind === "nudge" ? step.reason : step?.kind).toBe(reason)
  })

  it("checks a continued answer as a whole", () => {
    const cut = [asked(), answered({ text: "sha", stop: "max-tokens" }), told({ reason: "max-tokens" })]
    expect(decide([began(), ...cut, ...answer("pe", 2)])).toMatchObject([{ reason: "shape" }])
  })

  it("checks an answer once, however often the rule is evaluated", () => {
    let looks = 0
    const counting: FinishCheck = {
      name: "shape",
      check() {
        looks += 1
        return undefined
      },
    }
    const rule = finishChecks([counting])
    const state = stateAfter([began(), ...answer("shape")])
    for (let times = 0; times < 3; times++) expect(rule(state)).toBeUndefined()
    expect(looks).toBe(1)
  })

  describe("with a check that asks the judge", () => {
    const first = [began(), ...answer("doubt")]
    const nudge = (reason: string) => [
      expect.objectContaining({ kind: "nudge", reason, evidence: "doubt: it says doubt" }),
    ]

    it.each<{ name: string; drafts: readonly Draft[]; expected: unknown }>([
      {
        name: "asks the judge",
        drafts: first,
        expected: [{ kind: "judge", key: "judge:1.1.1", attempt: "1.1.1", evidence: "doubt: it says doubt" }],
      },
      {
        name: "asks again what a crash left open",
        drafts: [...first, ...verdict("", 1).slice(0, 1)],
        expected: [expect.objectContaining({ kind: "judge" })],
      },
      {
        name: "nudges after unfinished",
        drafts: [...first, ...verdict("unfinished", 1)],
        expected: nudge("unfinished"),
      },
      {
        name: "nudges after JSON",
        drafts: [...first, ...verdict('{"verdict": "unfinished"}', 1)],
        expected: nudge("unfinished"),
      },
      { name: "accepts after finished", drafts: [...first, ...verdict("finished", 1)], expected: undefined },
      { name: "accepts a refusal", drafts: [...first, ...verdict('{"verdict":"declined"}', 1)], expected: undefined },
      { name: "accepts after needs-user", drafts: [...first, ...verdict("needs-user", 1)], expected: undefined },
      { name: "nudges once when the judge fails", drafts: [...first, ...failure(1)], expected: nudge("unjudged") },
      {
        name: "nudges once after nonsense",
        drafts: [...first, ...verdict("It is not unfinished, is it?", 1)],
        expected: nudge("unjudged"),
      },
      {
        name: "accepts the next answer after that",
        drafts: [...first, ...failure(1), nudgedFor("unjudged", 1), ...answer("doubt", 2)],
        expected: undefined,
      },
      {
        name: "does not nudge a second time in a turn without a verdict",
        drafts: [...first, ...failure(1), nudgedFor("unjudged", 1), ...worked(2), ...answer("doubt", 3), ...failure(3)],
        expected: undefined,
      },
    ])("$name", ({ drafts, expected }) => {
      expect(decide(drafts)).toEqual(expected)
    })

    it("acts on the judge's verdict three times in a row, and a call that worked resets the count (L7 L8)", () => {
      const round = (iteration: number) => [
        ...answer("doubt", iteration),
        ...verdict("unfinished", iteration),
        nudgedFor("unfinished", iteration),
      ]
      const three = [began(), ...round(1), ...round(2), ...round(3)]
      expect(decide([began(), ...round(1), ...round(2), ...answer("doubt", 3)])).toMatchObject([{ kind: "judge" }])
      expect(decide([...three, ...answer("doubt", 4)])).toBeUndefined()
      expect(decide([...three, ...worked(4), ...answer("doubt", 5)])).toMatchObject([{ kind: "judge" }])
    })
  })

  const text = [answered({ text: "shape" })]
  const named = ({ name, drafts }: Row): Row => ({
    name,
    drafts: drafts.map((draft) => (draft.type === "turn-started" ? { ...draft, checks: NAMES } : draft)),
  })
  it.each<Row>([
    ...silences(text).map(named),
    ...spokenMeanwhile(text).map(named),
    { name: "the answer has a call", drafts: [began(), asked(), answered({ text: "shape", calls: [aCall("a")] })] },
    {
      name: "the answer could not be parsed",
      drafts: [began(), asked(), answered({ text: "shape", problems: [{ code: "x", message: "x" }] })],
    },
    named({
      name: "it is the last answer of a turn that ends",
      drafts: [...atItsEnd, answered({ text: "shape" }, "1.2.1")],
    }),
  ])("is silent when $name", ({ drafts }) => {
    expect(decide(drafts)).toBeUndefined()
  })
})
