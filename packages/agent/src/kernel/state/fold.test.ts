// What each fact changes in the state, and what it leaves unchanged.
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { Draft, Fact, FactType } from "../../contracts/fact.ts"
import { FACTS } from "../../registry/facts.ts"
import { emptyState } from "../../registry/state.ts"
import {
  aCall,
  answered,
  approvalRequested,
  approvalSettled,
  asked,
  cancelled,
  finished,
  modelFailed,
  nudged,
  opened,
  questionAnswered,
  questionAsked,
  said,
  stamp,
  toolFinished,
  toolStarted,
} from "../../testing/fact-builders.ts"
import { apply } from "./apply.ts"
import { foldFacts } from "./fold.ts"
import { isRunning, noCounters, type State } from "./state.ts"

const fixture = new URL("../../registry/__fixtures__/facts-v1.jsonl", import.meta.url)
const golden = readFileSync(fixture, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Fact)
const rewinds = golden.flatMap((fact) => (fact.type === "conversation-rewound" ? [fact.to] : []))
const fold = (...drafts: readonly Draft[]) => foldFacts(stamp([opened(), ...drafts]))
const calls = [said("go"), asked(), answered({ calls: [aCall("a"), aCall("b")] })]
const callA = (state: State) => state.turn?.calls[0]

describe("every fact", () => {
  it.each(Object.keys(FACTS) as FactType[])("%s advances seq and time, from any state", (type) => {
    const fact = golden.find((each) => each.type === type)!
    for (const state of [emptyState, fold(...calls), fold(said("go"), finished())]) {
      expect(apply(state, { ...fact, seq: 99, at: 77 })).toMatchObject({ seq: 99, at: 77 })
    }
  })

  it.each(["plan-made", "plan-step-finished", "catalogue-changed"] satisfies FactType[])(
    "%s changes nothing else",
    (type) => {
      const fact = golden.find((each) => each.type === type)!
      const state = fold(...calls)
      expect(apply(state, fact)).toEqual({ ...state, seq: fact.seq, at: fact.at })
    },
  )

  it("folds to the same state at once and from any point", () => {
    const whole = foldFacts(golden)
    for (let cut = 0; cut <= golden.length; cut++) {
      const state = foldFacts(golden.slice(cut), foldFacts(golden.slice(0, cut)))
      // If the conversation was taken back to before that point, the state says so and the log is
      // folded from its beginning.
      if (state.rewoundTo !== undefined) expect(cut).toBeGreaterThan(Math.min(...rewinds))
      else expect(state).toEqual(whole)
    }
  })
})

describe("session and turn facts", () => {
  it("session-opened names the session", () => {
    expect(foldFacts(golden.slice(0, 1)).session).toEqual({
      id: "s-golden",
      profile: "default",
      owner: "ada",
      parent: { session: "s-parent", kind: "delegation", seq: 12, call: "call_2_1_1_0" },
    })
    expect(fold().session).toEqual({ id: "s1", profile: "default" })
  })

  it("turn-started begins a turn and carries nothing over", () => {
    const state = fold(...calls, toolFinished("a", "error"), finished(), said("again", 2))
    expect(state.turns).toBe(2)
    expect(state.turn).toEqual({
      number: 2,
      trace: "trace-2",
      command: "say-2",
      cancelled: false,
      iteration: 0,
      asks: 0,
      spokenAt: 0,
      begins: 4,
      cut: false,
      startedAt: expect.any(Number),
      kept: "",
      calls: [],
      changing: [],
      usage: { inputTokens: 0, outputTokens: 0 },
      workMs: 0,
      toolCalls: 0,
      counters: noCounters,
    })
  })

  it("turn-cancelled marks the turn, turn-finished ends it", () => {
    expect(fold(said("go"), cancelled()).turn?.cancelled).toBe(true)
    const over = fold(said("go"), { ...finished("failed"), text: "t", error: { code: "c", message: "m" } } as Draft)
    expect(isRunning(over.turn)).toBe(false)
    expect(over.turn?.finished).toEqual({ outcome: "failed", text: "t", error: { code: "c", message: "m" } })
    expect(over.waiting).toEqual([])
  })
})

describe("model facts", () => {
  it("model-asked opens an attempt and removes the answer before it", () => {
    const { turn } = fold(...calls, toolFinished("a"), toolFinished("b"), asked("1.2.1", 6))
    expect(turn).toMatchObject({ iteration: 2, calls: [], attempt: { id: "1.2.1", seen: 6, open: true, tries: 1 } })
    expect(turn?.answer).toBeUndefined()
  })

  it.each<{ name: string; drafts: readonly Draft[]; counts: object }>([
    { name: "first", drafts: [asked()], counts: { tries: 1, orphans: 0, failures: 0, open: true } },
    { name: "after a crash", drafts: [asked(), asked("1.1.2")], counts: { tries: 2, orphans: 1, failures: 0 } },
    {
      name: "after two crashes",
      drafts: [asked(), asked("1.1.2"), asked("1.1.3")],
      counts: { tries: 3, orphans: 2, failures: 0 },
    },
    {
      name: "after a failure",
      drafts: [asked(), modelFailed("rate-limit"), asked("1.1.2")],
      counts: { tries: 2, orphans: 0, failures: 1 },
    },
    {
      name: "after an interruption",
      drafts: [asked(), modelFailed("interrupted"), asked("1.1.2")],
      counts: { tries: 2, orphans: 0, failures: 0 },
    },
    {
      name: "after a crash and a failure",
      drafts: [asked(), asked("1.1.2"), modelFailed("rate-limit", "1.1.2"), asked("1.1.3")],
      counts: { tries: 3, orphans: 1, failures: 1 },
    },
    {
      name: "in the next iteration",
      drafts: [asked(), asked("1.1.2"), answered({ text: "x" }, "1.1.2"), asked("1.2.1", 5)],
      counts: { tries: 1, orphans: 0, failures: 0 },
    },
  ])("counts tries, orphans and failures of the attempt: $name", ({ drafts, counts }) => {
    expect(fold(said("go"), ...drafts).turn?.attempt).toMatchObject(counts)
  })

  it("model-failed closes the attempt and sets when it may be retried", () => {
    const facts = stamp([opened(), said("go"), asked(), { ...modelFailed("rate-limit"), retryAt: 5 } as Draft])
    const { attempt } = foldFacts(facts).turn!
    const error = { class: "rate-limit", code: "rate-limit", message: "rate-limit" }
    expect(attempt).toMatchObject({ open: false, failures: 1, failure: { error, at: facts[3]?.at, retryAt: 5 } })
  })

  it("model-answered closes the attempt, drops an older failure and lists the calls", () => {
    const { turn } = fold(said("go"), asked(), modelFailed("rate-limit"), asked("1.1.2"), {
      ...answered({ text: "x", calls: [aCall("a")] }, "1.1.2"),
      problems: [{ code: "p", message: "q" }],
    } as Draft)
    expect(turn?.attempt).toMatchObject({ open: false, failures: 1 })
    expect(turn?.attempt?.failure).toBeUndefined()
    expect(turn?.answer).toEqual({
      seq: 6,
      attempt: "1.1.2",
      text: "x",
      stop: "tool-calls",
      nudged: false,
      problems: [{ code: "p", message: "q" }],
    })
    expect(turn?.calls).toEqual([{ call: aCall("a"), stage: "asked", starts: 0 }])
  })

  it("counts empty answers in a row, and starts at zero after any other answer", () => {
    const empty = (iteration: number) => [asked(`1.${iteration}.1`), answered({ text: " " }, `1.${iteration}.1`)]
    expect(fold(said("go"), ...empty(1), ...empty(2)).turn?.counters.empties).toBe(2)
    const spoken = [asked("1.3.1"), answered({ text: "x" }, "1.3.1")]
    expect(fold(said("go"), ...empty(1), ...empty(2), ...spoken).turn?.counters.empties).toBe(0)
  })

  it("nudged takes the answer back and is counted by reason", () => {
    const { turn } = fold(said("go"), asked(), answered({}), nudged(), nudged())
    expect(turn?.answer?.nudged).toBe(true)
    expect(turn?.counters.nudges).toEqual({ empty: 2 })
  })
})

describe("tool facts", () => {
  it.each<{ name: string; drafts: readonly Draft[]; call: object }>([
    { name: "approval-requested", drafts: [approvalRequested("a")], call: { stage: "awaiting-approval" } },
    {
      name: "approval-settled",
      drafts: [{ ...approvalSettled("a", "denied"), reason: "no", arguments: { n: 1 } } as Draft],
      call: { stage: "settled", decision: { approved: false, reason: "no", arguments: { n: 1 } } },
    },
    { name: "question-asked", drafts: [questionAsked("a")], call: { stage: "awaiting-answer" } },
    { name: "question-answered", drafts: [questionAnswered("a")], call: { stage: "answered", answer: "This one" } },
    {
      name: "tool-started",
      drafts: [toolStarted("a", "idempotent", "real"), toolStarted("a", "idempotent", "real")],
      call: { stage: "started", starts: 2, effect: "idempotent", name: "real" },
    },
    {
      name: "tool-finished",
      drafts: [{ ...toolFinished("a", "denied"), code: "denied" } as Draft],
      call: { stage: "finished", result: { outcome: "denied", code: "denied", name: "tool" } },
    },
  ])("$name changes its call, and no other", ({ drafts, call }) => {
    const state = fold(...calls, ...drafts)
    expect(callA(state)).toMatchObject(call)
    expect(state.turn?.calls[1]).toEqual({ call: aCall("b"), stage: "asked", starts: 0 })
  })

  it("leaves a finished call unchanged, whatever follows", () => {
    const late = [toolStarted("a"), approvalRequested("a"), questionAnswered("a"), toolFinished("a", "error")]
    expect(callA(fold(...calls, toolFinished("a"), ...late))).toEqual(callA(fold(...calls, toolFinished("a"))))
  })

  it("ignores facts about calls that are not open", () => {
    const before = fold(...calls)
    const [fact] = stamp([toolFinished("elsewhere")])
    expect(apply(before, { ...fact!, seq: before.seq, at: before.at })).toEqual(before)
  })

  it("counts failures and timeouts by tool, not denials", () => {
    const done = [toolFinished("a", "timeout"), toolFinished("b", "denied")]
    const again = [asked("1.2.1"), answered({ calls: [aCall("c")] }, "1.2.1"), toolFinished("c", "error")]
    expect(fold(...calls, ...done, ...again).turn?.counters.toolFailures).toEqual({ tool: 2 })
  })
})
