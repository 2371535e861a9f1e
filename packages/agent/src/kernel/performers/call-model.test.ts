// One model call, driven step by step: what it yields at each stage, and what it yields when it is stopped there.
import { describe, expect, it } from "vitest"
import { UNKNOWN_SIZE } from "../../context/fitting.ts"
import type { Answer, Reply } from "../../contracts/answer.ts"
import type { Delta } from "../../contracts/event.ts"
import type { Draft } from "../../contracts/fact.ts"
import type { AskOptions, Model } from "../../contracts/model.ts"
import { budgeted } from "../../features/compaction/ways.ts"
import { draftsOf } from "../../testing/drafts-of.ts"
import { asked, cancelled, modelFailed, opened, said, stamp } from "../../testing/fact-builders.ts"
import { FakeClock, settle } from "../../testing/fake-clock.ts"
import { tool } from "../../tools/tool.ts"
import { fixedTools, toolbox } from "../../tools/toolbox.ts"
import { GRACE_MS, type PerformContext } from "../performer.ts"
import { foldFacts } from "../state/fold.ts"
import type { CallModel } from "../steps/call-model.ts"
import { performCallModel } from "./call-model.ts"

const step: CallModel = { kind: "call-model", key: "call-model:1.1", iteration: 1 }
const write = tool({
  name: "write",
  description: "",
  input: {},
  touches: ({ path }) => [String(path)],
  effect: "once",
  run: () => "",
})
const answer: Answer = { kind: "answer", text: "Hello", reasoning: [], calls: [], problems: [], stop: "end" }

interface Setup {
  readonly happened?: readonly Draft[]
  readonly ask?: Model["ask"]
  readonly buildRequest?: PerformContext["buildRequest"]
}

const request = { system: "", messages: [], tools: [], blobs: new Map() }

function start({ happened = [], ask = async () => answer, buildRequest }: Setup = {}) {
  const clock = new FakeClock()
  const controller = new AbortController()
  const deltas: Delta[] = []
  const blobs = [{ hash: "h", bytes: Buffer.from("system") }]
  const context: PerformContext = {
    session: "s1",
    state: foldFacts(stamp([opened(), said("go"), ...happened])),
    signal: controller.signal,
    emit: (delta) => deltas.push(delta),
    fence: async () => {},
    drainInbox: async () => {},
    next: () => new Promise(() => {}),
    clock,
    models: [{ name: "fake", ask }],
    blobs: { read: async () => undefined },
    fitting: UNKNOWN_SIZE,
    policy: budgeted,
    toolbox: toolbox([fixedTools([write])], { clock, approve: "auto" }),
    buildRequest: buildRequest ?? (async () => ({ load: async () => request, sections: { system: "h" }, blobs })),
  }
  return { facts: performCallModel(step, context), clock, controller, deltas }
}

async function all(setup: Setup): Promise<readonly Draft[]> {
  return draftsOf(start(setup).facts)
}

/** An adapter that streams some text and then waits until the test releases it. */
function held(text = "Hel") {
  let reply: (value: Reply | PromiseLike<Reply>) => void = () => {}
  let options: AskOptions | undefined
  const ask: Model["ask"] = (_request, how) => {
    options = how
    how.onText(text)
    return new Promise((resolve) => {
      reply = resolve
    })
  }
  return { ask, reply: (value: Reply | PromiseLike<Reply>) => reply(value), options: () => options }
}

describe("a model call", () => {
  it("records its intent with the request's sections, then the answer", async () => {
    const { facts, clock } = start({
      ask: async () => {
        await clock.sleep(40)
        return { ...answer, usage: { inputTokens: 1, outputTokens: 2 } }
      },
    })
    expect((await facts.next()).value).toEqual({
      fact: {
        type: "model-asked",
        attempt: "1.1.1",
        turn: 1,
        iteration: 1,
        model: "fake",
        seen: 2,
        sections: { system: "h" },
      },
      blobs: [{ hash: "h", bytes: Buffer.from("system") }],
    })
    expect((await clock.run(facts.next())).value).toEqual({
      fact: {
        type: "model-answered",
        attempt: "1.1.1",
        text: "Hello",
        reasoning: [],
        calls: [],
        problems: [],
        stop: "end",
        usage: { inputTokens: 1, outputTokens: 2 },
        ms: 40,
      },
    })
    expect(await facts.next()).toEqual({ done: true, value: undefined })
  })

  it("loads and sends the request only after its intent is durable", async () => {
    const done: string[] = []
    const { facts } = start({
      buildRequest: async () => ({
        load: async () => {
          done.push("load")
          return request
        },
        sections: {},
        blobs: [],
      }),
      ask: async () => {
        done.push("ask")
        return answer
      },
    })
    await facts.next()
    await settle()
    expect(done).toEqual([])
    await facts.next()
    expect(done).toEqual(["load", "ask"])
  })

  it("makes the ids of the calls, and records what they touch", async () => {
    const calls = [
      { name: "write", arguments: { path: "a" } },
      { name: "unknown_tool", arguments: {}, unreadable: "{" },
    ]
    const [, answered] = await all({ ask: async () => ({ ...answer, calls }) })
    expect(answered).toMatchObject({
      calls: [
        { id: "call_1_1_1_0", name: "write", arguments: { path: "a" }, touches: ["a"] },
        { id: "call_1_1_1_1", name: "unknown_tool", arguments: {}, unreadable: "{" },
      ],
    })
    expect(answered?.type === "model-answered" && "touches" in answered.calls[1]!).toBe(false)
  })

  it("emits text and thinking as they arrive", async () => {
    const { facts, deltas } = start({
      ask: async (_request, { onText, onReasoning }) => {
        onReasoning("hm")
        onText("Hel")
        return answer
      },
    })
    await facts.next()
    await facts.next()
    expect(deltas).toEqual([
      { kind: "thinking", attempt: "1.1.1", text: "hm" },
      { kind: "text", attempt: "1.1.1", text: "Hel" },
    ])
  })

  it.each<{ name: string; happened: readonly Draft[]; attempt: string; seen: number }>([
    { name: "after a failure", happened: [asked(), modelFailed("rate-limit")], attempt: "1.1.2", seen: 4 },
    { name: "after a crash", happened: [asked()], attempt: "1.1.2", seen: 3 },
    { name: "after two crashes", happened: [asked(), asked("1.1.2")], attempt: "1.1.3", seen: 4 },
  ])("is another attempt $name", async ({ happened, attempt, seen }) => {
    expect((await all({ happened }))[0]).toMatchObject({ type: "model-asked", attempt, seen })
  })

  it("is given up when the third attempt was orphaned", async () => {
    const happened = [asked(), asked("1.1.2"), asked("1.1.3")]
    expect(await all({ happened })).toMatchObject([
      { type: "model-failed", attempt: "1.1.3", error: { class: "crashed", code: "crash-loop" }, ms: 0 },
    ])
  })

  it("is closed, not repeated, when it was orphaned and the turn is cancelled", async () => {
    expect(await all({ happened: [asked(), cancelled()] })).toMatchObject([
      { type: "model-failed", attempt: "1.1.1", error: { class: "aborted", code: "cancelled" } },
    ])
  })
})

describe("a model call that fails", () => {
  it("records the failure, when to try again, the text so far, and no secrets", async () => {
    const error = { class: "rate-limit", code: "429", message: "key sk-abcdefgh1234 is tired" } as const
    const [, failed] = await all({ ask: async () => ({ kind: "failure", error, text: "Hel", retryAfterMs: 5000 }) })
    expect(failed).toEqual({
      type: "model-failed",
      attempt: "1.1.1",
      error: { ...error, message: "key [redacted] is tired" },
      text: "Hel",
      retryAt: 1_700_000_005_000,
      ms: 0,
    })
  })

  it("is a failure when the adapter rejects, with the text so far", async () => {
    const ask: Model["ask"] = async (_request, { onText }) => {
      onText("Hel")
      throw new Error("socket hang up near /home/ada")
    }
    expect((await all({ ask }))[1]).toMatchObject({
      type: "model-failed",
      text: "Hel",
      error: { class: "internal", code: "model-crashed", message: "The model adapter failed: socket hang up near ~" },
    })
  })

  it.each<{ name: string; buildRequest: PerformContext["buildRequest"] }>([
    { name: "built", buildRequest: () => Promise.reject(new Error("no blob at /home/ada")) },
    {
      name: "loaded",
      buildRequest: async () => ({
        load: () => Promise.reject(new Error("no blob at /home/ada")),
        sections: {},
        blobs: [],
      }),
    },
  ])("is a failure when the request cannot be $name, and the model is not asked", async ({ buildRequest }) => {
    const ask = () => Promise.reject(new Error("must not be asked"))
    const message = "The request could not be built: no blob at ~"
    expect(await all({ ask, buildRequest })).toMatchObject([
      { type: "model-asked", attempt: "1.1.1", sections: {} },
      { type: "model-failed", error: { class: "internal", code: "request-failed", message } },
    ])
  })

  it("is a failure when the adapter throws at once", async () => {
    const ask = () => {
      throw new Error("no such model")
    }
    expect((await all({ ask }))[1]).toMatchObject({ error: { class: "internal", code: "model-crashed" } })
  })

  it("keeps the streamed text when the adapter's failure does not include it", async () => {
    const error = { class: "network", code: "reset", message: "reset" } as const
    const ask: Model["ask"] = async (_request, { onText }) => {
      onText("Hel")
      return { kind: "failure", error }
    }
    expect((await all({ ask }))[1]).toMatchObject({ type: "model-failed", text: "Hel", error })
  })
})

const reasons = [
  { reason: "cancelled", error: "aborted" },
  { reason: "suspended", error: "interrupted" },
  { reason: "lost", error: "interrupted" },
] as const

describe.each(reasons)("a model call that is stopped ($reason)", ({ reason, error }) => {
  it("does not ask the model when it is stopped before", async () => {
    const { facts, controller } = start({ ask: () => Promise.reject(new Error("must not be asked")) })
    await facts.next()
    controller.abort(reason)
    const { value } = await facts.next()
    expect(value).toMatchObject({ fact: { type: "model-failed", error: { class: error } } })
    expect(value && "text" in value.fact).toBe(false)
  })

  it("keeps the text so far, and ignores the adapter's error about the stop", async () => {
    const model = held()
    const { facts, controller } = start({ ask: model.ask })
    await facts.next()
    const ended = facts.next()
    await settle()
    controller.abort(reason)
    expect(model.options()?.signal.reason).toBe(reason)
    const failure = { class: "network", code: "reset", message: "aborted" } as const
    model.reply({ kind: "failure", error: failure, retryAfterMs: 9 })
    const { value } = await ended
    expect(value).toMatchObject({ fact: { type: "model-failed", text: "Hel", error: { class: error } } })
    expect(value && "retryAt" in value.fact).toBe(false)
  })

  it("accepts an answer that arrived in spite of the stop", async () => {
    const model = held()
    const { facts, controller } = start({ ask: model.ask })
    await facts.next()
    const ended = facts.next()
    await settle()
    controller.abort(reason)
    model.reply(answer)
    expect((await ended).value).toMatchObject({ fact: { type: "model-answered", text: "Hello" } })
  })

  it("waits a second for an adapter that does not end, and no longer", async () => {
    const model = held()
    const { facts, controller, clock } = start({ ask: model.ask })
    await facts.next()
    let isOver = false
    const ended = facts.next().finally(() => {
      isOver = true
    })
    await settle()
    controller.abort(reason)
    await clock.advance(GRACE_MS - 1)
    expect(isOver).toBe(false)
    await clock.advance(1)
    expect((await ended).value).toMatchObject({ fact: { type: "model-failed", text: "Hel", error: { class: error } } })
  })

  it("leaves no timer behind", async () => {
    const model = held()
    const { facts, controller, clock } = start({ ask: model.ask })
    await facts.next()
    const ended = facts.next()
    await settle()
    controller.abort(reason)
    await settle()
    expect(clock.sleeping).toBe(1)
    model.reply(answer)
    await ended
    expect(clock.sleeping).toBe(0)
  })
})
