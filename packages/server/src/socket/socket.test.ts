import { memory, tool } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { afterEach, describe, expect, it, vi } from "vitest"
import { type Served, served } from "../__fixtures__/served.ts"
import { SocketClient } from "../__fixtures__/socket-client.ts"
import { spoken } from "../__fixtures__/spoken.ts"
import { LOCAL } from "../access/principal.ts"

let running: Served | undefined
const open: SocketClient[] = []
afterEach(async () => {
  for (const client of open.splice(0)) client.socket.terminate()
  await running?.close()
  running = undefined
})

const start = async (...args: Parameters<typeof served>): Promise<Served> => {
  running = await served(...args)
  await running.post("/v1/sessions", { id: "a" })
  return running
}

const connect = async (...args: Parameters<typeof SocketClient.open>): Promise<SocketClient> => {
  const client = await SocketClient.open(...args)
  open.push(client)
  return client
}

const add = tool({
  name: "add_numbers",
  description: "Adds two numbers.",
  input: { type: "object", properties: { a: { type: "number" }, b: { type: "number" } }, required: ["a", "b"] },
  effect: "read",
  run: async ({ a, b }: { a: number; b: number }) => String(a + b),
})

const counting = scripted(({ results }) =>
  results.length === 0
    ? { text: "I add them. ", calls: [call("add_numbers", { a: 1, b: 2 }), call("add_numbers", { a: 3, b: 4 })] }
    : "Three and seven.",
)

describe("the socket", () => {
  it("X26: sends a turn in its order: text, each call and its result, the end", async () => {
    const { url } = await start({ model: counting, tools: [add] })
    const client = await connect(url)
    client.send({ id: "s", follow: "a" })
    client.send({ id: "r", method: "POST", path: "/v1/sessions/a/messages", body: { input: "1+2 and 3+4?" } })
    const all = await client.until("s", "turn-end")
    const order = all
      .map(({ type }) => type)
      .filter((type) => /^(text-delta|tool-call|tool-result|turn-end)$/.test(type))
    expect(order.join(" ")).toMatch(/^(text-delta )+((tool-call )+(tool-result )+)+(text-delta )+turn-end$/)
  })

  it("X26: goes on behind any position when the client connects again", async () => {
    const { url, post } = await start({ model: counting, tools: [add] })
    await post("/v1/sessions/a/ask", { input: "1+2 and 3+4?" })
    const client = await connect(url)
    client.send({ id: "whole", follow: "a" })
    const whole = await client.until("whole", "turn-end")
    for (const [index, { position, type }] of whole.entries()) {
      if (type === "turn-end") break
      const again = await connect(url)
      again.send({ id: "rest", follow: "a", after: position })
      expect(await again.until("rest", "turn-end")).toEqual(whole.slice(index + 1))
      again.socket.terminate()
    }
  })

  it("M18: a client that goes away in the middle leaves a turn that ends well, and a session that is free", async () => {
    const { model, asked, say, end } = spoken()
    const { url, server, post, get } = await start({ model })
    const client = await connect(url)
    client.send({ id: "s", follow: "a" })
    await client.request("POST", "/v1/sessions/a/messages", { input: "Hello" })
    await asked()
    say("Good ")
    client.socket.terminate()
    await vi.waitFor(() => expect(server.streams.viewers).toBe(0))
    say("morning.")
    end()
    await vi.waitFor(async () => expect(await (await get("/v1/sessions/a")).json()).toMatchObject({ status: "idle" }))
    const { turns } = (await (await get("/v1/sessions/a/transcript")).json()) as { turns: object[] }
    expect(turns).toMatchObject([{ outcome: "completed", messages: [{}, { parts: [{ text: "Good morning." }] }] }])
    await post("/v1/sessions/a/messages", { input: "Again", whenBusy: "refuse" })
    await asked()
    end()
  })

  it("answers requests as HTTP does, several at once, each under its id", async () => {
    const { url } = await start({ model: counting })
    const client = await connect(url)
    client.send({ id: 1, method: "GET", path: "/v1/sessions/a" })
    client.send({ id: 2, method: "GET", path: "/v1/sessions/missing" })
    client.send({ id: 3, method: "GET", path: "/v1/sessions/a/events" })
    client.send({ id: 4, follow: "missing" })
    client.send({ id: 5, follow: "a", after: "nonsense" })
    client.send({ id: 6, hello: true })
    const byId = new Map<unknown, number | undefined>()
    while (byId.size < 6) {
      const answer = await client.next()
      byId.set(answer?.id, answer?.status)
    }
    expect([...byId].sort()).toEqual([
      [1, 200],
      [2, 404],
      [3, 400],
      [4, 404],
      [5, 400],
      [6, 400],
    ])
  })

  it.each([
    ["a body where none can be", { method: "GET", path: "/v1/me", body: {} }],
    ["a path that a URL takes for another host", { method: "GET", path: "/\\evil.example/v1/me" }],
    ["such a path with a line break", { method: "GET", path: "/\n/evil.example/v1/me" }],
  ])("refuses a frame with %s, and goes on", async (_, frame) => {
    const client = await connect((await start({ model: scripted(() => "Fine.") })).url)
    client.send({ id: 1, ...frame })
    expect(await client.next()).toMatchObject({ id: 1, status: 400, body: { error: { code: "input-invalid" } } })
    expect(await client.request("GET", "/v1/me")).toMatchObject({ status: 200 })
  })

  it("logs a failure of the server under the trace that the client is told", async () => {
    const logged: unknown[] = []
    const log = { info: () => {}, error: (record: object) => void logged.push(record) }
    const store = memory()
    const { url } = await start({ model: scripted(() => "Fine.") }, { store, log })
    const client = await connect(url)
    store.sessions.get = () => Promise.reject(new Error("The disk is gone."))
    client.send({ id: 1, follow: "a" })
    expect(await client.next()).toMatchObject({ status: 500, body: { error: { code: "server-failed" } } })
    expect(logged).toMatchObject([
      { trace: expect.stringMatching(/^[0-9a-f]{32}$/), error: { message: "The disk is gone." } },
    ])
  })

  it("ends a stream when it is told to, and all of them when the client leaves", async () => {
    const { url, server } = await start({ model: counting })
    const client = await connect(url)
    client.send({ id: "x", follow: "a" })
    client.send({ id: "y", follow: "a" })
    await vi.waitFor(() => expect(server.streams.viewers).toBe(2))
    client.send({ id: "x", stop: true })
    expect(await client.next()).toEqual({ id: "x", end: true })
    expect(server.streams.viewers).toBe(1)
    client.socket.close()
    await vi.waitFor(() => expect(server.streams.viewers).toBe(0))
  })

  it.each([
    { sent: "no JSON", code: 1007 },
    { sent: Buffer.from([1, 2, 3]), code: 1003 },
    { sent: JSON.stringify({ id: 1, method: "GET", path: "x".repeat(33 * 1024 * 1024) }), code: 1009 },
  ])("closes with $code on what it cannot read", async ({ sent, code }) => {
    const { url } = await start({ model: counting })
    const client = await connect(url)
    client.socket.send(sent)
    expect(await client.closed).toBe(code)
  })

  it("closes with 1001 when the server drains, and takes no socket then", async () => {
    const { url, server } = await start({ model: counting })
    const client = await connect(url)
    const drained = server.drain(1000)
    expect(await client.closed).toBe(1001)
    await drained
  })

  it("cuts a client that no longer answers, and keeps one that does", async () => {
    const { url } = await start({ model: counting }, { timing: { heartbeatMs: 20 } })
    const [dead, alive] = [await connect(url), await connect(url)]
    // The client library answers pings by itself, unless it reads nothing.
    dead.socket.pause()
    let pings = 0
    alive.socket.on("ping", () => pings++)
    await vi.waitFor(() => expect(pings).toBeGreaterThan(5), 20_000)
    dead.socket.resume()
    expect(await dead.closed).toBe(1006)
    expect(alive.socket.readyState).toBe(alive.socket.OPEN)
  })

  it("takes the token from the header or from a subprotocol, and never repeats it", async () => {
    const authenticate: NonNullable<Parameters<typeof served>[1]>["authenticate"] = (c) =>
      c.req.header("authorization") === "Bearer secret-1" ? LOCAL : undefined
    running = await served({ model: counting }, { authenticate })
    const { url } = running
    const header = await connect(url, { headers: { authorization: "Bearer secret-1" } })
    const protocol = await connect(url, { protocols: ["pawl", "pawl.bearer.secret-1"] })
    expect(protocol.socket.protocol).toBe("pawl")
    for (const client of [header, protocol])
      expect(await client.request("GET", "/v1/me")).toMatchObject({ status: 200, body: { user: "local" } })
    await expect(SocketClient.open(url)).rejects.toThrow("401")
    await expect(SocketClient.open(url, { protocols: ["pawl", "pawl.bearer.wrong"] })).rejects.toThrow("401")
  })

  it("is no page: a plain request is told so", async () => {
    const { get } = await start({ model: counting })
    expect((await get("/v1/socket")).status).toBe(426)
  })
})
