// Many streams of a client on one WebSocket, and on connections of their own where no WebSocket gets through.
import { createServer as plainServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createAgent, memory, type Store } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import { type Client, type ConnectOptions, connect, type Event, type SessionListEvent } from "@pawl/client"
import { createServer, type PawlServer, Users } from "@pawl/server"
import { afterEach, describe, expect, it } from "vitest"
import { type WebSocket, WebSocketServer } from "ws"
import { type Cuts, type CuttingProxy, cuttingProxy } from "./cutting-proxy.ts"

const PAUSES = { firstMs: 1, maxMs: 20 }
const ends: (() => unknown)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

interface Served {
  readonly server: PawlServer
  readonly store: Store
  readonly users: Users
  readonly proxy: CuttingProxy
  client(options?: Partial<ConnectOptions>): Client
}

async function served(cuts: Cuts = {}): Promise<Served> {
  const store = memory()
  const users = new Users({ store })
  const agent = await createAgent({ model: scripted(({ said }) => `You said ${said}.`), store })
  const workspaces = [{ name: "main", agent, profiles: ["default"], models: ["scripted"] }]
  const server = createServer({ store, users, workspaces, checksAnswers: true })
  ends.push(() => server.drain(0))
  const { url } = await server.listen({ port: 0, host: "127.0.0.1" })
  const proxy = await cuttingProxy(url, cuts)
  ends.push(() => proxy.close())
  const client = (options: Partial<ConnectOptions> = {}) => {
    const made = connect({ url: proxy.url, pauses: PAUSES, socket: true, ...options })
    ends.push(() => made.close())
    return made
  }
  return { server, store, users, proxy, client }
}

async function untilEnd(events: AsyncIterable<Event>): Promise<string> {
  for await (const event of events) if (event.type === "turn-end") return event.text
  return "over"
}

/** The list that a page would show, until it is as wanted. */
async function listed(rows: AsyncIterable<SessionListEvent>, isThere: (ids: ReadonlySet<string>) => boolean) {
  const ids = new Set<string>()
  for await (const row of rows) {
    if (row.type === "snapshot") ids.clear()
    for (const { id } of row.type === "snapshot" ? row.sessions : []) ids.add(id)
    if (row.type === "session") ids.add(row.session.id)
    if (row.type === "removed") ids.delete(row.id)
    if (isThere(ids)) return [...ids].sort()
  }
  return undefined
}

describe("a client with a socket", () => {
  it("has one for all its streams: ten sessions, and the list of them", async () => {
    const { client, proxy } = await served()
    const here = client()
    const list = listed(here.watch(), (ids) => ids.size === 10)
    const ids = Array.from({ length: 10 }, (_each, at) => `s${at}`)
    const texts = ids.map(async (id) => {
      const session = await here.open({ id })
      const text = untilEnd(session.events())
      await session.send(id).accepted()
      return text
    })
    expect(await Promise.all(texts)).toEqual(ids.map((id) => `You said ${id}.`))
    expect(await list).toEqual(ids)
    expect([proxy.sockets, proxy.streams]).toEqual([1, 0])
  })

  it("ends a stream for the server too, and not the others", async () => {
    const { client, server } = await served()
    const here = client()
    const session = await here.open({ id: "a" })
    const [one, two] = [session.events(), here.watch()]
    await session.ask("Hello")
    await Promise.all([one.next(), two.next()])
    expect(server.streams).toMatchObject({ viewers: 1, watchers: 1 })
    await one.return()
    await until(() => server.streams.viewers === 0)
    expect(server.streams.watchers).toBe(1)
    expect(await untilEnd(session.events())).toBe("You said Hello.")
  })

  it("ends a stream by its signal, and all when it is closed", async () => {
    const { client, server } = await served()
    const here = client()
    const stop = new AbortController()
    const session = await here.open({ id: "a" })
    const [one, two] = [session.events({ signal: stop.signal }), here.watch()]
    const first = one.next()
    await two.next()
    stop.abort()
    expect(await first).toEqual({ done: true, value: undefined })
    const rest = listed(two, () => false)
    await here.close()
    expect(await rest).toBeUndefined()
    await until(() => server.streams.watchers === 0)
  })

  it("sends its token with the socket, and never in the address; a revoked one ends its streams", async () => {
    const { client, users, proxy } = await served()
    await users.add("ann")
    const { token, id } = await users.makeToken("ann")
    const here = client({ token: async () => token })
    const session = await here.open({ id: "a" })
    await session.ask("Hello")
    expect(await untilEnd(session.events())).toBe("You said Hello.")
    expect([proxy.sockets, proxy.streams]).toEqual([1, 0])
    const rows = here.watch()
    await rows.next()
    const next = rows.next()
    await users.revokeToken("ann", id)
    await expect(next).rejects.toMatchObject({ status: 401, code: "not-authenticated" })
  })

  it("says so, when a session is gone", async () => {
    const { client } = await served()
    const here = client()
    const session = await here.open({ id: "gone" })
    await here.sessions.remove("gone")
    await expect(session.events().next()).rejects.toMatchObject({ status: 404, code: "session-missing" })
  })

  it("follows the list again with a new snapshot, when the socket is cut", async () => {
    const { client, proxy } = await served({
      socket: (bytes, at) => (at < 2 ? Math.min(40, bytes.length) : bytes.length),
    })
    const here = client()
    await here.open({ id: "a" })
    expect(await listed(here.watch(), (ids) => ids.has("a"))).toEqual(["a"])
    expect(proxy.sockets).toBe(3)
  })
})

describe("where no WebSocket gets through", () => {
  it("each stream has a connection of its own, and the socket is not tried for each of them", async () => {
    let tried = 0
    const cuts: Cuts = {
      get socket() {
        tried++
        return "refused" as const
      },
    }
    const { client, proxy } = await served(cuts)
    const here = client()
    const session = await here.open({ id: "a" })
    await session.ask("Hello")
    expect(tried).toBe(2)
    expect(await listed(here.watch(), (ids) => ids.has("a"))).toEqual(["a"])
    expect(await untilEnd(session.events())).toBe("You said Hello.")
    expect([proxy.sockets, proxy.streams, tried]).toEqual([0, 3, 2])
  })

  it("works in a program without WebSockets, and with a token that none could carry", async () => {
    const { client, proxy } = await served()
    const here = client({ token: "odd token, with spaces" })
    await expect(here.watch().next()).rejects.toMatchObject({ status: 401 })
    expect(proxy.sockets).toBe(0)
  })
})

/** A server of another make: what it gets goes to `take`. */
async function otherServer(
  take: (frame: Asked, socket: WebSocket) => void,
): Promise<{ readonly url: string; opened: number }> {
  const http = plainServer((request, response) => {
    if (request.url?.startsWith("/v1/sessions/") !== true) return void response.writeHead(500).end()
    response.end(JSON.stringify({ id: "a", tags: [], openRequests: [] }))
  })
  const sockets = new WebSocketServer({ server: http, handleProtocols: () => "pawl" })
  const seen = { url: "", opened: 0 }
  sockets.on("connection", (socket) => {
    seen.opened++
    socket.on("message", (data) => take(JSON.parse(String(data)), socket))
  })
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
  ends.push(() => {
    for (const socket of sockets.clients) socket.terminate()
    http.close()
  })
  seen.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return seen
}

interface Asked {
  readonly id: string
  readonly after?: string
  readonly stop?: true
}

it("a socket that is silent is asked for a sign of life, and opened again without one", async () => {
  const asked: Asked[] = []
  const other = await otherServer((frame) => asked.push(frame))
  const told: string[] = []
  const [onLost, onBack] = [() => told.push("lost"), () => told.push("back")]
  const here = connect({ url: other.url, pauses: PAUSES, socket: true, silentMs: 60, onLost, onBack })
  ends.push(() => here.close())
  const next = here.watch().next()
  await until(() => other.opened === 3)
  expect(asked).toContainEqual({ id: "alive", method: "GET", path: "/healthz" })
  expect(told.slice(0, 2)).toEqual(["lost", "back"])
  await here.close()
  expect(await next).toMatchObject({ done: true })
})

it("a stream that says more than its reader takes is stopped, and goes on behind what was read", async () => {
  const MOST = 5000
  const asked: Asked[] = []
  const other = await otherServer((frame, socket) => {
    asked.push(frame)
    if (frame.after === undefined) return
    for (let at = Number(frame.after) + 1; at <= MOST; at++)
      socket.send(JSON.stringify({ id: frame.id, event: { type: "notice", position: String(at) } }))
  })
  const here = connect({ url: other.url, pauses: PAUSES, socket: true })
  ends.push(() => here.close())
  const events = (await here.open({ id: "a" })).events()
  const read = [(await events.next()).value?.position]
  await until(() => asked.some(({ stop }) => stop === true))
  for await (const { position } of events) {
    read.push(position)
    if (position === String(MOST)) break
  }
  expect(read).toEqual(Array.from({ length: MOST }, (_each, at) => String(at + 1)))
  expect(asked.filter(({ after }) => after !== undefined).length).toBeGreaterThan(1)
  expect(other.opened).toBe(1)
})

describe("an operation by its name", () => {
  it("is called as the OpenAPI document describes it", async () => {
    const { client } = await served()
    const here = client()
    const { id } = await here.call("sessions.create", { body: { title: "By name" } })
    expect((await here.call("sessions.get", { params: { session: id } })).title).toBe("By name")
    expect((await here.call("sessions.list", { query: { limit: 1 } })).sessions).toHaveLength(1)
    await expect(here.call("sessions.get", { params: { session: "none" } })).rejects.toMatchObject({ status: 404 })
    const stop = AbortSignal.abort(new Error("enough"))
    await expect(here.call("server.me", {}, { signal: stop })).rejects.toThrow("enough")
    // @ts-expect-error A stream is followed, and not called.
    const wrong: Parameters<typeof here.call>[0] = "events.all"
    expect(wrong).toBe("events.all")
  })
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}
