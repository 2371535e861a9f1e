// `statsOf` compared with an independent recount, over the facts of random sessions.
import type { Fact } from "@pawl/agent"
import { percentile, statsOf } from "@pawl/agent/observe"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type AskedFact, anySession } from "./any-session.ts"

describe("statsOf", () => {
  it("agrees with a recount of the facts, whatever happened in a session", () => {
    fc.assert(
      fc.property(anySession, (facts) => {
        const stats = statsOf(facts)
        const of = <Type extends Fact["type"]>(type: Type) =>
          facts.filter((fact): fact is Extract<Fact, { type: Type }> => fact.type === type)
        const replies = [...of("model-answered"), ...of("model-failed")]
        const askedBy = (attempt: string) => of("model-asked").find((fact) => fact.attempt === attempt) as AskedFact

        for (const outcome of ["completed", "cancelled", "failed"] as const)
          expect(stats.turns[outcome]).toBe(of("turn-finished").filter((fact) => fact.outcome === outcome).length)

        const models = new Set(replies.map(({ attempt }) => askedBy(attempt).model))
        expect(new Set(Object.keys(stats.models))).toEqual(models)
        for (const model of models) {
          const mine = replies.filter(({ attempt }) => askedBy(attempt).model === model)
          const usages = mine.flatMap((fact) => (fact.type === "model-answered" && fact.usage ? [fact.usage] : []))
          expect(stats.models[model]).toMatchObject({
            calls: mine.length,
            ok: mine.filter(({ type }) => type === "model-answered").length,
            retries: mine.filter(({ attempt }) => !attempt.endsWith(".1")).length,
          })
          expect(stats.models[model]?.usage.inputTokens).toBe(sum(usages.map((usage) => usage.inputTokens)))
          expect(stats.models[model]?.usage.outputTokens).toBe(sum(usages.map((usage) => usage.outputTokens)))
          near(
            stats.models[model]?.ms,
            mine.map(({ ms }) => ms),
          )
        }

        const tools = new Set(of("tool-finished").map(({ name }) => name))
        expect(new Set(Object.keys(stats.tools))).toEqual(tools)
        for (const name of tools) {
          const mine = of("tool-finished").filter((fact) => fact.name === name)
          const started = of("tool-started").filter((fact) => fact.name === name)
          expect(stats.tools[name]).toMatchObject({
            calls: mine.length,
            ok: mine.filter(({ outcome }) => outcome === "ok").length,
            again: started.filter(({ again }) => again !== undefined).length,
            repaired: new Set(started.filter(({ repairs }) => repairs.length > 0).map(({ call }) => call)).size,
          })
          const ran = mine.filter(({ call }) => started.some((fact) => fact.call === call))
          near(
            stats.tools[name]?.ms,
            ran.map(({ ms }) => ms),
          )
        }

        expect(stats.decisions.nudge ?? 0).toBe(of("nudged").length)
        expect(stats.trims).toBe(of("history-compacted").length)
        expect(sum(Object.values(stats.errors))).toBe(of("turn-finished").filter(({ error }) => error).length)
      }),
      { numRuns: 200 },
    )
  })

  it("keeps a session's context sizes in a short list that includes the largest", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000), { maxLength: 2000 }), (sizes) => {
        const facts = sizes.flatMap((history, index) => requestOf(history, index))
        const { context } = statsOf(facts)
        expect(context.length).toBeLessThanOrEqual(120)
        expect(Math.max(0, ...context.map(({ tokens }) => tokens))).toBe(Math.max(0, ...sizes))
        expect(context.map(({ at }) => at)).toEqual(context.map(({ at }) => at).toSorted((a, b) => a - b))
      }),
      { numRuns: 20 },
    )
  })
})

function requestOf(history: number, index: number): readonly Fact[] {
  const budget = { window: 200_000, system: 0, tools: 0, history, output: 0, safety: 0, remaining: 0 }
  const attempt = `1.${index}.1`
  const at = 1000 + index
  return [
    {
      v: 1,
      seq: 1,
      at,
      type: "model-asked",
      attempt,
      turn: 1,
      iteration: index,
      model: "m",
      seen: 1,
      sections: {},
      budget,
    },
    {
      v: 1,
      seq: 2,
      at,
      type: "model-answered",
      attempt,
      text: "",
      reasoning: [],
      calls: [],
      problems: [],
      stop: "end",
      ms: 1,
    },
  ]
}

function near(spread: Parameters<typeof percentile>[0] | undefined, values: readonly number[]): void {
  const sorted = values.toSorted((a, b) => a - b)
  expect(spread?.count).toBe(values.length)
  for (const share of [0.5, 0.95]) {
    const exact = sorted[Math.ceil(values.length * share) - 1] ?? 0
    const found = spread === undefined ? 0 : percentile(spread, share)
    expect(Math.abs(found - exact)).toBeLessThanOrEqual(exact * 0.021)
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
