// modelFrom: "provider:name", keys and addresses from the environment, and the errors when they are missing.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import { text } from "../contracts/content.ts"
import { PawlError } from "../contracts/error.ts"
import type { Model } from "../contracts/model.ts"
import { type ModelServer, modelServer } from "../testing/model-server.ts"
import { providers } from "./provider-table.ts"
import { modelFrom } from "./providers.ts"

let server: ModelServer
beforeAll(async () => {
  server = await modelServer({ script: () => "Hello" })
})
afterAll(() => server.close())

async function hello(model: Model): Promise<unknown> {
  const messages = [{ role: "user", parts: [text("Hi")] }] as const
  const how = { signal: new AbortController().signal, onText: () => {}, onReasoning: () => {} }
  return model.ask({ system: "", messages, tools: [], blobs: new Map() }, how)
}

function refusedBy(spec: string, env: Record<string, string> = {}): string {
  try {
    modelFrom(spec, { env })
  } catch (error) {
    expect(error).toBeInstanceOf(PawlError)
    expect(error).toMatchObject({ code: "config-invalid" })
    return String(error)
  }
  throw new Error(`${spec} was accepted.`)
}

describe("modelFrom", () => {
  it("keeps colons and slashes in the model's name", async () => {
    const model = modelFrom("ollama:hf.co/org/qwen3:8b", { env: { OLLAMA_HOST: new URL(server.openai).host } })
    expect(model.name).toBe("ollama:hf.co/org/qwen3:8b")
    expect(await hello(model)).toMatchObject({ kind: "answer", text: "Hello" })
    expect(server.requests.at(-1)?.body).toMatchObject({ model: "hf.co/org/qwen3:8b" })
    expect(server.requests.at(-1)?.url).toBe("/v1/chat/completions")
    expect(server.requests.at(-1)?.headers).not.toHaveProperty("authorization")
  })

  it("separates thinking from the answer for local models only (F14)", async () => {
    const thinking = await modelServer({ script: () => "<think>Say hello.</think>Hello" })
    const thoughts: string[] = []
    const messages = [{ role: "user", parts: [text("Hi")] }] as const
    const how = { signal: new AbortController().signal, onText: () => {}, onReasoning: (t: string) => thoughts.push(t) }
    const request = { system: "", messages, tools: [], blobs: new Map() }
    const local = modelFrom("ollama:qwen3", { env: { OLLAMA_HOST: new URL(thinking.openai).host } })
    const hosted = modelFrom("openai:gpt", { env: { OPENAI_API_KEY: "k", OPENAI_BASE_URL: thinking.openai } })
    expect(await local.ask(request, how)).toMatchObject({ kind: "answer", text: "Hello" })
    expect(thoughts.join("")).toBe("Say hello.")
    expect(await hosted.ask(request, how)).toMatchObject({ text: "<think>Say hello.</think>Hello" })
    await thinking.close()
  })

  it("takes OpenAI's key and address from the environment", async () => {
    await hello(modelFrom("openai:gpt", { env: { OPENAI_API_KEY: " k1 ", OPENAI_BASE_URL: `${server.openai}/` } }))
    expect(server.requests.at(-1)).toMatchObject({
      url: "/v1/chat/completions",
      headers: { authorization: "Bearer k1" },
    })
  })

  it.each(["/v1", "/v1/", ""])("takes Anthropic's key and address, with a base URL ending in %j", async (path) => {
    const base = server.anthropic.replace(/\/v1$/, path)
    expect(
      await hello(modelFrom("anthropic:claude", { env: { ANTHROPIC_API_KEY: "k2", ANTHROPIC_BASE_URL: base } })),
    ).toMatchObject({ text: "Hello" })
    expect(server.requests.at(-1)).toMatchObject({
      url: "/v1/messages",
      headers: { "x-api-key": "k2", "anthropic-version": "2023-06-01" },
    })
  })

  it.each(providers.map(({ name }) => name))("names the key that %s needs, or accepts none", (provider) => {
    const local = ["ollama", "lmstudio", "vllm", "llamacpp"]
    if (local.includes(provider)) expect(modelFrom(`${provider}:m`, { env: {} }).name).toBe(`${provider}:m`)
    else expect(refusedBy(`${provider}:m`)).toContain(`${provider.toUpperCase()}_API_KEY`)
  })

  it.each(["gpt-5", "unknown:gpt", "openai:", ":gpt", "", "constructor:x", "__proto__:x"])(
    "refuses %j, and lists the providers in the error",
    (spec) => {
      expect(refusedBy(spec, { OPENAI_API_KEY: "k" })).toContain("anthropic, openrouter")
    },
  )

  it("refuses an invalid address and a key that cannot be sent", () => {
    expect(refusedBy("openai:m", { OPENAI_API_KEY: "k", OPENAI_BASE_URL: "localhost" })).toContain("OPENAI_BASE_URL")
    expect(refusedBy("openai:m", { OPENAI_API_KEY: "k\nx" })).toContain("OPENAI_API_KEY")
    expect(refusedBy("openai:m", { OPENAI_API_KEY: "" })).toContain("OPENAI_API_KEY")
  })

  it.each([
    ["127.0.0.1:1234", "ollama at 127.0.0.1:1234 could not be reached"],
    ["0.0.0.0", "ollama at 127.0.0.1:11434 could not be reached"],
    [":9", "ollama at 127.0.0.1:9 could not be reached"],
    ["https://gpu.example/ollama/", "ollama at gpu.example could not be reached"],
    ["http://gpu.example:8/v1", "ollama at gpu.example:8 could not be reached"],
  ])("parses OLLAMA_HOST=%s, and names the place that does not answer", async (host, words) => {
    const reply = await hello(
      modelFrom("ollama:m", {
        env: { OLLAMA_HOST: host, HTTP_PROXY: "http://127.0.0.1:9", HTTPS_PROXY: "http://127.0.0.1:9" },
        limits: { connectMs: 300 },
      }),
    )
    expect(JSON.stringify(reply)).toMatch(new RegExp(`${words.replace(/[.?]/g, "\\$&")}|timed out`))
  })

  it.each([
    ["/ollama/", "/ollama/v1/chat/completions"],
    ["/v1", "/v1/chat/completions"],
  ])("keeps the path of OLLAMA_HOST: %s", async (path, url) => {
    await hello(modelFrom("ollama:m", { env: { OLLAMA_HOST: `${new URL(server.openai).origin}${path}` } }))
    expect(server.requests.at(-1)?.url).toBe(url)
  })

  it("is used by createAgent for a model name", async () => {
    process.env.LLAMACPP_BASE_URL = server.openai
    try {
      await using agent = await createAgent({ model: "llamacpp:any" })
      expect(await (await agent.open()).ask("Hi")).toMatchObject({ text: "Hello" })
      await expect(createAgent({ model: "unknown:any" })).rejects.toMatchObject({ code: "config-invalid" })
    } finally {
      delete process.env.LLAMACPP_BASE_URL
    }
  })
})
