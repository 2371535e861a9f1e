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

/** Talks until it is told to stop. */
const endless = (of: "onText" | "onReasoning") => async (_request: ModelRequest, how: AskOptions) => {
  while (!how.signal.aborted) how[of]("x".repeat(64 * 1024))
  return answer("")
}

describe("an answer without an end", () => {
  it.each(["onText", "onReasoning"] as const)("is broken off, and no more of it is told (%s)", async (of) => {
    const { reply, told } = await asked(endless(of))
    expect(reply).toMatchObject({ kind: "failure", error: { class: "output", code: "answer-too-long" } })
    expect(told).toBeLessThanOrEqual(8 * 1024 * 1024)
  })

  it("is not taken from an adapter that tells it at the end", async () => {
    const { reply } = await asked(async () => answer("x".repeat(9 * 1024 * 1024)))
    expect(reply).toMatchObject({ kind: "failure", error: { code: "answer-too-long" } })
  })

  it("that is long, and has one, is taken whole", async () => {
    const { reply } = await asked(async () => answer("x".repeat(1024 * 1024)))
    expect(reply).toMatchObject({ kind: "answer" })
  })
})

it("a stop from outside reaches the model", async () => {
  const stop = new AbortController()
  const asking = asked(async (_request, { signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve))
    return answer(String(signal.reason))
  }, stop.signal)
  stop.abort("cancelled")
  expect((await asking).reply).toMatchObject({ text: "cancelled" })
})
