import { describe, expect, it } from "vitest"
import type { Reply } from "../contracts/answer.ts"
import { type Model, type ModelRequest, noBlobs } from "../contracts/model.ts"
import { metered } from "./metered.ts"

const price = { input: 1, output: 10 }
const request: ModelRequest = {
  system: "You are careful.",
  messages: [{ role: "user", parts: [{ type: "text", text: "How many stones are there in the garden?" }] }],
  tools: [],
  blobs: noBlobs,
}
const failed = (code: string, more: object = {}): Reply => ({
  kind: "failure",
  error: { class: "network", code, message: code },
  ...more,
})
const answer = (more: object = {}): Reply =>
  ({ kind: "answer", text: "Seven.", reasoning: [], calls: [], problems: [], stop: "end", ...more }) as Reply

function model(reply: Reply, text = ""): Model {
  return {
    name: "acme:small",
    ask: async (_request, { onText }) => {
      if (text !== "") onText(text)
      return reply
    },
  }
}

async function usedBy(reply: Reply, text = "", isAborted = false) {
  const stop = new AbortController()
  if (isAborted) stop.abort("cancelled")
  const how = { signal: stop.signal, onText: () => {}, onReasoning: () => {} }
  return (await metered(model(reply, text), price).ask(request, how)).usage
}

describe("a metered model", () => {
  it("estimates what a provider that counts nothing reports as 0", async () => {
    const usage = await usedBy(answer({ usage: { inputTokens: 0, outputTokens: 0 } }))
    expect(usage).toMatchObject({ estimated: true })
    expect(usage?.inputTokens).toBeGreaterThan(5)
    expect(usage?.costUsd).toBeGreaterThan(0)
  })

  it("adds the cost to what its provider reports", async () => {
    expect(await usedBy(answer({ usage: { inputTokens: 1000, outputTokens: 100 } }))).toEqual({
      inputTokens: 1000,
      outputTokens: 100,
      costUsd: 0.002,
    })
  })

  it("estimates an answer without a report, and says that it did", async () => {
    const usage = await usedBy(answer(), "Seven.")
    expect(usage).toMatchObject({ estimated: true, costUsd: expect.any(Number) })
    expect(usage?.inputTokens).toBeGreaterThan(8)
    expect(usage?.inputTokens).toBeLessThan(40)
  })

  it.each([
    { name: "a request that was refused uses nothing", reply: failed("http-429"), text: "", used: false },
    { name: "one that broke off uses its request and what came", reply: failed("stream-cut"), text: "Sev", used: true },
    { name: "one that was cancelled uses its request", reply: failed("aborted"), text: "", aborted: true, used: true },
  ])("$name", async ({ reply, text, aborted, used }) => {
    const usage = await usedBy(reply, text, aborted)
    expect(usage === undefined ? undefined : usage.estimated).toBe(used ? true : undefined)
    if (used) expect(usage?.outputTokens).toBe(text === "" ? 0 : 2)
  })

  it("keeps what the provider reported at the beginning of a stream that broke off, and estimates its output", async () => {
    const usage = { inputTokens: 5000, outputTokens: 1, cacheReadTokens: 4000 }
    const used = await usedBy(failed("stream-cut", { usage }), "There are seven stones in the garden, I think, and")
    expect(used).toMatchObject({ inputTokens: 5000, cacheReadTokens: 4000, estimated: true })
    expect(used?.outputTokens).toBeGreaterThan(5)
  })
})
