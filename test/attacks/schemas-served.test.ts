// Attack: a real server lists tools that are huge, endless or have names that no provider accepts, beside a good one.
// The other tools and the session go on working, and each tool that was left out or changed is reported.
import { once } from "node:events"
import { createServer } from "node:http"
import { describe, expect, it } from "vitest"
import { createAgent, tool } from "../../packages/agent/src/index.ts"
import { readListed } from "../../packages/agent/src/mcp/listed-tool.ts"
import { call, scripted } from "../../packages/agent/src/model/scripted.ts"
import { anthropicMessages } from "../../packages/agent/src/model/wire/anthropic.ts"
import { requestObjections } from "../../packages/agent/src/testing/strict-requests.ts"
import { MAX_VALUES } from "../../packages/agent/src/tools/schema-size.ts"
import { bodyOf, mcpPeer } from "./mcp-peer.ts"

const many = (length: number) => Array.from({ length }, (_, at) => `value ${at}`)
const deep = (levels: number) => Array.from({ length: levels }).reduce<object>((inner) => ({ not: inner }), {})
const object = (properties: object) => ({ type: "object", properties })
const good = { name: "good", inputSchema: object({}), annotations: { readOnlyHint: true } }
const done = { content: [{ type: "text", text: "done" }] }

describe("a server that lists", () => {
  it("a tool that is too large has that tool left out and reported; its other tools work", async () => {
    const tools = [
      { name: "words", inputSchema: object({ a: { description: "x".repeat(10_000_000) } }) },
      { name: "choices", inputSchema: object({ a: { enum: many(60_000) } }) },
      { name: "names", inputSchema: object(Object.fromEntries(many(60_000).map((name) => [name, {}]))) },
      { name: "deep", inputSchema: object({ a: deep(1000) }) },
      { name: "long".repeat(100), inputSchema: {} },
      good,
      { name: "large", inputSchema: object(Object.fromEntries(many(3000).map((name) => [name, { type: "string" }]))) },
    ]
    await using peer = await mcpPeer({ "tools/list": { tools }, "tools/call": done })
    const model = scripted(({ results }) => (results.length === 0 ? { calls: [call("web__good")] } : "Done."))
    await using agent = await createAgent({ model, approve: "auto", mcp: { mcpServers: { web: { url: peer.url } } } })
    expect((await agent.tools()).map(({ name }) => name).filter((name) => name.startsWith("web"))).toEqual([
      "web__good",
      "web__large",
    ])
    expect(await (await agent.open()).ask("go")).toMatchObject({ outcome: "completed", text: "Done." })
    expect(agent.servers()[0]?.notes).toEqual([
      'Tool "words" is left out: its schema has more than 400000 characters.',
      'Tool "choices" is left out: its schema has more than 20000 values.',
      'Tool "names" is left out: its schema has more than 20000 values.',
      'Tool "deep" is left out: its schema is more than 100 levels deep.',
      expect.stringMatching(/^Tool "(long){50}" is left out: its name has more than 200 characters\.$/),
      'Tool "large": its schema is so large that its server alone checks the arguments.',
    ])
  })

  it("many tools just below the limit has the rest left out", () => {
    const inputSchema = object({ a: { description: "x".repeat(390_000) } })
    const listed = readListed(many(50).map((name) => ({ name, inputSchema })))
    expect(listed.filter(({ refused }) => refused === undefined)).toHaveLength(10)
    expect(listed.at(-1)?.refused).toBe("its server lists more than can be offered")
  })

  it("a schema without an end has it inspected only up to the limit", () => {
    let looks = 0
    const endless: object = new Proxy(
      {},
      {
        ownKeys: () => ["a", "b"],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        get: () => {
          looks += 1
          return endless
        },
      },
    )
    const [only] = readListed([{ name: "endless", inputSchema: endless }])
    expect(only?.refused).toMatch(/more than 100 levels deep|more than 20000 values/)
    expect(looks).toBeLessThan(2 * MAX_VALUES)
  })
})

it("createAgent refuses a tool of the program that is too large, and says what to do", async () => {
  const huge = tool({
    name: "huge",
    description: "x",
    input: { type: "object", properties: { a: { enum: many(60_000) } } },
    effect: "once",
    run: () => "ok",
  })
  await expect(createAgent({ model: scripted(() => "ok"), tools: [huge] })).rejects.toMatchObject({
    code: "config-invalid",
    message:
      'Tool "huge" cannot be offered: its schema has more than 20000 values. Describe less of it, or split it into several tools.',
  })
})

describe("a property with a name that no provider accepts", () => {
  it("has another name for the model, and its own name at the server", async () => {
    const inputSchema = {
      type: "object",
      properties: { "filter[id]": { type: "string" } },
      required: ["filter[id]"],
      additionalProperties: false,
      anyOf: [{ required: ["filter[id]"] }],
    }
    const tools = [{ name: "find", inputSchema, annotations: { readOnlyHint: true } }]
    await using peer = await mcpPeer({ "tools/list": { tools }, "tools/call": done })
    const bodies: string[] = []
    const provider = createServer(async (request, response) => {
      const body = await bodyOf(request)
      bodies.push(body)
      const { tools: offered } = JSON.parse(body)
      const find = offered.find(({ name }: { name: string }) => name === "web__find")
      const [filter = ""] = Object.keys(find.input_schema.properties)
      const use = { type: "tool_use", id: "toolu_1", name: "web__find", input: { [filter]: "x" } }
      const content = bodies.length === 1 ? [use] : [{ type: "text", text: "Found." }]
      const answer = {
        type: "message",
        role: "assistant",
        content,
        stop_reason: bodies.length === 1 ? "tool_use" : "end_turn",
      }
      response.writeHead(200, { "content-type": "application/json" })
      response.end(JSON.stringify({ ...answer, usage: { input_tokens: 1, output_tokens: 1 } }))
    }).listen(0, "127.0.0.1")
    await once(provider, "listening")
    const { port } = provider.address() as { port: number }
    const model = anthropicMessages({ model: "m", baseUrl: `http://127.0.0.1:${port}`, stream: false, env: {} })
    await using agent = await createAgent({ model, mcp: { mcpServers: { web: { url: peer.url } } } })
    expect(await (await agent.open()).ask("go")).toMatchObject({ text: "Found." })
    expect(peer.calls).toEqual([{ "filter[id]": "x" }])
    expect(bodies.flatMap((body) => requestObjections(body, "anthropic"))).toEqual([])
    expect(agent.servers()[0]?.notes).toEqual([
      'Tool "web__find" is sent to the model otherwise than it is listed: anyOf at the top: written as one object; names of properties are others.',
    ])
    provider.closeAllConnections()
    provider.close()
  })
})
