// In an edited log, or with changed rules, replay finds the first fact that shows it, and no earlier one.
import { beforeAll, describe, expect, it } from "vitest"
import { text } from "../contracts/content.ts"
import type { Draft, Fact } from "../contracts/fact.ts"
import type { Rule } from "../kernel/rule.ts"
import { breakTool } from "../kernel/rules/break-tool.ts"
import { nudgeEmpty } from "../kernel/rules/nudge-empty.ts"
import { retryModel } from "../kernel/rules/retry-model.ts"
import { defaultProfile } from "../profiles/default.ts"
import { terminal } from "../profiles/terminal.ts"
import type { Step } from "../registry/steps.ts"
import { aCall, answered, asked, opened, said, stamp, toolFinished } from "../testing/fact-builders.ts"
import { type Recording, record } from "./__fixtures__/sessions.ts"
import { recordedRules } from "./recorded-rules.ts"
import { replaySession } from "./replay-session.ts"

let recording: Recording
let facts: readonly Fact[]
beforeAll(async () => {
  recording = await record("default")
  facts = recording.facts
})

type Of<T extends Fact["type"]> = Extract<Fact, { type: T }>

function nth<T extends Fact["type"]>(type: T, place = 0, is: (fact: Of<T>) => boolean = () => true): Of<T> {
  const found = facts.filter((fact): fact is Of<T> => fact.type === type).filter(is)[place]
  if (found === undefined) throw new Error(`There is no ${type} ${place}.`)
  return found
}

const replayed = (log: readonly Fact[], rules = recordedRules(facts, defaultProfile)) =>
  replaySession({ facts: log, rules })

const edited = <T extends Fact>(fact: T, change: Partial<T>) =>
  facts.map((each) => (each.seq === fact.seq ? { ...fact, ...change } : each))

/** A start of a tool that was started before. */
function secondOfATool(): Fact {
  const seen = new Set<string>()
  const found = facts.find((fact) => {
    if (fact.type !== "tool-started") return false
    const isSecond = seen.has(fact.name)
    seen.add(fact.name)
    return isSecond
  })
  if (found === undefined) throw new Error("No tool was begun twice.")
  return found
}

const without = (fact: Fact) => facts.filter((each) => each !== fact)
const renumbered = (log: readonly Fact[]) => log.map((fact, index) => ({ ...fact, seq: index + 1 }) as Fact)

describe("replay of a log with an edited fact", () => {
  it.each<{ name: string; of: () => Fact; change: object; kind: string }>([
    { name: "the text of a nudge", of: () => nth("nudged"), change: { text: "Go on." }, kind: "rules-changed" },
    { name: "the evidence of a nudge", of: () => nth("nudged"), change: { evidence: "x" }, kind: "rules-changed" },
    {
      name: "the withheld tool",
      of: () => nth("nudged", 0, ({ withholds }) => withholds !== undefined),
      change: { withholds: { tool: "look", until: "turn" } },
      kind: "rules-changed",
    },
    {
      name: "the outcome of a turn",
      of: () => nth("turn-finished"),
      change: { outcome: "failed" },
      kind: "rules-changed",
    },
    {
      name: "the last words of a turn",
      of: () => nth("turn-finished"),
      change: { text: "No." },
      kind: "rules-changed",
    },
    {
      name: "the usage of a turn",
      of: () => nth("turn-finished"),
      change: { usage: { inputTokens: 1, outputTokens: 1 } },
      kind: "fact-changed",
    },
    {
      name: "the text of a refusal",
      of: () => nth("tool-finished", 0, ({ outcome }) => outcome === "refused"),
      change: { content: [text("No.")] },
      kind: "rules-changed",
    },
    { name: "the model that was asked", of: () => nth("model-asked"), change: { chain: 1 }, kind: "rules-changed" },
    {
      name: "the number of an attempt",
      of: () => nth("model-asked", 1),
      change: { attempt: "1.1.1" },
      kind: "fact-changed",
    },
    {
      name: "the state that a request showed",
      of: () => nth("model-asked", 2),
      change: { seen: 2 },
      kind: "fact-changed",
    },
    {
      name: "the iteration of a request",
      of: () => nth("model-asked", 2),
      change: { iteration: 7 },
      kind: "rules-changed",
    },
    {
      name: "the reason of a compaction",
      of: () => nth("history-compacted"),
      change: { why: "overflow" },
      kind: "rules-changed",
    },
    { name: "the call that was started", of: () => nth("tool-started"), change: { call: "x" }, kind: "log-invalid" },
    {
      name: "the name that was asked for",
      of: () => nth("tool-started"),
      change: { asked: "x" },
      kind: "fact-changed",
    },
    {
      name: "the arguments of a call",
      of: () => nth("tool-started"),
      change: { arguments: { x: 1 } },
      kind: "fact-changed",
    },
    { name: "the tool that was started", of: () => nth("tool-started"), change: { name: "x" }, kind: "fact-changed" },
    {
      name: "the effect key",
      of: () => nth("tool-started"),
      change: { effectKey: "other:call_1_1_1_0" },
      kind: "fact-changed",
    },
    {
      name: "the effect class",
      of: () => secondOfATool(),
      change: { effect: "idempotent" },
      kind: "fact-changed",
    },
    {
      name: "the arguments of an approval request",
      of: () => nth("approval-requested"),
      change: { arguments: { x: 1 } },
      kind: "fact-changed",
    },
    {
      name: "the tool of a result",
      of: () => nth("tool-finished", 0, ({ outcome }) => outcome === "ok"),
      change: { name: "x" },
      kind: "fact-changed",
    },
    {
      name: "the attempt that was answered",
      of: () => nth("model-answered"),
      change: { attempt: "x" },
      kind: "log-invalid",
    },
    { name: "the number of a turn", of: () => nth("turn-started", 1), change: { turn: 3 }, kind: "log-invalid" },
    { name: "the version of a fact", of: () => nth("nudged"), change: { v: 2 }, kind: "log-invalid" },
    { name: "the type of a fact", of: () => nth("nudged"), change: { type: "dreamt" }, kind: "log-invalid" },
  ])("finds $name", ({ of, change, kind }) => {
    const fact = of()
    expect(replayed(edited(fact, change))).toMatchObject({ exact: false, at: fact.seq, kind })
  })

  it("finds an edited result at the next request that shows it, and names the range of facts", () => {
    const result = nth("tool-finished", 0, ({ outcome }) => outcome === "ok")
    const next = nth("model-asked", 0, ({ seen }) => seen >= result.seq)
    const report = replayed(edited(result, { content: [text("It is b, and much longer than it was.")] }))
    expect(report).toMatchObject({ exact: false, at: next.seq, kind: "fact-changed" })
    const [, from, to] = /facts (\d+) to (\d+)/.exec(report.exact ? "" : report.found) ?? []
    expect(Number(from)).toBeLessThanOrEqual(result.seq)
    expect(Number(to)).toBeGreaterThanOrEqual(result.seq)
  })

  it("finds a failure changed to a success where it changes a decision", () => {
    const broke = nth("nudged", 0, ({ withholds }) => withholds !== undefined)
    const failures = facts.filter((fact) => fact.type === "tool-finished" && fact.name === "fail")
    const report = replayed(edited(failures[0] as Of<"tool-finished">, { outcome: "ok", code: undefined } as never))
    expect(report).toMatchObject({ exact: false, at: broke.seq, kind: "rules-changed" })
  })

  it("finds a retry that comes earlier than its schedule says", () => {
    const retry = nth("model-asked", 1)
    expect(replayed(edited(retry, { at: retry.at - 400 }))).toMatchObject({ at: retry.seq, kind: "rules-changed" })
  })
})

describe("replay of a log with a missing or repeated fact", () => {
  it.each<{ name: string; of: () => Fact; at?: (fact: Fact) => number; kind: string }>([
    {
      name: "tool-started",
      of: () => nth("tool-started"),
      // The next start is between it and its result.
      at: ({ seq }) =>
        nth("tool-finished", 0, ({ call }) => call === (facts[seq - 1] as Of<"tool-started">).call).seq - 1,
      kind: "log-invalid",
    },
    { name: "turn-finished", of: () => nth("turn-finished"), kind: "log-invalid" },
    { name: "nudged", of: () => nth("nudged"), kind: "rules-changed" },
    { name: "approval-settled", of: () => nth("approval-settled"), kind: "rules-changed" },
    { name: "model-asked", of: () => nth("model-asked"), kind: "log-invalid" },
    { name: "session-opened", of: () => nth("session-opened"), at: () => 1, kind: "log-invalid" },
  ])("finds that $name is missing", ({ of, at = ({ seq }) => seq, kind }) => {
    const fact = of()
    expect(replayed(renumbered(without(fact)))).toMatchObject({ exact: false, at: at(fact), kind })
    expect(replayed(without(fact))).toMatchObject({ exact: false, at: fact.seq, kind: "log-invalid" })
  })

  it.each(["tool-finished", "model-answered", "turn-finished", "nudged", "approval-settled"] as const)(
    "finds a repeated %s",
    (type) => {
      const { seq } = nth(type)
      const log = renumbered([...facts.slice(0, seq), facts[seq - 1] as Fact, ...facts.slice(seq)])
      expect(replayed(log)).toMatchObject({ exact: false, at: seq + 1 })
    },
  )
})

describe("replay with changed rules", () => {
  const models = 2
  /** The rules of the profile, after this rule. */
  const first = (rule: Rule): readonly Rule[] => [(state) => rule(state), ...recordedRules(facts, defaultProfile)]
  const only = (kind: Step["kind"], rule: Rule): readonly Rule[] =>
    first((state) => {
      const isDecided = recordedRules(facts, defaultProfile)[0]?.(state)?.some((step) => step.kind === kind)
      return isDecided ? rule(state) : undefined
    })

  it.each<{ name: string; rules: () => readonly Rule[]; at: () => Fact }>([
    {
      name: "another limit of iterations",
      rules: () => recordedRules(facts, defaultProfile, { maxIterations: 3 }),
      at: () => nth("model-asked", 0, ({ iteration }) => iteration === 4),
    },
    {
      name: "no nudge for an empty answer",
      rules: () => only("nudge", nudgeEmpty({ max: 0, afterwards: "summary" })),
      at: () => nth("nudged"),
    },
    {
      name: "a tool that is withheld sooner",
      rules: () => first((state) => (state.turn?.attempt?.open === false ? early(state) : undefined)),
      at: () => nth("model-asked", 0, ({ seen }) => seen >= nth("tool-finished", 2).seq),
    },
    {
      name: "fewer retries",
      rules: () => only("call-model", retryModel({ attempts: 1, firstMs: 1, factor: 1, maxMs: 1, jitter: 0, models })),
      at: () => nth("model-asked", 1),
    },
    {
      name: "longer waits",
      rules: () =>
        only("call-model", retryModel({ attempts: 9, firstMs: 1e6, factor: 1, maxMs: 1e7, jitter: 0, models })),
      at: () => nth("model-asked", 1),
    },
    {
      name: "another text of a nudge",
      rules: () => saying("Your last answer was empty. Try again."),
      at: () => nth("nudged"),
    },
    {
      name: "another profile with longer waits",
      rules: () => recordedRules(facts, terminal),
      at: () => nth("model-asked", 1),
    },
  ])("finds $name", ({ rules, at }) => {
    expect(replayed(facts, rules())).toMatchObject({ exact: false, kind: "rules-changed", at: at().seq })
  })

  const early = breakTool({ failures: 1, scope: "turn", afterwards: "go-on" })

  function saying(words: string): readonly Rule[] {
    const [rule] = recordedRules(facts, defaultProfile)
    return [
      (state) =>
        rule?.(state)?.map((step) =>
          step.kind === "nudge" && step.reason === "empty" ? { ...step, text: words } : step,
        ),
    ]
  }

  it("reports what the rules expect and what the log contains", () => {
    expect(replayed(facts, saying("Try again."))).toMatchObject({
      expected: 'nudged.text = "Try again."',
      found:
        'nudged.text = "Your last answer was empty. If your answer is complete, if you decline on purpose, or if you need something from the user, simply give it again. If not, you can carry on."',
    })
  })
})

describe("replaySession", () => {
  it("stops after the fact `until`", () => {
    const rules = recordedRules(facts, defaultProfile)
    const log = edited(nth("turn-finished", 1), { text: "x" })
    expect(replaySession({ facts: log, rules, until: nth("turn-finished").seq })).toMatchObject({ exact: true })
    expect(replaySession({ facts: [], rules })).toEqual({ exact: true, facts: 0, steps: 0 })
  })

  it("finds a withheld tool in the offered tools, if the blobs are given", async () => {
    const rules = recordedRules(facts, defaultProfile)
    const blobs = new Map<string, Uint8Array>()
    for (const fact of facts) {
      const hash = fact.type === "model-asked" ? fact.sections.tools : undefined
      const bytes = hash === undefined ? undefined : await recording.store.blobs.read(hash)
      if (hash !== undefined && bytes !== undefined) blobs.set(hash, bytes)
    }
    expect(replaySession({ facts, rules, blobs })).toMatchObject({ exact: true })
    const broke = nth("nudged", 0, ({ withholds }) => withholds !== undefined)
    const next = nth("model-asked", 0, ({ seen }) => seen >= broke.seq)
    const all = nth("model-asked").sections
    const log = edited(next, { sections: { ...next.sections, tools: all.tools ?? "" } })
    expect(replaySession({ facts: log, rules, blobs })).toMatchObject({ at: next.seq, kind: "fact-changed" })
  })

  it("accepts the end that a clean-up wrote for a turn without a runner", () => {
    const { seq, call, name } = nth("approval-requested")
    const { turn } = nth("turn-started")
    const before = facts.slice(0, seq)
    const done = new Set(before.flatMap((fact) => (fact.type === "tool-finished" ? [fact.call] : [])))
    const open = before.flatMap((fact) => (fact.type === "tool-started" && !done.has(fact.call) ? [fact] : []))
    const result = { type: "tool-finished", name, content: [], ms: 0 } as const
    const error = { code: "timed-out", message: "Timed out." }
    const drafts: readonly Draft[] = [
      ...open.map((begun): Draft => ({ ...result, call: begun.call, name: begun.name, outcome: "unknown" })),
      { ...result, call, outcome: "skipped", code: "timed-out" },
      {
        type: "turn-finished",
        turn,
        outcome: "failed",
        text: "",
        error,
        usage: { inputTokens: 300, outputTokens: 30 },
      },
    ]
    const ended = drafts.map((draft, index): Fact => ({ v: 1, seq: seq + 1 + index, at: 0, ...draft }))
    expect(replayed([...before, ...ended])).toMatchObject({ exact: true })
  })

  it("reports a log that is not a list of facts", () => {
    const rules = recordedRules(facts, defaultProfile)
    for (const broken of [null, 1, {}, { v: 1, seq: 2, type: "turn-started" }] as unknown as readonly Fact[]) {
      expect(replaySession({ facts: [facts[0] as Fact, broken], rules })).toMatchObject({ at: 2, kind: "log-invalid" })
    }
  })
})

describe("replay of an expired approval", () => {
  const waiting = { name: "tool", arguments: {}, preview: "", risk: "changes", expiresAt: 5 } as const
  const log = (finished: Draft) =>
    stamp([
      opened(),
      said("go"),
      asked("1.1.1", 2),
      answered({ calls: [aCall("a")] }),
      { type: "approval-requested", call: "a", ...waiting },
      finished,
    ])
  const words = 'Nobody answered in time whether "tool" may run, so it did not run. Do without, or say so.'

  it.each([
    [
      "accepts the result that the rules ask for",
      toolFinished("a", "denied", words, { code: "approval-timeout" }),
      undefined,
    ],
    [
      "finds another text of the result",
      toolFinished("a", "denied", "Late.", { code: "approval-timeout" }),
      "fact-changed",
    ],
    ["finds a result of a call that never ran", toolFinished("a", "ok"), "fact-changed"],
  ])("%s", (_, finished, kind) => {
    const told = { ...finished, ms: 0 } as Draft
    const report = replaySession({ facts: log(told), rules: defaultProfile().rules })
    expect(report.exact ? undefined : report.kind).toBe(kind)
  })
})
