// When the history is condensed, and what happens to a request that does not fit.
import { describe, expect, it } from "vitest"
import { turns, words } from "../../context/__fixtures__/shapes.ts"
import type { Fitting } from "../../context/fitting.ts"
import type { Budget } from "../../contracts/context.ts"
import type { Draft } from "../../contracts/fact.ts"
import type { ModelAsked } from "../../kernel/facts/model-asked.ts"
import { type Row, stateAfter } from "../../kernel/rules/__fixtures__/state-after.ts"
import {
  aCall,
  answered,
  approvalRequested,
  asked,
  cancelled,
  ending,
  finished,
  modelFailed,
  questionAsked,
  said,
  toolFinished,
  toolStarted,
} from "../../testing/fact-builders.ts"
import type { HistoryCompacted } from "./facts/history-compacted.ts"
import { compactOnOverflow, compactWhenAsked, fitContext } from "./fit-context.ts"
import type { ContextPolicy } from "./policy.ts"
import { budgeted, evicting, summarised } from "./ways.ts"

const compacted = (more: Partial<HistoryCompacted> = {}): Draft => ({
  type: "history-compacted",
  strategy: "x",
  from: 0,
  to: -1,
  summary: "",
  contract: {},
  ...more,
})
const wish: Draft = { type: "compaction-asked", command: "c" }
const measured = (attempt: string, parts: Partial<Budget> = {}, chain = 0): Draft =>
  ({
    ...(asked(attempt, 2, chain) as ModelAsked),
    budget: { window: 4096, system: 100, tools: 200, history: 0, output: 1024, safety: 204, remaining: 0, ...parts },
  }) as Draft

describe("compactWhenAsked condenses the history", () => {
  const rule = compactWhenAsked()
  it.each<Row & { readonly key?: string }>([
    { name: "at once when nothing runs", drafts: [...turns(1), wish], key: "compact:1" },
    { name: "in a session in which nothing was ever said", drafts: [wish], key: "compact:1" },
    { name: "between two rounds", drafts: [said("go"), asked(), answered({ text: "x" }), wish], key: "compact:1" },
    { name: "a second time", drafts: [...turns(1), wish, compacted(), wish], key: "compact:2" },
    { name: "once", drafts: [...turns(1), wish, compacted()] },
    { name: "not unasked", drafts: turns(1) },
    { name: "not while a model answers", drafts: [said("go"), asked(), wish] },
    {
      name: "not while a tool runs",
      drafts: [said("go"), asked(), answered({ calls: [aCall("a")] }), toolStarted("a"), wish],
    },
    {
      name: "not while an approval is pending",
      drafts: [said("go"), asked(), answered({ calls: [aCall("a")] }), approvalRequested("a"), wish],
    },
    {
      name: "not while a question is open",
      drafts: [said("go"), asked(), answered({ calls: [aCall("a")] }), questionAsked("a"), wish],
    },
  ])("$name", ({ drafts, key }) => {
    const steps = rule(stateAfter(drafts))
    expect(steps).toEqual(key === undefined ? undefined : [{ kind: "compact", key, why: "asked" }])
  })
})

describe("a compaction that a cancel interrupts", () => {
  const rule = compactWhenAsked()
  const aside = (draft: Draft) => ({ ...draft, purpose: "summary" }) as Draft
  const begun = [...turns(1), said("go", 2), aside(asked("compact.1"))]
  it.each<Row & { readonly isEnded: boolean }>([
    { name: "is finished first, while its summary is made", drafts: [...begun, cancelled(2)], isEnded: true },
    {
      name: "is finished first, when its summary was stopped",
      drafts: [...begun, cancelled(2), aside(modelFailed("aborted", "compact.1"))],
      isEnded: true,
    },
    { name: "is not repeated when it is done", drafts: [...begun, cancelled(2), compacted()], isEnded: false },
    { name: "is left to the rule that began it when there was no cancel", drafts: begun, isEnded: false },
  ])("$name", ({ drafts, isEnded }) => {
    expect(rule(stateAfter(drafts))?.map(({ key }) => key)).toEqual(isEnded ? ["compact:1"] : undefined)
  })
})

describe("a request that was too large", () => {
  const rule = compactOnOverflow()
  const failed = (code = "context_length_exceeded", attempt = "1.1.1"): Draft =>
    ({
      ...modelFailed("context-overflow", attempt),
      error: { class: "context-overflow", code, message: "Too large." },
    }) as Draft
  const overflow = (to = 0) => compacted({ why: "overflow", to })
  const compact = { kind: "compact", key: "compact:1", why: "overflow" }
  const before = [...turns(1).slice(0, 0), said("go"), measured("1.1.1")]
  const gained = [
    said("go"),
    asked(),
    answered({ text: "a" }),
    finished(),
    said("more", 2),
    measured("2.1.1"),
    failed("x", "2.1.1"),
    overflow(1),
  ]

  it.each<Row & { readonly step?: object }>([
    { name: "has the history condensed", drafts: [...before, failed()], step: compact },
    {
      name: "has it condensed for the model that refused",
      drafts: [said("go"), asked("1.1.1", 2, 1), failed()],
      step: { ...compact, chain: 1 },
    },
    { name: "is made again, smaller", drafts: gained, step: { kind: "call-model", iteration: 1 } },
    { name: "is not made again where nothing was gained", drafts: [...before, failed(), overflow(-1)] },
    { name: "fails the second time", drafts: [...gained, asked("2.1.2"), failed("x", "2.1.2")] },
    {
      name: "is condensed again for another, smaller model of the chain",
      drafts: [...gained, asked("2.1.2", 2, 1), failed("x", "2.1.2")],
      step: { kind: "compact", why: "overflow", chain: 1 },
    },
    {
      name: "is condensed again in a later iteration",
      drafts: [
        ...gained,
        asked("2.1.2"),
        answered({ text: "a", calls: [aCall("c")] }, "2.1.2"),
        toolFinished("c"),
        asked("2.2.1"),
        failed("x", "2.2.1"),
      ],
      step: { kind: "compact", key: "compact:2" },
    },
    {
      name: "and was never sent is made without tools, when nothing else helps (L4)",
      drafts: [...before, failed("context-too-large"), overflow(-1)],
      step: { kind: "nudge", reason: "context-limit", evidence: "Too large.", ends: { outcome: "failed" } },
    },
    {
      name: "is made without tools, once the model was told so",
      drafts: [...before, failed("context-too-large"), overflow(-1), ending()],
      step: { kind: "call-model", iteration: 2 },
    },
    {
      name: "cannot give up tools when none were offered",
      drafts: [said("go"), measured("1.1.1", { tools: 0 }), failed("context-too-large"), overflow(-1)],
    },
    {
      name: "ends a turn that was already ending",
      drafts: [
        said("go"),
        measured("1.1.1"),
        answered({ text: "x" }),
        ending(),
        asked("1.2.1"),
        failed("context-too-large", "1.2.1"),
        overflow(-1),
      ],
    },
    { name: "is ignored in a turn that was cancelled", drafts: [...before, failed(), cancelled()] },
    { name: "is not assumed for other failures", drafts: [...before, modelFailed("auth")] },
    { name: "is not assumed before it failed", drafts: before },
  ])("$name", ({ drafts, step }) => {
    const steps = rule(stateAfter(drafts))
    if (step === undefined) expect(steps).toBeUndefined()
    else expect(steps).toMatchObject([step])
  })
})

describe("a window that fills", () => {
  const rule = (window: number, policy: ContextPolicy = budgeted, more: Partial<Fitting> = {}) =>
    fitContext({ fitting: { models: [{ name: "", window }], ...more }, policy })
  const next = (count: number, long: number): readonly Draft[] => [...turns(count, long), said("And?", count + 1)]

  it.each<Row & { readonly window: number; readonly policy?: ContextPolicy; readonly key?: string }>([
    { name: "is condensed", drafts: next(20, 60), window: 4096, key: "compact:1" },
    { name: "is not condensed while it has room", drafts: next(20, 60), window: 128_000 },
    {
      name: "is condensed for too many messages (X8)",
      drafts: next(13, 1),
      window: 128_000,
      policy: summarised,
      key: "compact:1",
    },
    { name: "is not condensed for few messages", drafts: next(12, 1), window: 128_000, policy: summarised },
    {
      name: "is not condensed again before there is something new",
      drafts: [...next(20, 60), compacted()],
      window: 4096,
    },
    {
      name: "is condensed again when there is something new",
      drafts: [...next(20, 60), compacted(), asked("21.1.1"), answered({ text: words(50) }, "21.1.1"), said("x", 22)],
      window: 4096,
      key: "compact:2",
    },
    {
      name: "is not condensed while calls are open",
      drafts: [...next(20, 60), asked("21.1.1"), answered({ calls: [aCall("z")] }, "21.1.1")],
      window: 4096,
    },
    { name: "is not condensed in a turn that was cancelled", drafts: [...next(20, 60), cancelled(21)], window: 4096 },
    { name: "is not condensed where there is no turn", drafts: [], window: 2000 },
  ])("$name", ({ drafts, window, policy, key }) => {
    const steps = rule(window, policy)(stateAfter(drafts))
    expect(steps).toEqual(key === undefined ? undefined : [{ kind: "compact", key, why: "threshold" }])
  })

  it("is measured for the model that is asked: the next of the chain may be smaller", () => {
    const fitting = {
      models: [
        { name: "large", window: 128_000 },
        { name: "small", window: 4096 },
      ],
    }
    const guard = fitContext({ fitting, policy: budgeted })
    const log = [...turns(20, 60), said("And?", 21)]
    expect(guard(stateAfter(log))).toBeUndefined()
    const fellBack = [...log, asked("21.1.1", 2, 1), answered({ text: "a" }, "21.1.1")]
    expect(guard(stateAfter(fellBack))).toEqual([{ kind: "compact", key: "compact:1", why: "threshold", chain: 1 }])
  })

  describe("and leaves less than tools need (L4)", () => {
    const log = (tools: number, more: readonly Draft[] = []) => [
      said("go"),
      measured("1.1.1", { tools }),
      answered({ text: "a", calls: [aCall("x")] }),
      toolFinished("x"),
      ...more,
    ]
    it.each<Row & { readonly window: number; readonly ends: boolean }>([
      { name: "asks for a last answer below 1,500", drafts: log(28_500), window: 32_768, ends: true },
      { name: "continues above", drafts: log(28_200), window: 32_768, ends: false },
      { name: "asks once", drafts: log(28_500, [ending()]), window: 32_768, ends: false },
      { name: "asks below an eighth of a small window", drafts: log(2300), window: 4096, ends: true },
      { name: "continues above an eighth of a small window", drafts: log(2100), window: 4096, ends: false },
      { name: "does not where there are no tools", drafts: log(0), window: 1000, ends: false },
    ])("$name", ({ drafts, window, ends }) => {
      // Condensed before, so that only the step after a compaction is tested.
      const steps = rule(window, evicting)({ ...stateAfter(drafts), compaction: { shown: 99, times: 1 } })
      if (ends) expect(steps).toMatchObject([{ kind: "nudge", reason: "context-limit", ends: { outcome: "failed" } }])
      else expect(steps).toBeUndefined()
    })

    it("is measured by the window that the provider reported, not the declared one", () => {
      const state = stateAfter(log(1500))
      const small = { ...state, gauge: { ...state.gauge, tooLarge: { "": 3000 } }, compaction: { shown: 99, times: 1 } }
      // Of 4,096 tokens 1,268 are left: more than the 512 that a window of that size keeps for tools.
      expect(rule(128_000)(small)).toBeUndefined()
    })
  })
})
