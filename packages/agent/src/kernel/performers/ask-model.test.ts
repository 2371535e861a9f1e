import { getEventListeners } from "node:events"
import { describe, expect, it } from "vitest"
import type { AskOptions, Model, ModelRequest } from "../../contracts/model.ts"
import { FakeClock } from "../../testing/fake-clock.ts"
import { askModel } from "./ask-model.ts"

const request: ModelRequest = { system: "", messages: [], tools: [], blobs: new Map() }
const answer = (text: string) =>
  ({ kind: "answer", text, reasoning: [], calls: [], problems: [], stop: "end" }) as const

async function asked(ask: Model["ask"], signal = new AbortController().signal) {
  let told = 0
  const count = (delta: string) => {
    told += delta.length
  }
  const how = { signal, onText: count, onReasoning: count }
  const reply = await askModel({ name: "m", ask }, request, how, new FakeClock())
  return { reply, told }
}

/** Streams text until it is aborted. */
const endless = (of: "onText" | "onReasoning") => async (_request: ModelRequest, how: AskOptions) => {
  while (!how.signal.aborted) how[of]("x".repeat(64 * 1024))
  return answer("")
}

describe("askModel, with an endless answer", () => {
  it.each(["onText", "onReasoning"] as const)(
    "stops the answer, and streams nothing beyond the limit (%s)",
    async (of) => {
      const { reply, told } = await asked(endless(of))
      expect(reply).toMatchObject({ kind: "failure", error: { class: "output", code: "answer-too-long" } })
      expect(told).toBeLessThanOrEqual(8 * 1024 * 1024)
    },
  )

  it("rejects it also from an adapter that does not stream", async () => {
    const { reply } = await asked(async () => answer("x".repeat(9 * 1024 * 1024)))
    expect(reply).toMatchObject({ kind: "failure", error: { code: "answer-too-long" } })
  })

  it("returns a long answer that ends in full", async () => {
    const { reply } = await asked(async () => answer("x".repeat(1024 * 1024)))
    expect(reply).toMatchObject({ kind: "answer" })
  })
})

it("askModel passes the caller's abort on to the model", async () => {
  const stop = new AbortController()
  const asking = asked(async (_request, { signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve))
    return answer(String(signal.reason))
  }, stop.signal)
  stop.abort("cancelled")
  expect((await asking).reply).toMatchObject({ text: "cancelled" })
})

describe("askModel, with a broken adapter", () => {
  it.each<[string, Model["ask"]]>([
    ["rejects", () => Promise.reject(new Error("no socket"))],
    [
      "throws at once",
      () => {
        throw new Error("no socket")
      },
    ],
  ])("reports one that %s as a failed request", async (_, ask) => {
    const { reply } = await asked(ask)
    expect(reply).toMatchObject({ kind: "failure", error: { code: "model-crashed" } })
  })

  it("reads the reply of one that returns no promise", async () => {
    const { reply } = await asked((() => answer("hi")) as unknown as Model["ask"])
    expect(reply).toMatchObject({ kind: "answer", text: "hi" })
  })
})

it("askModel listens to the caller's signal once, and no longer when the model has answered", async () => {
  const { signal } = new AbortController()
  let during = 0
  await asked(async () => {
    during = getEventListeners(signal, "abort").length
    return answer("hi")
  }, signal)
  expect([during, getEventListeners(signal, "abort").length]).toEqual([1, 0])
})

it("askModel gives up on a model that does not end in the time of grace", async () => {
  const [clock, stop] = [new FakeClock(), new AbortController()]
  const how = { signal: stop.signal, onText: () => {}, onReasoning: () => {} }
  const asking = askModel({ name: "m", ask: () => new Promise(() => {}) }, request, how, clock)
  stop.abort("cancelled")
  expect(await clock.run(asking)).toBeUndefined()
})
