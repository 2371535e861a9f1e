import { describe, expect, it } from "vitest"
import type { AskOptions, Model, ModelRequest } from "../../contracts/model.ts"
import { askModel } from "./ask-model.ts"

const request: ModelRequest = { system: "", messages: [], tools: [], blobs: new Map() }
const answer = (text: string) =>
  ({ kind: "answer", text, reasoning: [], calls: [], problems: [], stop: "end" }) as const

async function asked(ask: Model["ask"], signal = new AbortController().signal) {
  let told = 0
  const count = (delta: string) => {
    told += delta.length
  }
  const reply = await askModel({ name: "m", ask }, request, { signal, onText: count, onReasoning: count })
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
