// Connections to the provider: proxies from the environment, and a process that ends when its work is done.
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { createServer as createSecureServer } from "node:https"
import { type AddressInfo, connect } from "node:net"
import type { TLSSocket } from "node:tls"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Reply } from "../../contracts/answer.ts"
import { text } from "../../contracts/content.ts"
import { type ModelServer, modelServer } from "../../testing/model-server.ts"
import { modelFrom } from "../providers.ts"

let server: ModelServer
let proxy: Server
let proxyUrl: string
const asked: string[] = []

/** The proxy connects every host to the model server, so names need not exist. */
beforeAll(async () => {
  server = await modelServer({ script: () => "Hello" })
  const { port } = new URL(server.openai)
  proxy = createServer()
  proxy.on("connect", (request, socket, head) => {
    asked.push(request.url ?? "")
    const onward = connect(Number(port), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n")
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    for (const end of [onward, socket]) end.on("error", () => {})
  })
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
afterAll(async () => {
  await server.close()
  proxy.closeAllConnections()
  proxy.close()
})

function hello(env: Record<string, string>, baseUrl = "http://model.invalid/v1"): Promise<Reply> {
  const model = modelFrom("openai:m", { env, apiKey: "k", baseUrl, limits: { connectMs: 2000 } })
  const messages = [{ role: "user", parts: [text("Hi")] }] as const
  const how = { signal: new AbortController().signal, onText: () => {}, onReasoning: () => {} }
  return model.ask({ system: "", messages, tools: [], blobs: new Map() }, how)
}

describe("a proxy from the environment", () => {
  it.each(["HTTP_PROXY", "http_proxy"])("is used when %s names it", async (name) => {
    asked.length = 0
    expect(await hello({ [name]: proxyUrl })).toMatchObject({ kind: "answer", text: "Hello" })
    expect(asked.every((target) => target === "model.invalid:80")).toBe(true)
  })

  it("is used for https too", async () => {
    asked.length = 0
    // The server behind the proxy speaks no TLS, so this fails, but only after the proxy.
    expect(await hello({ HTTPS_PROXY: proxyUrl }, "https://model.invalid/v1")).toMatchObject({ kind: "failure" })
    expect(asked).toContain("model.invalid:443")
  })

  it.each([{ NO_PROXY: "model.invalid" }, { NO_PROXY: "*" }, { no_proxy: ".invalid" }])(
    "is not used under %j",
    async (env) => {
      asked.length = 0
      expect(await hello({ HTTP_PROXY: proxyUrl, ...env })).toMatchObject({
        kind: "failure",
        error: { class: "network" },
      })
      expect(asked).toEqual([])
    },
  )

  it("is never used for a model on this machine", async () => {
    asked.length = 0
    expect(await hello({ HTTP_PROXY: proxyUrl }, server.openai)).toMatchObject({ text: "Hello" })
    expect(asked).toEqual([])
  })
})

/** Sends the request from a child process, and so many more at once after its answer. */
async function helloFromChild(baseUrl: string, env: Record<string, string> = {}, more = 0) {
  const providers = new URL("../providers.ts", import.meta.url).href
  const program = `
    const { modelFrom } = await import(${JSON.stringify(providers)})
    const model = modelFrom("openai:m", { apiKey: "k", baseUrl: ${JSON.stringify(baseUrl)} })
    const request = { system: "", messages: [{ role: "user", parts: [{ type: "text", text: "Hi" }] }], tools: [], blobs: new Map() }
    const ask = () => model.ask(request, { signal: new AbortController().signal, onText() {}, onReasoning() {} })
    const reply = await ask()
    await Promise.all(Array.from({ length: ${more} }, ask))
    // Resources that would keep the process alive; the idle connection is unreferenced just after the answer.
    setImmediate(() => console.log(JSON.stringify({ reply, active: process.getActiveResourcesInfo() })))`
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  })
  let output = ""
  child.stdout.on("data", (bytes: Buffer) => {
    output += bytes.toString()
  })
  const exit = await new Promise((resolve) => child.on("exit", resolve))
  return { exit, ...(JSON.parse(output) as { readonly reply: Reply; readonly active: readonly string[] }) }
}

describe("a private certificate authority", () => {
  const fixture = (name: string) => new URL(`__fixtures__/${name}`, import.meta.url)
  let secure: Server
  let url: string

  beforeAll(async () => {
    const answer = { choices: [{ index: 0, message: { content: "Hello" }, finish_reason: "stop" }] }
    const files = { key: readFileSync(fixture("authority-key.pem")), cert: readFileSync(fixture("authority.pem")) }
    secure = createSecureServer(files, (request, response) => {
      request.resume()
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
    })
    await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve))
    url = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/v1`
  })
  afterAll(() => {
    secure.closeAllConnections()
    secure.close()
  })

  it("is trusted when NODE_EXTRA_CA_CERTS names it", async () => {
    const { reply } = await helloFromChild(url, { NODE_EXTRA_CA_CERTS: fileURLToPath(fixture("authority.pem")) })
    expect(reply).toMatchObject({ kind: "answer", text: "Hello" })
  })

  it("sees each further connection go on with the first one's session", async () => {
    const reused: boolean[] = []
    const onConnection = (socket: TLSSocket) => void reused.push(socket.isSessionReused())
    secure.on("secureConnection", onConnection)
    await helloFromChild(url, { NODE_EXTRA_CA_CERTS: fileURLToPath(fixture("authority.pem")) }, 3)
    secure.off("secureConnection", onConnection)
    expect(reused.length).toBeGreaterThanOrEqual(3)
    expect(reused).toEqual([false, ...reused.slice(1).map(() => true)])
  })

  it("is refused otherwise, with a message that says what to set", async () => {
    const { reply } = await helloFromChild(url)
    expect(reply).toMatchObject({ kind: "failure", error: { class: "config", code: "certificate-untrusted" } })
    if (reply.kind === "failure") expect(reply.error.message).toContain("NODE_EXTRA_CA_CERTS")
  })
})

it("models of one endpoint share its connections", async () => {
  let connections = 0
  const answer = { choices: [{ index: 0, message: { content: "Hello" }, finish_reason: "stop" }] }
  const shared = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
  })
  shared.on("connection", () => {
    connections += 1
  })
  await new Promise<void>((resolve) => shared.listen(0, "127.0.0.1", resolve))
  const { port } = shared.address() as AddressInfo
  for (const path of ["v1", "v1/", "v2"]) {
    expect(await hello({}, `http://127.0.0.1:${port}/${path}`)).toMatchObject({ text: "Hello" })
    // The connection is free a moment after the answer.
    for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve))
  }
  shared.closeAllConnections()
  shared.close()
  expect(connections).toBe(1)
})

describe("a process", () => {
  it("ends by itself after the answer, although the connection is kept alive", async () => {
    const { exit, reply, active } = await helloFromChild(server.openai)
    expect(exit).toBe(0)
    expect(reply).toMatchObject({ kind: "answer", text: "Hello" })
    expect(active).not.toContain("TCPSocketWrap")
    expect(active).not.toContain("Timeout")
  })
})
