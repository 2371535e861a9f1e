// The OpenTelemetry observer in a user's program: with Pawl's ids
// and without, over a take-over, and beside failing observers.
import { ROOT_CONTEXT, type Span } from "@opentelemetry/api"
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace"
import { createAgent, type Fact, memory, type Observer, tool } from "@pawl/agent"
import { recordsOf, traceIdOf } from "@pawl/agent/observe"
import { otelObserver, type TurnIds, turnIds } from "@pawl/agent/otel"
import { call, scripted } from "@pawl/agent/testing"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { anySession } from "./any-session.ts"

function tracing(ids?: TurnIds) {
  const exporter = new InMemorySpanExporter()
  const processor = new SimpleSpanProcessor({ exporter })
  const provider = new TracerProvider({ spanProcessors: [processor], ...(ids && { idGenerator: ids }) })
  return {
    observer: otelObserver({ tracer: provider.getTracer("test"), ...(ids && { ids }) }),
    provider,
    spans: async (): Promise<readonly ReadableSpan[]> => {
      await provider.forceFlush()
      return exporter.getFinishedSpans()
    },
  }
}

const add = tool({ name: "add", description: "", input: { type: "object" }, effect: "read", run: () => 5 })
const model = scripted(({ results }) => (results.length === 0 ? { calls: [call("add")] } : "5"))

describe("the OpenTelemetry observer", () => {
  it("gives every turn the trace that follows from its facts, with a provider of the user's own", async () => {
    const { observer, spans } = tracing()
    const agent = await createAgent({ model, tools: [add], observe: [observer] })
    const session = await agent.open()
    await session.ask("2 + 3")
    await session.ask("again")
    const traces = (await session.facts()).flatMap((fact) =>
      fact.type === "turn-started" ? [traceIdOf(fact.trace)] : [],
    )
    await agent.close()
    const turns = (await spans()).filter(({ name }) => name === "invoke_agent pawl")
    expect(turns.map((span) => span.spanContext().traceId)).toEqual(traces)
    for (const span of await spans()) {
      const turn = turns.find((each) => each.spanContext().traceId === span.spanContext().traceId)
      if (span !== turn) expect(span.parentSpanContext?.spanId).toBe(turn?.spanContext().spanId)
    }
  })

  it("gives spans outside turns their own ids", async () => {
    const ids = turnIds()
    const { provider } = tracing(ids)
    const start = (): Span => provider.getTracer("mine").startSpan("mine", {}, ROOT_CONTEXT)
    ids.give("a".repeat(32), "b".repeat(16))
    expect(start().spanContext()).toMatchObject({ traceId: "a".repeat(32), spanId: "b".repeat(16) })
    const [one, two] = [start().spanContext(), start().spanContext()]
    expect(one.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(one.traceId).not.toBe("a".repeat(32))
    expect(one.spanId).not.toBe(two.spanId)
  })

  it("reports each call once and each turn once, wherever in it another process takes over", () =>
    fc.assert(
      fc.asyncProperty(anySession, fc.double({ min: 0, max: 1, noNaN: true }), async (facts, where) => {
        const at = Math.floor(facts.length * where)
        const [first, second] = [tracing(turnIds()), tracing(turnIds())]
        first.observer.hear("s", facts.slice(0, at), [])
        second.observer.hear("s", facts.slice(at), turnUnderWay(facts.slice(0, at)))
        const told = [...(await first.spans()), ...(await second.spans())]
        const records = recordsOf(facts)
        const many = (operation: string) =>
          told.filter(({ attributes }) => attributes["gen_ai.operation.name"] === operation).length
        expect(many("invoke_agent")).toBe(records.filter(({ kind }) => kind === "turn-end").length)
        expect(many("chat")).toBe(records.filter(({ kind }) => kind === "model-call").length)
        expect(many("execute_tool")).toBe(
          records.filter((record) => record.kind === "tool-call" && record.startedAt !== undefined).length,
        )
        expect(new Set(told.map((span) => span.spanContext().spanId)).size).toBe(told.length)
        const turns = new Map(told.filter(isTurn).map((span) => [span.spanContext().traceId, span]))
        for (const span of told) {
          const turn = turns.get(span.spanContext().traceId)
          if (span !== turn && turn !== undefined)
            expect(span.parentSpanContext?.spanId).toBe(turn.spanContext().spanId)
        }
      }),
      { numRuns: 50 },
    ))

  it("is not disturbed by an observer that throws: the error is reported, and the turn completes", async () => {
    const errors: unknown[] = []
    const bad: Observer = {
      hear() {
        throw new Error("no room")
      },
      close() {
        throw new Error("no door")
      },
    }
    const heard: Fact[] = []
    const good: Observer = { hear: (_session, facts) => void heard.push(...facts) }
    const agent = await createAgent({
      model,
      tools: [add],
      store: memory(),
      observe: [bad, good],
      onError: (_session, error) => void errors.push(error),
    })
    const session = await agent.open()
    expect((await session.ask("2 + 3")).outcome).toBe("completed")
    expect(heard).toEqual((await session.facts()).slice(1))
    await agent.close()
    expect(errors.length).toBeGreaterThan(1)
    expect(String(errors.at(-1))).toContain("no door")
  })
})

function isTurn({ name }: ReadableSpan): boolean {
  return name === "invoke_agent pawl"
}

function turnUnderWay(facts: readonly Fact[]): readonly Fact[] {
  const at = facts.findLastIndex(({ type }) => type === "turn-started" || type === "turn-finished")
  return facts[at]?.type === "turn-started" ? facts.slice(at) : []
}
