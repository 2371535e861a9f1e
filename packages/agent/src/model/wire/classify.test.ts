// classify and refusal: status first, then type or code, then whole words.
import { describe, expect, it } from "vitest"
import { classify, retryAfterMs } from "./classify.ts"
import { refusal } from "./failures.ts"
import { readErrorBody } from "./provider-error.ts"

describe("classify", () => {
  it.each([
    [{ status: 401, message: "rate limit" }, "auth"],
    [{ status: 402, message: "" }, "auth"],
    [{ status: 403, message: "" }, "auth"],
    [{ status: 404, message: "" }, "config"],
    [{ status: 301, message: "" }, "config"],
    [{ status: 408, message: "" }, "timeout"],
    [{ status: 409, message: "" }, "rate-limit"],
    [{ status: 413, message: "" }, "context-overflow"],
    [{ status: 425, message: "" }, "rate-limit"],
    [{ status: 429, code: "insufficient_quota", message: "" }, "config"],
    [{ status: 429, type: "insufficient_quota", code: "rate_limit_exceeded", message: "" }, "config"],
    [{ code: "insufficient_quota", message: "You exceeded your quota" }, "config"],
    [{ status: 429, code: "rate_limit_exceeded", message: "quota" }, "rate-limit"],
    [{ status: 403, message: "<html><body>Forbidden by proxy</body></html>" }, "config"],
    [{ status: 403, message: "Your key may not <html>" }, "auth"],
    [{ status: 400, message: "bad" }, "invalid-request"],
    [{ status: 400, type: "invalid_request_error", code: "context_length_exceeded", message: "" }, "context-overflow"],
    [
      { status: 400, type: "invalid_request_error", message: "prompt is too long: 9 tokens > 8 maximum" },
      "context-overflow",
    ],
    [{ status: 400, message: "This model's maximum context length is 4096 tokens." }, "context-overflow"],
    [{ status: 400, message: "rate limit exceeded" }, "invalid-request"],
    [{ status: 422, message: "" }, "invalid-request"],
    [{ status: 418, message: "" }, "invalid-request"],
    ...[502, 503, 504, 520, 529].map((status) => [{ status, message: "Failed to generate" }, "overloaded"] as const),
    [{ status: 500, message: "Failed to generate" }, "server-error"],
    [{ status: 500, type: "overloaded_error", message: "" }, "server-error"],
    [{ status: 500, type: "exceed_context_size_error", message: "" }, "context-overflow"],
    [{ type: "rate_limit_error", message: "overloaded" }, "rate-limit"],
    [{ type: "overloaded_error", message: "" }, "overloaded"],
    [{ type: "invalid_request_error", code: "context_length_exceeded", message: "" }, "context-overflow"],
    [{ type: "authentication_error", message: "" }, "auth"],
    [{ type: "server_error", message: "" }, "server-error"],
    [{ type: "constructor", message: "RATE LIMIT" }, "unexplained"],
    [{ code: "novel_error", message: "overloaded" }, "unexplained"],
    [{ message: "Internal server error" }, "server-error"],
    [{ message: "Rate-limited upstream" }, "rate-limit"],
    [{ message: "The model is OVERLOADED." }, "overloaded"],
    [{ message: "It timed out" }, "timeout"],
    [{ message: "Could not generate; separate the requests" }, "unexplained"],
    [{ message: "unoverloadedly" }, "unexplained"],
  ] as const)("maps %j to %s", (error, expected) => {
    expect(classify(error)).toBe(expected)
  })

  it("does not find a rate limit inside other words (T5)", () => {
    for (const message of ["generate limit", "generation rates limitless", "accurate limits", "prorate limit"]) {
      expect(classify({ type: "authentication_error", message }), message).toBe("auth")
      expect(classify({ message }), message).not.toBe("rate-limit")
    }
  })

  it("gets its input from every form of error body", () => {
    expect(readErrorBody('{"error":{"message":"a","type":"b","code":"c"}}')).toEqual({
      message: "a",
      type: "b",
      code: "c",
    })
    expect(readErrorBody('{"error":"words"}')).toEqual({ message: "words" })
    expect(readErrorBody('{"object":"error","message":"m","type":"BadRequestError","code":400}')).toEqual({
      message: "m",
      type: "BadRequestError",
      status: 400,
    })
    expect(readErrorBody('[{"error":{"code":429,"message":"q","status":"RESOURCE_EXHAUSTED"}}]')).toMatchObject({
      status: 429,
    })
    expect(readErrorBody("<html>Bad gateway</html>")).toEqual({ message: "<html>Bad gateway</html>" })
    expect(readErrorBody('{"message":"only words"}')).toEqual({ message: "only words" })
  })

  it("leads to a message of what happened and what to do, without secrets, in 500 characters", () => {
    const peer = {
      provider: "openai",
      model: "m",
      url: "http://u:p@test/v1",
      apiKey: "verysecret",
      keyName: "OPENAI_API_KEY",
    }
    const error = refusal(peer, { status: 401, message: `Wrong key verysecret ${"x".repeat(2000)}` })
    expect(error.message).toMatch(
      /^openai refused the key \(HTTP 401: Wrong key \[redacted\] x+…\)\. Set OPENAI_API_KEY to a valid key\.$/,
    )
    expect(error.message.length).toBeLessThanOrEqual(500)
    expect(refusal(peer, { status: 404, message: "No" }).message).toContain('"m" and the address http://test/v1')
  })
})

describe("retryAfterMs", () => {
  const now = Date.parse("2026-01-01T00:00:00Z")

  it.each([
    [{}, undefined],
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": "1.5" }, 1500],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "-5" }, undefined],
    [{ "retry-after-ms": "40" }, 40],
    [{ "retry-after-ms": "x", "retry-after": ["3", "4"] }, 3000],
  ])("maps %j to %s ms", (headers, expected) => {
    expect(retryAfterMs(headers, now)).toBe(expected)
  })
})

it("refusal advises a dialect for a model without tool calls (T28)", () => {
  const peer = { provider: "ollama", model: "gemma:2b" }
  const said = { status: 400, message: "registry.ollama.ai/library/gemma:2b does not support tools" }
  expect(refusal(peer, said).message).toMatch(
    /HTTP 400.*choose a dialect, such as "xml" or "bracket", or another model\.$/,
  )
  expect(refusal(peer, { status: 400, message: "messages must not be empty" }).message).not.toMatch(/dialect/)
})

describe("refusal, where the status misleads:", () => {
  const peer = { provider: "openai", model: "m", url: "http://test/v1", keyName: "OPENAI_API_KEY" }

  it("reports an exhausted quota, and not a rate limit", () => {
    const body =
      '{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}'
    const error = refusal(peer, { ...readErrorBody(body), status: 429 })
    expect(error).toMatchObject({ class: "config", code: "insufficient_quota" })
    expect(error.message).toMatch(
      /^openai says that the account's quota is used up \(HTTP 429: .*\)\. Waiting does not help: /,
    )
  })

  it.each([401, 403, 407])("reports a proxy's page with %i as such, and not as a refused key", (status) => {
    const error = refusal(peer, { ...readErrorBody("<!DOCTYPE html>\n<p>Forbidden by proxy</p>"), status })
    expect(error.class).toBe("config")
    expect(error.message).toMatch(/^Something between here and openai refused the request.*Forbidden by proxy/)
    expect(error.message).not.toMatch(/key/i)
  })

  it("reports a provider's own 403 as a refused key", () => {
    const error = refusal(peer, { ...readErrorBody('{"error":{"message":"No access"}}'), status: 403 })
    expect(error).toMatchObject({ class: "auth", message: expect.stringContaining("refused the key") })
  })
})
