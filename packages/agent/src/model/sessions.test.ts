// Whole sessions over the wire: the facts are the same on every route, and a session may change its route.
import { afterEach, describe, expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { type BlobPart, text } from "../contracts/content.ts"
import type { Fact } from "../contracts/fact.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { Model } from "../contracts/model.ts"
import type { Store } from "../contracts/store.ts"
import { memory } from "../store/memory.ts"
import { type ModelServer, modelServer } from "../testing/model-server.ts"
import { tool } from "../tools/tool.ts"
import { routes } from "./__fixtures__/routes.ts"
import { call, type Script } from "./scripted.ts"

const path = { type: "object", properties: { path: { type: "string" } } } as const

const tools = [
  tool({
    name: "read",
    description: "Reads.",
    input: path,
    effect: "read",
    run: ({ path: at }) => `inside ${String(at)}: ü`,
  }),
  tool({
    name: "fail.always",
    description: "Fails.",
    input: path,
    effect: "read",
    run: () => Promise.reject(new Error("No luck")),
  }),
]

/** Tool names differ on the server's side where the wire format does not accept Pawl's. */
const script: Script = (request) => {
  const failing = request.request.tools.find((each) => each.name.startsWith("fail"))?.name ?? ""
  if (request.said === "first") {
    if (request.results.length === 0)
      return { thinking: "Both.", text: "I look at both.", calls: [call("read", { path: "ä" }), call(failing)] }
    if (request.results.length === 2) {
      request.need("inside ä: ü")
      request.need("No luck")
      return { thinking: "Again.", calls: [{ name: "read", arguments: {}, unreadable: '{"path": ' }] }
    }
    return "The first is done."
  }
  request.need("The first is done.")
  request.need("inside ä: ü")
  return { text: "The second is done, 谢谢." }
}

const servers: ModelServer[] = []
async function serve(): Promise<ModelServer> {
  const server = await modelServer({ script })
  servers.push(server)
  return server
}
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function say(model: Model, store: Store, words: string): Promise<readonly Fact[]> {
  await using agent = await createAgent({ model, store, tools })
  const session = await agent.open({ id: "s" })
  expect(await session.ask(words)).toMatchObject({ outcome: "completed" })
  return session.facts()
}

/** Removes what may differ: model, usage, times, ids of commands and traces, hashes, signatures. */
function bare(fact: Fact): JsonObject {
  const text = JSON.stringify(fact, (key, value) =>
    ["at", "ms", "model", "usage", "trace", "command", "sections", "signature", "opaque", "budget", "counts"].includes(
      key,
    )
      ? undefined
      : value,
  )
  return JSON.parse(text)
}

describe("the same session", () => {
  it("X9: has the same facts through both formats, streaming or not, and the bridge", async () => {
    const all = await Promise.all(
      routes.map(async (route) => {
        const [server, store] = [await serve(), memory()]
        await say(route.model(server), store, "first")
        return { name: route.name, facts: (await say(route.model(server), store, "second")).map(bare) }
      }),
    )
    const [expected] = all
    expect(expected?.facts.length).toBeGreaterThan(15)
    const unreadable = (fact: JsonObject) => JSON.stringify(fact).includes('"unreadable"')
    expect(expected?.facts.filter(unreadable)).toHaveLength(1)
    for (const { name, facts } of all) {
      // A whole Anthropic message holds arguments as an object, so unreadable arguments cannot occur there.
      if (name !== "anthropic-messages without streaming") expect(facts, name).toEqual(expected?.facts)
    }
  })

  it.each(
    routes.flatMap((first) =>
      routes.filter((second) => second !== first).map((second) => [first.name, second.name, first, second] as const),
    ),
  )("begun with %s continues with %s (X9)", async (_first, _second, first, second) => {
    const [server, store] = [await serve(), memory()]
    await say(first.model(server), store, "first")
    const facts = await say(second.model(server), store, "second")
    expect(facts.at(-1)).toMatchObject({ type: "turn-finished", text: "The second is done, 谢谢." })
  })
})

describe("signed thinking", () => {
  it.each(routes.filter((route) => route.name.includes("anthropic")))(
    "is sent back unchanged with $name",
    async (route) => {
      const server = await serve()
      await say(route.model(server), memory(), "first")
      const sent = JSON.stringify(server.requests.at(-1)?.body)
      expect(sent).toContain('{"type":"thinking","thinking":"Both.","signature":"signature-0"}')
      expect(sent).toContain('{"type":"thinking","thinking":"Again.","signature":"signature-1"}')
    },
  )

  it("from the codec is sent back by the bridge", async () => {
    const [server, store] = [await serve(), memory()]
    const [codec, bridge] = [routes[1], routes[5]]
    if (codec === undefined || bridge === undefined) throw new Error("The routes changed.")
    await say(codec.model(server), store, "first")
    await say(bridge.model(server), store, "second")
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('"signature":"signature-0"')
  })

  it("is the only thinking sent back", async () => {
    const server = await serve()
    const [openai] = routes
    if (openai !== undefined) await say(openai.model(server), memory(), "first")
    expect(server.requests.at(-1)?.raw).not.toContain("Both.")
  })
})

describe("images and PDFs", () => {
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  )
  const image: BlobPart = { type: "blob", hash: "h1", mime: "image/png", size: png.length, name: "dot.png" }
  const zip: BlobPart = { type: "blob", hash: "h2", mime: "application/zip", size: 3, name: "a.zip" }
  const pdf: BlobPart = { type: "blob", hash: "h3", mime: "application/pdf", size: 5, name: "a.pdf" }

  it.each(routes)("reach the wire from the user and from a tool with $name", async (route) => {
    const server = await modelServer({
      script: ({ request }) => {
        const parts = request.messages.flatMap((message) => (message.role === "assistant" ? [] : message.parts))
        const seen = parts.filter((part) => part.type === "blob").map((part) => request.blobs.get(part.hash))
        return `${seen.filter((bytes) => bytes !== undefined && png.equals(bytes)).length} seen`
      },
    })
    servers.push(server)
    const blobs = new Map([
      ["h1", new Uint8Array(png)],
      ["h2", new Uint8Array([1, 2, 3])],
      ["h3", Buffer.from("%PDF-")],
    ])
    const messages = [
      { role: "user", parts: [text("What is this?"), image, zip, pdf] },
      {
        role: "assistant",
        text: "",
        reasoning: [],
        calls: [
          { id: "c1", name: "shoot", arguments: {} },
          { id: "c2", name: "shoot", arguments: {} },
        ],
      },
      { role: "tool", call: "c1", name: "shoot", parts: [text("Here:"), image], failed: false },
      { role: "tool", call: "c2", name: "shoot", parts: [image], failed: false },
    ] as const
    const how = { signal: new AbortController().signal, onText: () => {}, onReasoning: () => {} }
    const reply = await route.model(server).ask({ system: "", messages, tools: [], blobs }, how)
    // The SDK's openai-compatible provider writes a tool's image as text; Pawl's codec sends it in a user message.
    const count = route.name === "the bridge to openai-compatible" ? 1 : 3
    expect(reply).toMatchObject({ kind: "answer", text: `${count} seen` })
    const raw = server.requests[0]?.raw ?? ""
    expect(raw).toContain("[a.zip, 3 bytes]")
    // A model called without an agent gets the request unchanged.
    const inFormat = route.name.includes("anthropic")
      ? `{"type":"document","source":{"type":"base64","media_type":"application/pdf","data":"JVBERi0="}`
      : `"file_data":"data:application/pdf;base64,JVBERi0="`
    expect(raw).toContain(inFormat)
    expect(raw).toContain(`"a.pdf"`)
  })
})
