// Embedders against a real local server: what they send, how they parse the answer, and their error messages.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { embedderFrom } from "./embedders.ts"
import { ollamaEmbedder } from "./ollama-embedder.ts"
import { openAiEmbedder } from "./openai-embedder.ts"

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

interface Asked {
  readonly model: string
  readonly input: readonly string[]
}

/** `undefined` as an answer: the server never responds. */
async function serving(answer: (asked: Asked) => unknown, status = 200) {
  const heard: { readonly url: string | undefined; readonly key: string | undefined; readonly body: Asked }[] = []
  const listen = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked
    heard.push({ url: request.url, key: request.headers.authorization, body })
    const made = answer(body)
    if (made === undefined) return
    response.writeHead(status, { "content-type": "application/json" })
    response.end(typeof made === "string" ? made : JSON.stringify(made))
  }
  server = createServer(listen)
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    heard,
    base: `http://127.0.0.1:${port}`,
    env: {
      OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
      OPENAI_API_KEY: "sk-test-0123456789",
      OLLAMA_HOST: `127.0.0.1:${port}`,
    },
  }
}

/** The length of a text and its index, shuffled where the format has an index for the order. */
const asOpenAi = ({ input }: Asked) => ({
  data: input.map((text, index) => ({ index, embedding: [text.length, index] })).reverse(),
})
const asOllama = ({ input }: Asked) => ({ embeddings: input.map((text, index) => [text.length, index]) })

const SERVERS = [
  { spec: "openai:text-embedding-3-small", path: "/v1/embeddings", key: "Bearer sk-test-0123456789", answer: asOpenAi },
  { spec: "ollama:nomic-embed-text", path: "/api/embed", key: undefined, answer: asOllama },
]

describe("an embedder", () => {
  it.each(SERVERS)("$spec returns vectors in the order of the texts", async ({ spec, path, key, answer }) => {
    const { heard, env } = await serving(answer)
    const vectors = await (await embedderFrom(spec, env)).embed(["a", "bcd"])
    expect(vectors.map((vector) => [...vector])).toEqual([
      [1, 0],
      [3, 1],
    ])
    expect(heard).toMatchObject([{ url: path, key, body: { model: spec.split(":")[1], input: ["a", "bcd"] } }])
  })

  it.each(SERVERS)("$spec sends many texts in batches", async ({ spec, answer }) => {
    const { heard, env } = await serving(answer)
    const texts = Array.from({ length: 150 }, (_, place) => "x".repeat(place + 1))
    const vectors = await (await embedderFrom(spec, env)).embed(texts)
    expect(vectors.map(([length]) => length)).toEqual(texts.map(({ length }) => length))
    expect(heard.map(({ body }) => body.input.length)).toEqual([64, 64, 22])
  })

  it("sends no request for no texts", async () => {
    const { heard, env } = await serving(asOllama)
    expect(await (await embedderFrom("ollama:any", env)).embed([])).toEqual([])
    expect(heard).toEqual([])
  })

  it.each(["127.0.0.1", "http://127.0.0.1", "http://127.0.0.1/v1"])("reaches Ollama at %s", async (host) => {
    const { heard, base, env } = await serving(asOllama)
    const named = host.replace("127.0.0.1", new URL(base).host)
    await (await embedderFrom("ollama:any", { ...env, OLLAMA_HOST: named })).embed(["a"])
    expect(heard.map(({ url }) => url)).toEqual(["/api/embed"])
  })

  it.each<[string, string, unknown, number]>([
    ["openai", "too few vectors", { data: [{ embedding: [1] }] }, 200],
    ["openai", "something else", { error: "no such model" }, 404],
    ["openai", "no vectors", { data: [{ embedding: "x" }, {}] }, 200],
    [
      "openai",
      "indexes of no text",
      {
        data: [
          { index: 1e9, embedding: [1] },
          { index: -1, embedding: [1] },
        ],
      },
      200,
    ],
    ["openai", "nothing", null, 200],
    ["openai", "a page", "<html>Welcome</html>", 200],
    ["ollama", "too few vectors", { embeddings: [[1]] }, 200],
    ["ollama", "no vectors", { embeddings: [[], ["x"]] }, 200],
    ["ollama", "nothing", null, 200],
    ["ollama", "a page", "<html>Welcome</html>", 200],
  ])("%s rejects an answer with %s", async (provider, _what, answer, status) => {
    const { env } = await serving(() => answer, status)
    await expect((await embedderFrom(`${provider}:any`, env)).embed(["a", "b"])).rejects.toThrow(
      /\/embed(?:dings)? answered/,
    )
  })

  it("stops on an aborted signal", async () => {
    const { env } = await serving(() => ({ data: [] }))
    const embedder = await embedderFrom("openai:any", env)
    await expect(embedder.embed(["a"], { signal: AbortSignal.abort() })).rejects.toThrow()
  })

  it.each(SERVERS)("$spec stops on abort during a request", async ({ spec }) => {
    const stop = new AbortController()
    const { env } = await serving(() => stop.abort(new Error("enough")))
    const asked = (await embedderFrom(spec, env)).embed(["a"], { signal: stop.signal })
    await expect(asked).rejects.toThrow("enough")
  })
})

describe("an embedder's error message says what to do:", () => {
  it.each<[string, number, unknown, string]>([
    [
      "ollama:nomic",
      404,
      { error: 'model "nomic" not found, try pulling it first' },
      '/api/embed answered HTTP 404 instead of vectors (model "nomic" not found, try pulling it first). Fetch the model: ollama pull nomic',
    ],
    [
      "ollama:any",
      400,
      { error: "this model does not support embeddings" },
      'Check that "any" is a model that makes embeddings',
    ],
    ["ollama:any", 500, { error: "out of memory" }, "(out of memory). Try again later."],
    [
      "openai:any",
      401,
      { error: { message: "Incorrect API key" } },
      "(Incorrect API key). Check the key in OPENAI_API_KEY.",
    ],
    [
      "openai:any",
      404,
      "not found",
      'Check that the server offers embeddings with the model "any", and check OPENAI_BASE_URL.',
    ],
    ["openai:any", 429, { error: { message: "slow down" } }, "(slow down). Try again later."],
    ["openai:any", 400, "", 'vectors. Check that "any" is a model that makes embeddings.'],
  ])("%s, %i", async (spec, status, answer, words) => {
    const { env } = await serving(() => answer, status)
    await expect((await embedderFrom(spec, env)).embed(["a"])).rejects.toThrow(words)
  })

  it("it leaves out a key that the server repeats", async () => {
    const { env } = await serving(() => `who is my-very-own-key?`, 401)
    const embedder = await embedderFrom("openai:any", { ...env, OPENAI_API_KEY: "my-very-own-key" })
    await expect(embedder.embed(["a"])).rejects.toThrow("(who is [redacted]?)")
  })

  it.each([
    ["ollama:any", "Start Ollama (ollama serve), or set OLLAMA_HOST to its address."],
    ["openai:any", "Check that the server runs, and check OPENAI_BASE_URL."],
  ])("%s without a server at the address", async (spec, words) => {
    const { env } = await serving(() => ({}))
    await new Promise((resolve) => server?.close(resolve))
    const asked = (await embedderFrom(spec, env)).embed(["a"])
    await expect(asked).rejects.toThrow(/cannot be reached \(.*ECONNREFUSED.*\)/)
    await expect((await embedderFrom(spec, env)).embed(["a"])).rejects.toThrow(words)
  })

  it.each([
    ["ollama", ollamaEmbedder],
    ["openai", openAiEmbedder],
  ])("%s at the time limit", async (name, embedderOf) => {
    const { base } = await serving(() => undefined)
    const asked = embedderOf({ name, baseUrl: base, model: "any", timeoutMs: 50 }).embed(["a"])
    await expect(asked).rejects.toThrow("did not answer within 0.05 s.")
  })

  it.each([
    ["anthropic:any", /offers no embeddings/],
    ["unknown:any", /names no model/],
    ["openai:any", /needs a key/],
    ["local", /"local" was removed\. Use "ollama:nomic-embed-text"/],
  ])("%s is refused at once", async (spec, words) => {
    await expect(embedderFrom(spec, {})).rejects.toThrow(words)
  })
})
