// Everything a provider can do wrong, through both codecs and the bridge: the result is always a reply of the right
// class, in time.
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Reply } from "../contracts/answer.ts"
import { text } from "../contracts/content.ts"
import type { Model, ModelRequest } from "../contracts/model.ts"
import type { Fault } from "../testing/model-server/faults.ts"
import { type ModelServer, modelServer } from "../testing/model-server.ts"
import { routes } from "./__fixtures__/routes.ts"
import { modelFrom } from "./providers.ts"
import { call } from "./scripted.ts"

const TEXT = "Grüße aus Zürich 🏔️ und zurück"

const request: ModelRequest = {
  system: "Be brief.",
  messages: [{ role: "user", parts: [text("Say hello")] }],
  tools: [{ name: "look", description: "Looks.", inputSchema: { type: "object", properties: {} } }],
  blobs: new Map(),
}

interface Asked {
  readonly reply: Reply
  readonly heard: string
}

async function ask(model: Model, signal = new AbortController().signal, onText?: () => void): Promise<Asked> {
  let heard = ""
  const reply = await model.ask(request, {
    signal,
    onText: (delta) => {
      heard += delta
      onText?.()
    },
    onReasoning: () => {},
  })
  return { reply, heard }
}

let server: ModelServer
beforeAll(async () => {
  const calls = [call("look", { at: "Ä" }), call("look")]
  server = await modelServer({ script: () => ({ text: TEXT, thinking: "hm, so", calls }) })
})
afterAll(() => server.close())

describe.each(routes)("$name", ({ model: build, isStreaming, isBridge }) => {
  it("returns text, thinking, parallel calls and usage", async () => {
    const { reply, heard } = await ask(build(server))
    expect(heard).toBe(TEXT)
    expect(reply).toMatchObject({
      kind: "answer",
      text: TEXT,
      calls: [
        { name: "look", arguments: { at: "Ä" } },
        { name: "look", arguments: {} },
      ],
      stop: "tool-calls",
      usage: { inputTokens: 1, outputTokens: 8 },
    })
    if (reply.kind === "answer") expect(reply.reasoning.map((thought) => thought.text)).toEqual(["hm, so"])
  })

  it.each<readonly [Fault, string, RegExp]>([
    [{ kind: "status", status: 401, message: "Bad key sk-test-0123456789abcdef" }, "auth", /401/],
    [{ kind: "status", status: 403 }, "auth", /403/],
    [{ kind: "status", status: 404, type: "not_found_error" }, "config", /served/],
    [
      { kind: "status", status: 400, type: "invalid_request_error", message: "cannot generate" },
      "invalid-request",
      /400/,
    ],
    [{ kind: "status", status: 400, type: "context_length_exceeded" }, "context-overflow", /too long/],
    [{ kind: "status", status: 422 }, "invalid-request", /422/],
    [{ kind: "status", status: 408 }, "timeout", /408/],
    [{ kind: "status", status: 409 }, "rate-limit", /409/],
    [{ kind: "status", status: 429 }, "rate-limit", /429/],
    [{ kind: "status", status: 500, message: "rate limit of generators" }, "server-error", /500/],
    [{ kind: "status", status: 503 }, "overloaded", /503/],
    [{ kind: "status", status: 529, type: "overloaded_error", message: "Overloaded" }, "overloaded", /529/],
  ])("classifies %j as %s (M10)", async (fault, kind, message) => {
    server.misbehave(fault)
    const { reply } = await ask(build(server))
    expect(reply).toMatchObject({ kind: "failure", error: { class: kind } })
    if (reply.kind === "answer") return
    expect(reply.error.message).toMatch(message)
    expect(reply.error.message).not.toContain("sk-test")
    expect(reply.error.message.length).toBeLessThanOrEqual(500)
  })

  it.each([
    [{ "retry-after": "7" }, 7000, 7000],
    [{ "retry-after-ms": "250", "retry-after": "7" }, 250, 250],
    // At least an hour after this file was loaded, which may be long ago.
    [{ "retry-after": new Date(Date.now() + 7_200_000).toUTCString() }, 3_600_000, 7_200_000],
    [{ "retry-after": new Date(Date.now() - 3_600_000).toUTCString() }, 0, 0],
  ])("returns the delay of %j", async (headers, least, most) => {
    server.misbehave({ kind: "status", status: 429, headers })
    const { reply } = await ask(build(server))
    if (reply.kind === "answer") throw new Error("That was no failure.")
    expect(reply.retryAfterMs).toBeGreaterThanOrEqual(least)
    expect(reply.retryAfterMs).toBeLessThanOrEqual(most)
  })

  it("returns a network failure when the connection breaks inside the answer, and keeps the text so far", async () => {
    server.misbehave({ kind: "cut", afterBytes: isStreaming ? 1500 : 100 })
    const { reply, heard } = await ask(build(server))
    expect(reply).toMatchObject({ kind: "failure", error: { class: "network" } })
    if (reply.kind === "failure") expect(reply.text ?? "").toBe(heard)
  })

  it("returns an output failure when an event is not JSON", async () => {
    server.misbehave({ kind: "malformed", afterFrames: 5 })
    expect((await ask(build(server))).reply).toMatchObject({ kind: "failure", error: { class: "output" } })
  })

  it.each([undefined, 60])(
    "returns a timeout failure when the provider falls silent after %s bytes",
    async (afterBytes) => {
      server.misbehave({ kind: "silence", ...(afterBytes !== undefined && { afterBytes }) })
      const { reply } = await ask(build(server, { firstByteMs: 150, silenceMs: 150 }))
      expect(reply).toMatchObject({ kind: "failure", error: { class: "timeout" } })
      if (reply.kind === "failure") expect(reply.error.message).toContain("0.15 s")
    },
  )

  it.each([0, 2])("returns a timeout failure when only comments arrive after %s frames", async (afterFrames) => {
    if (!isStreaming || isBridge) return
    server.misbehave({ kind: "comments", afterFrames })
    const { reply } = await ask(build(server, { firstByteMs: 150, silenceMs: 150 }))
    expect(reply).toMatchObject({ kind: "failure", error: { class: "timeout" } })
  })

  it("waits for a slow answer as long as it makes progress", async () => {
    server.misbehave({ kind: "drip", bytes: 40, ms: 4 })
    expect((await ask(build(server, { firstByteMs: 2000, silenceMs: 2000 }))).reply).toMatchObject({ text: TEXT })
  })

  it("parses an answer whose bytes arrive one by one", async () => {
    server.misbehave({ kind: "split", bytes: [1] })
    expect((await ask(build(server))).reply).toMatchObject({ kind: "answer", text: TEXT })
  })

  it("returns a failure that names the content type for an HTML page", async () => {
    server.misbehave({ kind: "content-type", type: "text/html" })
    const { reply } = await ask(build(server))
    if (isBridge) expect(reply.kind).toBe("failure")
    else expect(reply).toMatchObject({ kind: "failure", error: { class: "output", code: "wrong-content-type" } })
  })

  it("ends an endless answer at its size limit", async () => {
    server.misbehave({ kind: "endless" })
    const { reply } = await ask(build(server, { answerBytes: 200_000 }))
    expect(reply).toMatchObject({ kind: "failure", error: { class: "output", code: "answer-too-large" } })
  })

  it.each([
    ["overloaded_error", "Overloaded", "overloaded"],
    ["rate_limit_error", "Slow down", "rate-limit"],
    ["strange", "We could not generate an answer: the Rate Limit was met", "unexplained"],
  ])("classifies an error inside the stream by its type: %s", async (type, message, kind) => {
    server.misbehave({ kind: "error-event", type, message, afterFrames: 4 })
    expect((await ask(build(server))).reply).toMatchObject({ kind: "failure", error: { class: kind } })
  })

  it("returns the answer although the connection stays open after its end", async () => {
    if (!isStreaming || isBridge) return
    server.misbehave({ kind: "lingering" })
    expect((await ask(build(server))).reply).toMatchObject({ kind: "answer", text: TEXT })
  })

  it("ends at once on abort inside the answer, and closes the connection", async () => {
    const controller = new AbortController()
    const before = { abandoned: server.abandoned, requests: server.requests.length }
    server.misbehave({ kind: "endless" })
    const model = build(server)
    const asked = isStreaming ? ask(model, controller.signal, () => controller.abort()) : ask(model, controller.signal)
    if (!isStreaming) {
      await expect.poll(() => server.requests.length, { interval: 5 }).toBeGreaterThan(before.requests)
      controller.abort()
    }
    // The answer never ends: without the abort this test would hang.
    expect((await asked).reply).toMatchObject({ kind: "failure", error: { class: "aborted" } })
    await expect.poll(() => server.abandoned).toBeGreaterThan(before.abandoned)
  })

  it("sends no request when the signal is already aborted", async () => {
    const before = server.requests.length
    expect((await ask(build(server), AbortSignal.abort())).reply).toMatchObject({ error: { class: "aborted" } })
    expect(server.requests.length).toBe(before)
  })

  it("returns a network failure that says what to check when no server listens", async () => {
    const gone = await modelServer({ script: () => "" })
    await gone.close()
    const { reply } = await ask(build(gone))
    expect(reply).toMatchObject({ kind: "failure", error: { class: "network", code: "connection-failed" } })
    if (reply.kind === "failure") expect(reply.error.message).toContain("ECONNREFUSED")
  })
})

it.each([
  "stream is not supported for this model",
  "Streaming is not allowed for your account",
  "Unrecognized request argument supplied: stream_options is not supported",
])(
  "openAiChat repeats the request without streaming when an endpoint refuses to stream (%s), and never streams again",
  async (message) => {
    await using refusing = await modelServer({
      script: () => "Hello.",
      fault: ({ body }) => (body.stream === true ? { kind: "status", status: 400, message } : undefined),
    })
    const model = modelFrom("openai:m", { baseUrl: refusing.openai, apiKey: "k", env: {} })
    for (const requests of [2, 3]) {
      expect(await ask(model)).toMatchObject({ reply: { kind: "answer", text: "Hello." }, heard: "Hello." })
      expect(refusing.requests).toHaveLength(requests)
    }
  },
)

it("openAiChat repeats each of the requests that were refused at once", async () => {
  await using refusing = await modelServer({
    script: () => "Hello.",
    fault: ({ body }) =>
      body.stream === true ? { kind: "status", status: 400, message: "stream is not supported" } : undefined,
  })
  const model = modelFrom("openai:m", { baseUrl: refusing.openai, apiKey: "k", env: {} })
  const replies = await Promise.all([ask(model), ask(model), ask(model)])
  expect(replies.map(({ reply }) => reply.kind)).toEqual(["answer", "answer", "answer"])
  expect(refusing.requests).toHaveLength(6)
})

it("openAiChat does not take another refusal for one of streaming", async () => {
  await using refusing = await modelServer({
    script: () => "",
    fault: () => ({ kind: "status", status: 400, message: "messages: too many" }),
  })
  const { reply } = await ask(modelFrom("openai:m", { baseUrl: refusing.openai, apiKey: "k", env: {} }))
  expect(reply.kind).toBe("failure")
  expect(refusing.requests).toHaveLength(1)
})

describe("an endpoint that says why the answer ends, and neither [DONE] nor that the response is over", () => {
  it("has its answer kept when it falls silent", async () => {
    const said = [{ delta: { content: TEXT } }, { delta: {}, finish_reason: "stop" }]
    const open = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      for (const choice of said) response.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`)
    })
    await once(open.listen(0, "127.0.0.1"), "listening")
    try {
      const baseUrl = `http://127.0.0.1:${(open.address() as AddressInfo).port}`
      const model = modelFrom("openai:m", { baseUrl, apiKey: "none", limits: { silenceMs: 150 } })
      expect((await ask(model)).reply).toMatchObject({ kind: "answer", text: TEXT, stop: "end" })
    } finally {
      open.closeAllConnections()
      open.close()
    }
  })
})
