// What is sent: a stable beginning, cache markers, tools in order, and no message encoded twice.
import { describe, expect, it } from "vitest"
import { text } from "../../contracts/content.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { Message } from "../../contracts/message.ts"
import type { ModelRequest, ToolDefinition } from "../../contracts/model.ts"
import { anthropicObjections, openAiObjections } from "../strict/history.ts"
import { anthropicText, openAiText } from "./__fixtures__/written.ts"
import { type AnthropicMessage, toAnthropicMessages } from "./anthropic-messages.ts"
import { type OpenAiMessage, toOpenAiMessages } from "./openai-messages.ts"

const options = { model: "m", baseUrl: "http://test/v1" }
const MARKED = { cache_control: { type: "ephemeral" } }

const tools: readonly ToolDefinition[] = ["zebra", "apple", "dotted.name"].map((name) => ({
  name,
  description: `The ${name}.`,
  inputSchema: { type: "object", properties: { path: { type: "string" } } },
}))

function round(number: number): readonly Message[] {
  const id = `call_1_${number}_1_0`
  return [
    {
      role: "assistant",
      text: `Round ${number} 🎲`,
      reasoning: [{ text: "Hm.", signature: `s${number}` }],
      calls: [
        { id, name: "dotted.name", arguments: { path: `${number}.txt` } },
        { id: `${id}b`, name: "made up!", arguments: {}, unreadable: "{path" },
      ],
    },
    { role: "tool", call: id, name: "dotted.name", parts: [text(`result ${number}`)], failed: false },
    { role: "tool", call: `${id}b`, name: "made up!", parts: [text("There is no such tool.")], failed: true },
  ]
}

const history: readonly Message[] = [{ role: "user", parts: [text("Go")] }, ...[1, 2, 3, 4].flatMap(round)]

function request(messages: readonly Message[]): ModelRequest {
  return { system: "You are careful.", messages, tools, blobs: new Map() }
}

function requestsOf(encode: (request: ModelRequest) => string): readonly string[] {
  return [1, 4, 7, 10, 13].map((length) => encode(request(history.slice(0, length))))
}

describe("the OpenAI encoder", () => {
  it("begins each request with the whole previous one", () => {
    const bodies = requestsOf(openAiText(options, "f"))
    for (const [index, body] of bodies.entries()) {
      const before = bodies[index - 1]
      if (before !== undefined) expect(body.startsWith(before.slice(0, -2))).toBe(true)
    }
  })

  it("writes the messages of toOpenAiMessages and tools sorted by name, and requests usage", () => {
    const body = JSON.parse(openAiText({ ...options, maxTokens: 9, extra: { temperature: 0 } }, "f")(request(history)))
    expect(body).toMatchObject({
      model: "m",
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 9,
      temperature: 0,
    })
    expect(body.messages).toEqual(toOpenAiMessages(request(history)))
    expect(openAiObjections(body.messages as readonly OpenAiMessage[])).toEqual([])
    const names = body.tools.map((each: { function: { name: string } }) => each.function.name)
    expect(names).toEqual(["apple", expect.stringMatching(/^dotted_name_[0-9a-f]{8}$/), "zebra"])
  })

  it("encodes a message once, and a changed one again", () => {
    const encode = openAiText(options, "f")
    const message = { role: "user", parts: [text("first")] } as const
    expect(encode(request([message]))).toContain("first")
    ;(message.parts as unknown as object[])[0] = text("changed behind our back")
    expect(encode(request([message]))).toContain("first")
    expect(encode(request([{ ...message }]))).toContain("changed behind our back")
  })

  it("requests no stream if streaming is off", () => {
    const body = JSON.parse(openAiText({ ...options, stream: false }, "f")(request(history)))
    expect(body.stream).toBe(false)
    expect(body).not.toHaveProperty("stream_options")
  })

  it("sends back what a provider attached to its calls, to that provider only", () => {
    const data = { 1: { google: { thought_signature: "abc" } } }
    const answered: Message = {
      role: "assistant",
      text: "",
      reasoning: [{ text: "", opaque: { format: "openai-chat/gemini", data } }],
      calls: [
        { id: "a", name: "apple", arguments: {} },
        { id: "b", name: "apple", arguments: {} },
      ],
    }
    const to = (format: string) => JSON.parse(openAiText(options, format)(request([answered]))).messages[1].tool_calls
    expect(to("openai-chat/gemini")[0]).not.toHaveProperty("extra_content")
    expect(to("openai-chat/gemini")[1]).toMatchObject({ extra_content: data[1] })
    expect(to("openai-chat/openai")[1]).not.toHaveProperty("extra_content")
  })
})

describe("the Anthropic encoder", () => {
  const withoutMarkers = (body: string) => body.replaceAll(`,"cache_control":{"type":"ephemeral"}`, "")

  it("begins each request with the whole previous one, except for the moving cache marker", () => {
    const bodies = requestsOf(anthropicText(options)).map(withoutMarkers)
    for (const [index, body] of bodies.entries()) {
      const before = bodies[index - 1]
      if (before !== undefined) expect(body.startsWith(before.slice(0, -4))).toBe(true)
    }
  })

  it("marks the last tool, the system prompt and the newest message, and nothing else", () => {
    const raw = anthropicText(options)(request(history))
    const body = JSON.parse(raw)
    expect(raw.split('"cache_control"')).toHaveLength(4)
    expect(body.tools.at(-1)).toMatchObject({ name: "zebra", ...MARKED })
    expect(body.system).toEqual([{ type: "text", text: "You are careful.", ...MARKED }])
    expect(body.messages.at(-1).content.at(-1)).toMatchObject({ type: "tool_result", ...MARKED })
  })

  it("writes the messages of toAnthropicMessages, and the limit that the API requires", () => {
    const body = JSON.parse(withoutMarkers(anthropicText(options)(request(history))))
    expect(body).toMatchObject({ model: "m", stream: true, max_tokens: 8192 })
    expect(body.messages).toEqual(toAnthropicMessages(request(history)))
    expect(anthropicObjections(body.messages as readonly AnthropicMessage[])).toEqual([])
    expect(JSON.parse(anthropicText({ ...options, maxTokens: 5 })(request(history))).max_tokens).toBe(5)
  })

  it("keeps the text of unreadable arguments inside an object", () => {
    const body = JSON.parse(anthropicText(options)(request(history)))
    const inputs = body.messages[1].content.filter((block: JsonObject) => block.type === "tool_use")
    expect(inputs.at(-1).input).toEqual({ unreadable: "{path" })
  })

  it("omits empty fields", () => {
    const body = JSON.parse(anthropicText(options)({ system: "", messages: [], tools: [], blobs: new Map() }))
    expect(Object.keys(body)).toEqual(["model", "stream", "max_tokens", "messages"])
  })

  it("requests no more tokens than the window has left", () => {
    const most = (outputTokens: number, extra = {}) =>
      JSON.parse(anthropicText({ ...options, ...extra })({ ...request(history), outputTokens })).max_tokens
    expect(most(1500)).toBe(1500)
    expect(most(100_000)).toBe(8192)
    expect(most(100_000, { extra: { max_tokens: 9 } })).toBe(9)
  })
})

describe("a profile's sampling", () => {
  const request = (sampling: object, answerSchema?: JsonObject): ModelRequest => ({
    system: "",
    messages: [{ role: "user", parts: [text("hi")] }],
    tools: [],
    blobs: new Map(),
    sampling,
    ...(answerSchema !== undefined && { answerSchema }),
  })
  const wire = { baseUrl: "http://127.0.0.1:1/v1", model: "m" }

  it("is sent unless the model has its own settings (L29)", () => {
    const plain = JSON.parse(openAiText(wire, "f")(request({ temperature: 0.1, topP: 0.2 })))
    expect(plain).toMatchObject({ temperature: 0.1, top_p: 0.2 })
    const own = JSON.parse(openAiText({ ...wire, extra: { temperature: 1 } }, "f")(request({ temperature: 0.1 })))
    expect(own.temperature).toBe(1)
  })

  it("is a single value for Anthropic, which refuses both", () => {
    const sent = JSON.parse(anthropicText(wire)(request({ temperature: 0.7, topP: 0.9 })))
    expect(sent.temperature).toBe(0.7)
    expect(sent).not.toHaveProperty("top_p")
  })

  it("is sent together with an answer schema", () => {
    const schema = { type: "object", properties: { verdict: { enum: ["yes", "no"] } }, required: ["verdict"] }
    const sent = JSON.parse(openAiText(wire, "f")(request({}, schema)))
    expect(sent.response_format).toEqual({ type: "json_schema", json_schema: { name: "answer", schema } })
  })
})
