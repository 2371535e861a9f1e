import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { embedderFrom } from "./embedders.ts"

let server: Server | undefined

afterEach(() => server?.close())

async function serving(answer: (asked: { readonly input: readonly string[] }) => unknown, status = 200) {
  const heard: { readonly url: string | undefined; readonly key: string | undefined; readonly body: unknown }[] = []
  const listen = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { input: readonly string[] }
    heard.push({ url: request.url, key: request.headers.authorization, body })
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer(body)))
  }
  server = createServer(listen)
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    heard,
    env: {
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_API_KEY: "sk-test",
      OLLAMA_HOST: `127.0.0.1:${port}`,
    },
  }
}

describe("an embedder at an OpenAI-compatible endpoint", () => {
  it.each([
    ["openai:text-embedding-3-small", "Bearer sk-test"],
    ["ollama:nomic-embed-text", undefined],
  ])("%s gives vectors in the order of the texts", async (spec, key) => {
    const { heard, env } = await serving(({ input }) => ({
      data: input.map((text, index) => ({ index, embedding: [text.length, index] })).reverse(),
    }))
    const vectors = await (await embedderFrom(spec, env)).embed(["a", "bcd"])
    expect(vectors.map((vector) => [...vector])).toEqual([
      [1, 0],
      [3, 1],
    ])
    expect(heard).toMatchObject([
      { url: "/v1/embeddings", key, body: { model: spec.split(":")[1], input: ["a", "bcd"] } },
    ])
  })

  it.each<[string, unknown, number]>([
    ["too few vectors", { data: [{ embedding: [1] }] }, 200],
    ["something else", { error: "no such model" }, 404],
    ["no vectors", { data: [{ embedding: "x" }, {}] }, 200],
    ["nothing", null, 200],
  ])("rejects when it is answered with %s", async (_what, answer, status) => {
    const { env } = await serving(() => answer, status)
    await expect((await embedderFrom("openai:any", env)).embed(["a", "b"])).rejects.toThrow(/embeddings answered/)
  })

  it("is told to stop", async () => {
    const { env } = await serving(() => ({ data: [] }))
    const embedder = await embedderFrom("openai:any", env)
    await expect(embedder.embed(["a"], { signal: AbortSignal.abort() })).rejects.toThrow()
  })

  it.each([
    ["anthropic:any", /has no embeddings/],
    ["nobody:any", /names no model/],
    ["openai:any", /needs a key/],
  ])("%s is refused at once, in words", async (spec, words) => {
    await expect(embedderFrom(spec, {})).rejects.toThrow(words)
  })
})
