// Typed answers and tool choices as providers get them: real requests over loopback HTTP, from a session to the wire.
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createOpenAICompatible } from "@ai-sdk/openai-compatible"
import { afterEach, describe, expect, it } from "vitest"
import { z } from "zod"
import { createAgent } from "../../agent/create-agent.ts"
import type { Json } from "../../contracts/json.ts"
import type { AnyModel } from "../../contracts/model.ts"
import { tool } from "../../tools/tool.ts"
import { modelFrom } from "../providers.ts"

type Body = Readonly<Record<string, Json>>
type Said = { readonly text?: string; readonly call?: readonly [string, Json]; readonly refuses?: string }

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close()
})

/** A provider that gives these answers in turn, and what it was sent. */
async function provider(...answers: readonly Said[]) {
  const bodies: Body[] = []
  const server: Server = createServer((request, response) => {
    let sent = ""
    request.on("data", (piece) => {
      sent += piece
    })
    request.on("end", () => {
      const body = JSON.parse(sent) as Body
      bodies.push(body)
      const said = answers[Math.min(bodies.length, answers.length) - 1] ?? {}
      const isAnthropic = request.url?.endsWith("/messages") === true
      const reply =
        said.refuses === undefined ? (isAnthropic ? anthropicReply(said) : openAiReply(said)) : refusal(said.refuses)
      const isStream = body.stream === true && said.refuses === undefined && !isAnthropic
      response.writeHead(said.refuses === undefined ? 200 : 400, {
        "content-type": isStream ? "text/event-stream" : "application/json",
      })
      response.end(isStream ? `data: ${JSON.stringify(asChunk(reply))}\n\ndata: [DONE]\n\n` : JSON.stringify(reply))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  open.push({ close: () => new Promise((resolve) => server.close(resolve)) })
  return { bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

const refusal = (message: string) => ({ error: { type: "invalid_request_error", message } })

function openAiReply({ text = "", call }: Said) {
  const calls = call && [
    { index: 0, id: "c1", type: "function", function: { name: call[0], arguments: JSON.stringify(call[1]) } },
  ]
  const message = { role: "assistant", content: text, ...(calls && { tool_calls: calls }) }
  return { choices: [{ index: 0, message, finish_reason: calls ? "tool_calls" : "stop" }] }
}

function asChunk(reply: object) {
  const [choice] = (reply as ReturnType<typeof openAiReply>).choices
  return { choices: [{ ...choice, delta: choice?.message }] }
}

function anthropicReply({ text, call }: Said) {
  const content = [
    ...(text === undefined ? [] : [{ type: "text", text }]),
    ...(call === undefined ? [] : [{ type: "tool_use", id: "c1", name: call[0], input: call[1] }]),
  ]
  const usage = { input_tokens: 1, output_tokens: 1 }
  return {
    type: "message",
    role: "assistant",
    content,
    stop_reason: call === undefined ? "end_turn" : "tool_use",
    usage,
  }
}

const look = tool({
  name: "look",
  description: "Looks an order up.",
  input: { type: "object", properties: { id: { type: "integer" } } },
  effect: "read",
  run: () => "It is paid.",
})

async function sessionOf(model: AnyModel, tools = [look]) {
  const agent = await createAgent({ model, tools, questions: false })
  open.push(agent)
  return agent.open()
}

const ORDER = z.object({ order: z.int().positive(), note: z.string() })
const data = { order: 42, note: "paid" }
const schema = {
  type: "object",
  properties: { order: expect.objectContaining({ type: "integer" }), note: { type: "string" } },
  required: ["order", "note"],
  additionalProperties: false,
}
const asFormat = { type: "json_schema", json_schema: { name: "answer", strict: true, schema } }
const json = { text: JSON.stringify(data) }
const byTool: Said = { call: ["final_answer", data] }
const finalTool = { name: "final_answer" }

describe("a typed answer without tools is asked of", () => {
  it.each<[string, Said, object]>([
    ["openai:gpt-5", json, { response_format: asFormat }],
    ["mistral:mistral-large-latest", json, { response_format: asFormat }],
    ["xai:grok-4", json, { response_format: asFormat }],
    ["gemini:gemini-2.5-pro", json, { response_format: expect.objectContaining({ type: "json_schema" }) }],
    ["ollama:qwen3", json, { response_format: asFormat }],
    ["anthropic:claude-sonnet-4-5", json, { output_config: { format: { type: "json_schema", schema } } }],
    ["openai:gpt-4-turbo", byTool, { tool_choice: { type: "function", function: finalTool } }],
    ["openrouter:meta/llama", byTool, { tool_choice: { type: "function", function: finalTool } }],
    ["deepseek:deepseek-chat", byTool, { tool_choice: { type: "function", function: finalTool } }],
    ["anthropic:claude-3-5-haiku-latest", byTool, { tool_choice: { type: "tool", ...finalTool } }],
  ])("%s in its own words", async (name, said, expected) => {
    const { bodies, url } = await provider(said)
    const session = await sessionOf(modelFrom(name, { baseUrl: url, apiKey: "k" }), [])
    expect((await session.ask("Which?", { output: ORDER })).output).toEqual(data)
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toMatchObject(expected)
  })

  it("an AI SDK model, with a response format and words", async () => {
    const { bodies, url } = await provider(json)
    const sdk = createOpenAICompatible({ name: "own", baseURL: url, supportsStructuredOutputs: true })
    const session = await sessionOf(sdk("small"), [])
    expect((await session.ask("Which?", { output: ORDER })).output).toEqual(data)
    expect(bodies[0]).toMatchObject({ response_format: { type: "json_schema" } })
    expect(JSON.stringify(bodies[0]?.messages)).toContain("It has to fit this JSON Schema")
  })
})

describe("a typed answer beside tools is asked of", () => {
  it.each<[string, Said, object]>([
    ["openai:gpt-5", json, { response_format: asFormat, tools: [{ function: { name: "look" } }] }],
    ["anthropic:claude-sonnet-4-5", json, { output_config: { format: { schema } }, tools: [{ name: "look" }] }],
    ["gemini:gemini-2.5-pro", byTool, { tools: [{ function: finalTool }, { function: { name: "look" } }] }],
    ["ollama:qwen3", byTool, { tools: [{ function: finalTool }, { function: { name: "look" } }] }],
    ["anthropic:claude-3-5-haiku-latest", byTool, { tools: [finalTool, { name: "look" }] }],
  ])("%s in its own words", async (name, said, expected) => {
    const { bodies, url } = await provider({ call: ["look", { id: 42 }] }, said)
    const session = await sessionOf(modelFrom(name, { baseUrl: url, apiKey: "k" }))
    expect((await session.ask("Which?", { output: ORDER })).output).toEqual(data)
    expect(bodies).toHaveLength(2)
    for (const body of bodies) expect(body).toMatchObject(expected)
    for (const body of bodies) expect(body).not.toHaveProperty("tool_choice")
  })
})

describe("the schema of a typed answer", () => {
  it("is not strict for OpenAI where a field may be left out", async () => {
    const { bodies, url } = await provider({ text: '{"order":1}' })
    const session = await sessionOf(modelFrom("openai:gpt-5", { baseUrl: url, apiKey: "k" }), [])
    await session.ask("Which?", { output: z.object({ order: z.int(), note: z.string().optional() }) })
    expect(bodies[0]?.response_format).not.toHaveProperty("json_schema.strict")
  })

  it("is no format for Anthropic where an object has any fields, but a prompt", async () => {
    const { bodies, url } = await provider({ text: '{"a":1}' })
    const session = await sessionOf(modelFrom("anthropic:claude-opus-4-6", { baseUrl: url, apiKey: "k" }), [])
    expect((await session.ask("Which?", { output: z.record(z.string(), z.number()) })).output).toEqual({ a: 1 })
    expect(bodies[0]).not.toHaveProperty("output_config")
  })

  it("goes into the prompt when the provider refuses its format", async () => {
    const { bodies, url } = await provider({ refuses: "response_format json_schema is not supported" }, json)
    const session = await sessionOf(modelFrom("vllm:own", { baseUrl: url }), [])
    expect((await session.ask("Which?", { output: ORDER })).output).toEqual(data)
    expect(bodies.map((body) => "response_format" in body)).toEqual([true, false])
  })

  it("is wrapped where it is no object, and comes back without the wrapper", async () => {
    const { bodies, url } = await provider({ text: '{"value":["a","b"]}' })
    const session = await sessionOf(modelFrom("openai:gpt-5", { baseUrl: url, apiKey: "k" }), [])
    const { output, text } = await session.ask("Which?", { output: z.array(z.string()) })
    expect([output, text]).toEqual([["a", "b"], '["a","b"]'])
    expect(bodies[0]).toMatchObject({ response_format: { json_schema: { schema: { required: ["value"] } } } })
  })
})

describe("toolChoice is sent to", () => {
  it.each<[string, "required" | "none" | { readonly tool: string }, Json]>([
    ["openai:gpt-5", "required", "required"],
    ["openai:gpt-5", "none", "none"],
    ["openai:gpt-5", { tool: "look" }, { type: "function", function: { name: "look" } }],
    ["gemini:gemini-2.5-pro", "required", "required"],
    ["anthropic:claude-sonnet-4-5", "required", { type: "any" }],
    ["anthropic:claude-sonnet-4-5", "none", { type: "none" }],
    ["anthropic:claude-sonnet-4-5", { tool: "look" }, { type: "tool", name: "look" }],
  ])("%s as %j", async (name, toolChoice, expected) => {
    const first: Said = toolChoice === "none" ? { text: "Done." } : { call: ["look", { id: 1 }] }
    const { bodies, url } = await provider(first, { text: "Done." })
    const session = await sessionOf(modelFrom(name, { baseUrl: url, apiKey: "k" }))
    expect(await session.ask("go", { toolChoice })).toMatchObject({ text: "Done." })
    expect(bodies[0]?.tool_choice).toEqual(expected)
    expect(bodies[1]?.tool_choice).toBeUndefined()
  })

  it("an AI SDK model in the SDK's words", async () => {
    const { bodies, url } = await provider({ call: ["look", { id: 1 }] }, { text: "Done." })
    const session = await sessionOf(createOpenAICompatible({ name: "own", baseURL: url })("small"))
    await session.ask("go", { toolChoice: { tool: "look" } })
    expect(bodies.map((body) => body.tool_choice)).toEqual([{ type: "function", function: { name: "look" } }, "auto"])
  })

  it("no Anthropic model that thinks, because it would refuse: the answer is checked instead", async () => {
    const { bodies, url } = await provider({ text: "Hm." }, { call: ["look", { id: 1 }] }, { text: "Done." })
    const extra = { thinking: { type: "enabled", budget_tokens: 1024 } }
    const session = await sessionOf(modelFrom("anthropic:claude-sonnet-4-5", { baseUrl: url, apiKey: "k", extra }))
    expect(await session.ask("go", { toolChoice: "required" })).toMatchObject({ text: "Done." })
    expect(bodies.some((body) => "tool_choice" in body)).toBe(false)
  })
})
