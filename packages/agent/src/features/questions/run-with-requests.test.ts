// What a tool asks while it runs, driven by hand: which facts it becomes, and who gets them.
import { describe, expect, it } from "vitest"
import { UNKNOWN_SIZE } from "../../context/fitting.ts"
import type { Reply } from "../../contracts/answer.ts"
import { type Draft, FACT_VERSION, type Fact } from "../../contracts/fact.ts"
import { noBlobs } from "../../contracts/model.ts"
import { Listeners } from "../../kernel/listeners.ts"
import type { PerformContext, StopReason } from "../../kernel/performer.ts"
import { performRunTool } from "../../kernel/performers/run-tool.ts"
import { foldFacts } from "../../kernel/state/fold.ts"
import { aCall, answered, asked, opened, questionAnswered, said, stamp } from "../../testing/fact-builders.ts"
import { FakeClock, settle } from "../../testing/fake-clock.ts"
import { type Tool, tool } from "../../tools/tool.ts"
import { fixedTools, toolbox } from "../../tools/toolbox.ts"
import { budgeted } from "../compaction/ways.ts"

interface Setup {
  readonly answerWithinMs?: number
  readonly timeoutMs?: number
  readonly ask?: () => Promise<Reply>
}

function start(
  run: Tool["run"],
  { answerWithinMs, timeoutMs, ask = () => Promise.reject(new Error("no")) }: Setup = {},
) {
  const clock = new FakeClock()
  const controller = new AbortController()
  const listeners = new Listeners()
  const definition = { name: "tool", description: "", input: {}, run, ...(timeoutMs !== undefined && { timeoutMs }) }
  const context: PerformContext = {
    session: "s1",
    state: foldFacts(stamp([opened(), said("go"), asked(), answered({ calls: [aCall("a", "tool")] })])),
    signal: controller.signal,
    emit: () => {},
    fence: async () => {},
    drainInbox: async () => {},
    next: listeners.waiterFor("run-tool:a"),
    clock,
    models: [{ name: "fake", ask }],
    blobs: { read: async () => undefined },
    fitting: UNKNOWN_SIZE,
    policy: budgeted,
    toolbox: toolbox([fixedTools([tool({ effect: "once", ...definition })])], { clock, approve: "auto" }),
    buildRequest: () => Promise.reject(new Error("not here")),
    ...(answerWithinMs !== undefined && { answerWithinMs }),
  }
  const facts = performRunTool({ kind: "run-tool", key: "run-tool:a", call: "a" }, context)
  const next = async () => (await facts.next()).value?.fact
  const tell = (draft: Draft) => listeners.tell([{ v: FACT_VERSION, seq: 9, at: 0, ...draft } as Fact])
  return { clock, facts, next, tell, stop: (reason: StopReason) => controller.abort(reason) }
}

const words = (fact: Draft | undefined) => (fact?.type === "tool-finished" ? fact.content : [])

describe("a running tool that asks a person", () => {
  it("asks by a fact, and continues once the answer is a fact", async () => {
    const { next, tell } = start(async (_, { ask }) => `so: ${await ask?.({ question: "Which?", otherwise: "none" })}`)
    expect(await next()).toMatchObject({ type: "tool-started" })
    expect(await next()).toEqual({
      type: "question-asked",
      call: "a",
      question: "Which?",
      suggestions: [],
      otherwise: "none",
    })
    const finished = next()
    tell(questionAnswered("b", "for somebody else"))
    tell(questionAnswered("a", "this one"))
    expect(words(await finished)).toEqual([{ type: "text", text: "so: this one" }])
  })

  it("asks one question after the other, in order", async () => {
    const { next, tell } = start(async (_, { ask }) =>
      (await Promise.all([ask?.({ question: "One?" }), ask?.({ question: "Two?" })])).join(),
    )
    await next()
    expect(await next()).toMatchObject({ question: "One?" })
    const second = next()
    tell(questionAnswered("a", "1"))
    expect(await second).toMatchObject({ question: "Two?" })
    const finished = next()
    tell(questionAnswered("a", "2"))
    expect(words(await finished)).toEqual([{ type: "text", text: "1,2" }])
  })

  it("has a deadline that stands still while it waits", async () => {
    const { next, tell, clock } = start(async (_, { ask }) => ask?.({ question: "Which?" }) ?? "", { timeoutMs: 100 })
    await next()
    await next()
    const finished = next()
    await clock.advance(60_000)
    tell(questionAnswered("a", "late"))
    expect(await finished).toMatchObject({ outcome: "ok", content: [{ text: "late" }] })
  })

  it("gets an error when no answer came in time, and may continue", async () => {
    const run: Tool["run"] = (_, { ask }) => ask?.({ question: "Which?" }).catch((error: Error) => error.message)
    const { next, clock } = start(run, { answerWithinMs: 500 })
    await next()
    expect(await next()).toMatchObject({ type: "question-asked", expiresAt: clock.now() + 500 })
    expect(await clock.run(next())).toEqual({ type: "question-withdrawn", call: "a", why: "timeout" })
    expect(words(await next())).toEqual([{ type: "text", text: "nobody answered in time" }])
  })

  it("may withdraw its question", async () => {
    const own = new AbortController()
    const { next } = start(async (_, { ask }) => {
      const answer = ask?.({ question: "Which?" }, { signal: own.signal })
      return answer?.catch(() => "decided itself") ?? ""
    })
    await next()
    await next()
    const withdrawn = next()
    own.abort()
    expect(await withdrawn).toEqual({ type: "question-withdrawn", call: "a", why: "not-needed" })
    expect(words(await next())).toEqual([{ type: "text", text: "decided itself" }])
  })

  it("ends without an answer when its turn is cancelled", async () => {
    const { next, stop, clock } = start(async (_, { ask }) => ask?.({ question: "Which?" }) ?? "")
    await next()
    await next()
    const withdrawn = next()
    stop("cancelled")
    expect(await withdrawn).toMatchObject({ type: "question-withdrawn" })
    expect(await clock.run(next())).toMatchObject({ type: "tool-finished", outcome: "error" })
  })

  it("leaves nothing open when it ends before the answer", async () => {
    const { next, clock } = start(async (_, { ask }) => {
      ask?.({ question: "Which?" }).catch(() => {})
      await clock.sleep(10)
      return "done without"
    })
    await next()
    expect(await next()).toMatchObject({ type: "question-asked" })
    expect(words(await clock.run(next()))).toEqual([{ type: "text", text: "done without" }])
  })
})

describe("a running tool that asks the model", () => {
  const request = { system: "Be brief.", messages: [{ role: "user", parts: [] }], blobs: noBlobs } as const
  const reply: Reply = {
    kind: "answer",
    text: "Blue.",
    reasoning: [],
    calls: [{ name: "tool", arguments: {} }],
    problems: [],
    stop: "end",
    usage: { inputTokens: 3, outputTokens: 1 },
  }

  it("asks by facts with their own purpose, without calls", async () => {
    const run: Tool["run"] = async (_, { askModel }) => JSON.stringify(await askModel?.(request))
    const { next } = start(run, { ask: async () => reply })
    await next()
    const attempt = "a.sample.1"
    expect(await next()).toMatchObject({ type: "model-asked", purpose: "sampling", attempt, model: "fake", turn: 1 })
    expect(await next()).toMatchObject({
      type: "model-answered",
      purpose: "sampling",
      attempt,
      text: "Blue.",
      calls: [],
    })
    expect(JSON.stringify(words(await next()))).toContain("Blue.")
  })

  it("gets a failure as a value, without what looks like a secret", async () => {
    const error = { class: "auth", code: "auth", message: "Bearer sk-1234567890abcdefghijkl was refused" } as const
    const run: Tool["run"] = async (_, { askModel }) => (await askModel?.(request))?.reply.kind ?? ""
    const { next } = start(run, { ask: async () => ({ kind: "failure", error }) })
    await next()
    await next()
    const failed = await next()
    expect(failed).toMatchObject({ type: "model-failed", purpose: "sampling", error: { class: "auth" } })
    expect(JSON.stringify(failed)).not.toContain("1234567890abcdef")
    expect(words(await next())).toEqual([{ type: "text", text: "failure" }])
  })

  it("is stopped with its turn", async () => {
    const run: Tool["run"] = async (_, { askModel }) => (await askModel?.(request))?.reply.kind ?? ""
    const { next, stop, clock } = start(run, { ask: () => new Promise(() => {}) })
    await next()
    await next()
    const failed = next()
    await settle()
    stop("cancelled")
    expect(await clock.run(failed)).toMatchObject({ type: "model-failed", error: { class: "aborted" } })
    expect(await clock.run(next())).toMatchObject({ type: "tool-finished" })
  })
})
