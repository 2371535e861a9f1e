// A rule that is not asked in a stage would have said nothing, whatever else the state holds.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Draft } from "../contracts/fact.ts"
import { endAtLimit, withUsageLimits } from "../features/limits/rules.ts"
import { withTurnDemands } from "../features/output/turn-demands.ts"
import { profiles } from "../profiles/profiles.ts"
import { emptyState } from "../registry/state.ts"
import {
  aCall,
  answered,
  asked,
  finished,
  modelFailed,
  nudged,
  opened,
  said,
  stamp,
  toolFinished,
  toolStarted,
} from "../testing/fact-builders.ts"
import { nextSteps } from "./next-steps.ts"
import type { Rule } from "./rule.ts"
import { limitTokens } from "./rules/limit-tokens.ts"
import { onlyIn, onlyInTrouble, rulesFor, stageOf } from "./stage.ts"
import { foldFacts } from "./state/fold.ts"
import type { State, Turn } from "./state/state.ts"
import { rest } from "./steps/rest.ts"

const lists = Object.values(profiles).map((make) => withTurnDemands(make({ maxIterations: 3, models: 2 }).rules))
const allRules: readonly Rule[] = [
  ...lists.flat(),
  ...withUsageLimits([endAtLimit(), limitTokens({ max: 10 })], { turn: { toolCalls: 1 } }),
]

const begun = [opened(), said("go"), asked("1.1.1")]
const called = answered({ text: "", calls: [aCall("a", "tool"), aCall("b", "tool")] }, "1.1.1")
const worked = [toolFinished("a", "ok"), toolFinished("b", "ok")]
const settledCalls = [toolFinished("a", "ok"), toolFinished("b", "error")]
const states = {
  empty: emptyState,
  opened: foldFacts(stamp([opened()])),
  said: foldFacts(stamp([opened(), said("go")])),
  asked: foldFacts(stamp(begun)),
  failed: foldFacts(stamp([...begun, modelFailed("rate-limit", "1.1.1")])),
  "too large": foldFacts(stamp([...begun, modelFailed("context-overflow", "1.1.1")])),
  calling: foldFacts(stamp([...begun, called])),
  started: foldFacts(stamp([...begun, called, toolStarted("a", "once"), ...settledCalls.slice(1)])),
  "half begun": foldFacts(stamp([...begun, called, toolStarted("a", "once")])),
  running: foldFacts(stamp([...begun, called, toolStarted("a", "once"), toolStarted("b", "once")])),
  called: foldFacts(stamp([...begun, called, ...settledCalls])),
  worked: foldFacts(stamp([...begun, called, ...worked])),
  "last words": foldFacts(
    stamp([...begun, called, worked[0] as Draft, toolFinished("b", "ok", "", { ends: { text: "Done." } })]),
  ),
  "crash loop": foldFacts(
    stamp([...begun, called, worked[0] as Draft, toolFinished("b", "unknown", "", { code: "crash-loop" })]),
  ),
  "asked again": foldFacts(stamp([...begun, called, ...settledCalls, asked("1.2.1")])),
  answered: foldFacts(stamp([...begun, answered({ text: "done" }, "1.1.1")])),
  nudged: foldFacts(stamp([...begun, answered({ text: "done" }, "1.1.1"), nudged("1.1.1", false)])),
  finished: foldFacts(stamp([...begun, answered({ text: "done" }, "1.1.1"), finished("completed", 1)])),
} as const

const error = { code: "e", message: "e" }

/** At most two of the fields: with more of them hardly any state is in a stage, and nothing is left out. */
function few<Fields extends object>(fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> }) {
  const names = fc.subarray(Object.keys(fields), { maxLength: 2 })
  return fc
    .tuple(fc.record(fields), names)
    .map(([all, kept]) => Object.fromEntries(kept.map((name) => [name, all[name as keyof Fields]])) as Partial<Fields>)
}

const counters: fc.Arbitrary<Partial<Turn["counters"]>> = few({
  empties: fc.nat(4),
  malformed: fc.nat(4),
  refusedRepeats: fc.nat(4),
  sameError: fc.record({ key: fc.constant("tool: e"), times: fc.nat(6) }),
  toolFailures: fc.record({ tool: fc.nat(4) }),
})
const ofTurn: fc.Arbitrary<Partial<Turn>> = few({
  cancelled: fc.boolean(),
  iteration: fc.nat(6),
  asks: fc.nat(6),
  kept: fc.constantFrom("", "so far "),
  ending: fc.constant({ outcome: "failed", text: "It ends.", error } as const),
  held: fc.constant({ iteration: 1, chain: 0, at: 1, until: 2 }),
  toolChoice: fc.constantFrom("none" as const, "required" as const),
  output: fc.constant({ schema: { type: "object" } }),
  limitMet: fc.constant({ scope: "turn", limit: "toolCalls", used: 2, max: 1 } as const),
  toolCalls: fc.nat(5),
  usage: fc.constant({ inputTokens: 100, outputTokens: 100 }),
  overflow: fc.constant({ attempt: "1.1.1", iteration: 1, chain: 0, gained: true }),
})
const ofAnswer: fc.Arbitrary<Partial<NonNullable<Turn["answer"]>>> = few({
  text: fc.constantFrom("", "x"),
  stop: fc.constantFrom("max-tokens" as const, "end" as const),
  problems: fc.constantFrom([], [{ code: "c", message: "m" }]),
  nudged: fc.boolean(),
})
const ofState = few({
  rewoundTo: fc.constant(1),
  withheld: fc.constant([{ tool: "tool", until: "turn" } as const]),
  waiting: fc.constant([{ seq: 2, parts: [], from: "user", ephemeral: false } as const]),
  toolFailures: fc.record({ tool: fc.nat(4) }),
  restore: fc.constant({ command: "r", seq: 1, files: true, conversation: false } as unknown as NonNullable<
    State["restore"]
  >), // Rules only look whether it is there.
})

/** A state of a turn, with anything in it that some rule is about. */
const anyState: fc.Arbitrary<State> = fc
  .tuple(fc.constantFrom(...Object.values(states)), ofState, ofTurn, ofAnswer, counters, fc.boolean())
  .map(([state, more, turn, answer, counts, isAskedToCompact]) => ({
    ...state,
    ...more,
    ...(isAskedToCompact && { compaction: { ...state.compaction, asked: "c" } as unknown as State["compaction"] }),
    ...(state.turn !== undefined && {
      turn: {
        ...state.turn,
        ...turn,
        counters: { ...state.turn.counters, ...counts },
        ...(state.turn.answer !== undefined && { answer: { ...state.turn.answer, ...answer } }),
      },
    }),
  }))

/** What all rules say, whatever they say about stages. */
function slowly(state: State, rules: readonly Rule[]): ReturnType<Rule> {
  for (const rule of rules) {
    const steps = rule(state)
    if (steps !== undefined && steps.length > 0) return steps
  }
  return undefined
}

describe("a stage", () => {
  it.each([
    ["empty", undefined],
    ["opened", undefined],
    ["said", undefined],
    ["asked", "asked"],
    ["failed", undefined],
    ["calling", "calling"],
    ["started", "running"],
    ["half begun", "calling"],
    ["called", "called"],
    ["asked again", "asked"],
    ["answered", "answered"],
    ["nudged", "answered"],
    ["finished", undefined],
  ] as const)("of a turn that is %s: %s", (name, stage) => {
    expect(stageOf(states[name])).toBe(stage)
  })

  it("leaves out only rules that would have returned nothing", () => {
    const spoke = new Map<Rule, number>()
    let staged = 0
    fc.assert(
      fc.property(anyState, (state) => {
        const asked = new Set(rulesFor(state, allRules))
        if (stageOf(state) !== undefined) staged++
        for (const rule of allRules) {
          const steps = rule(state)
          if (steps !== undefined) spoke.set(rule, (spoke.get(rule) ?? 0) + 1)
          if (!asked.has(rule) && steps !== undefined) expect(steps).toBeUndefined()
        }
      }),
      { numRuns: 3000 },
    )
    expect(staged).toBeGreaterThan(1000)
    // The states are such that most rules have something to say, or this would show nothing.
    expect(spoke.size / new Set(allRules).size).toBeGreaterThan(0.7)
  })

  it("changes no decision of any profile", () => {
    fc.assert(
      fc.property(anyState, (state) => {
        for (const rules of lists) expect(nextSteps(state, rules)).toEqual(slowly(state, rules))
      }),
      { numRuns: 1000 },
    )
  })
})

describe("the rules of a stage", () => {
  const always: Rule = () => undefined
  const atCalls = onlyIn(["calling"], () => rest)

  it("keep their order, and are chosen once for a list", () => {
    const rules = [atCalls, always]
    expect(rulesFor(states.calling, rules)).toEqual([atCalls, always])
    expect(rulesFor(states.asked, rules)).toEqual([always])
    expect(rulesFor(states.asked, rules)).toBe(rulesFor(states.asked, rules))
  })

  it("leave out those about what went wrong, until something stands out", () => {
    const rules = [onlyInTrouble(["called"], () => rest), always]
    expect(rulesFor(states.worked, rules)).toEqual([always])
    expect(rulesFor(states.called, rules)).toEqual(rules)
  })

  it("are all of them where the turn is in no stage", () => {
    const rules = [atCalls, always]
    expect(rulesFor(states.said, rules)).toBe(rules)
  })

  it("are few in the plain course of a round", () => {
    const [standard = []] = lists
    const numbers = (["calling", "running", "worked"] as const).map((at) => rulesFor(states[at], standard).length)
    // While a request is under way, and while calls run, the first of them answers. The numbers may only become smaller.
    expect(rulesFor(states.asked, standard)[0]?.(states.asked)).toBeDefined()
    expect(rulesFor(states.running, standard)[0]?.(states.running)).toBeDefined()
    expect(numbers).toEqual([3, 3, 4])
  })
})
