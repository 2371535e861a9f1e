// A list of clients against a real server: which connections are used again, and which are not.
import { once } from "node:events"
import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { ClientList, type Handler } from "./client-list.ts"

let server: Server
let waiting: ServerResponse[]
let connections: number
let origin: string

beforeEach(async () => {
  waiting = []
  connections = 0
  server = createServer((request, response) => {
    request.resume()
    waiting.push(response)
  })
  server.on("connection", () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Resolves with the status, or with the code of the error. `stop` gives the request up. */
function ask(list: ClientList, headers: Record<string, string> = {}, stop?: (end: () => void) => void) {
  return new Promise<number | string>((resolve) => {
    let status = 0
    const handler: Handler & { isOver: boolean } = {
      isOver: false,
      onRequestStart(controller) {
        stop?.(() => {
          handler.isOver = true
          controller.abort(new Error("Given up."))
        })
      },
      onResponseStart(_controller, given) {
        status = given
      },
      onResponseData() {},
      onResponseEnd() {
        handler.isOver = true
        resolve(status)
      },
      onResponseError(_controller, error) {
        handler.isOver = true
        resolve((error as NodeJS.ErrnoException).code ?? error.message)
      },
    }
    list.dispatch({ origin, path: "/", method: "POST", body: "{}", headers }, handler)
  })
}

async function answerAll(count: number): Promise<void> {
  await vi.waitFor(() => expect(waiting).toHaveLength(count))
  for (const response of waiting.splice(0)) response.end("ok")
}

async function askAtOnce(list: ClientList, count: number): Promise<readonly (number | string)[]> {
  const replies = Promise.all(Array.from({ length: count }, () => ask(list)))
  await answerAll(count)
  return replies
}

it("each request under way has a connection of its own, and later ones use them again", async () => {
  const list = new ClientList(origin, {})
  expect(new Set(await askAtOnce(list, 50))).toEqual(new Set([200]))
  await vi.waitFor(() => expect(list.free).toBe(50))
  expect(await askAtOnce(list, 3)).toEqual([200, 200, 200])
  expect(connections).toBe(50)
})

it("requests one after another use one connection", async () => {
  const list = new ClientList(origin, {})
  for (let nth = 0; nth < 4; nth++) {
    expect(await askAtOnce(list, 1)).toEqual([200])
    await vi.waitFor(() => expect(list.free).toBe(1))
  }
  expect(connections).toBe(1)
})

it("connections that the server has closed are not kept, and the next request connects again", async () => {
  const list = new ClientList(origin, {})
  await askAtOnce(list, 4)
  await vi.waitFor(() => expect(list.free).toBe(4))
  server.closeAllConnections()
  await vi.waitFor(() => expect(list.free).toBe(0))
  expect(await askAtOnce(list, 1)).toEqual([200])
  expect(connections).toBe(5)
})

it("a server that cannot be reached is tried anew by each request", async () => {
  const list = new ClientList(origin, {})
  const { port } = server.address() as AddressInfo
  server.close()
  expect(await Promise.all([ask(list), ask(list)])).toEqual(["ECONNREFUSED", "ECONNREFUSED"])
  expect(await ask(list)).toBe("ECONNREFUSED")
  expect(list.free).toBe(0)
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  expect(await askAtOnce(list, 1)).toEqual([200])
})

it("the connection that was used last is used next, so that the others may time out", async () => {
  const list = new ClientList(origin, {})
  await askAtOnce(list, 5)
  await vi.waitFor(() => expect(list.free).toBe(5))
  const used = new Set<number | undefined>()
  for (let nth = 0; nth < 4; nth++) {
    const reply = ask(list)
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    used.add(waiting[0]?.req.socket.remotePort)
    await answerAll(1)
    await reply
    await vi.waitFor(() => expect(list.free).toBe(5))
  }
  expect(used.size).toBe(1)
})

it("only the connection that has ended is left out", async () => {
  const list = new ClientList(origin, {})
  const replies = Promise.all(Array.from({ length: 4 }, () => ask(list)))
  await vi.waitFor(() => expect(waiting).toHaveLength(4))
  const ending = waiting[2]
  await answerAll(4)
  await replies
  await vi.waitFor(() => expect(list.free).toBe(4))
  ending?.req.socket.destroy()
  await vi.waitFor(() => expect(list.free).toBe(3))
  expect(await askAtOnce(list, 3)).toEqual([200, 200, 200])
  expect(connections).toBe(4)
})

it("a client whose connection ends with the answer is not kept", async () => {
  const list = new ClientList(origin, {})
  const replies = Promise.all(Array.from({ length: 5 }, () => ask(list)))
  await vi.waitFor(() => expect(waiting).toHaveLength(5))
  const ended = Promise.all(waiting.map(({ req }) => once(req.socket, "close")))
  for (const response of waiting.splice(0)) response.setHeader("connection", "close").end("ok")
  expect(await replies).toEqual([200, 200, 200, 200, 200])
  await ended
  await new Promise((resolve) => setImmediate(resolve))
  expect(list.free).toBe(0)
})

it("requests that are given up open no other connections", async () => {
  const list = new ClientList(origin, {})
  const ends: (() => void)[] = []
  const replies = Promise.all(Array.from({ length: 10 }, () => ask(list, {}, (end) => ends.push(end))))
  await vi.waitFor(() => expect(waiting).toHaveLength(10))
  const closed = Promise.all(waiting.splice(0).map(({ req }) => once(req.socket, "close")))
  for (const end of ends) end()
  expect(new Set(await replies)).toEqual(new Set(["Given up."]))
  await closed
  // A request afterwards: whatever was opened before it was accepted before it.
  expect(await askAtOnce(list, 1)).toEqual([200])
  expect(connections).toBe(11)
})

it("a request that undici refuses neither costs a connection nor makes another one wait", async () => {
  const list = new ClientList(origin, {})
  await askAtOnce(list, 1)
  await vi.waitFor(() => expect(list.free).toBe(1))
  expect(await ask(list, { odd: "a\nb" })).toBe("UND_ERR_INVALID_ARG")
  expect(list.free).toBe(1)
  // Refused while it is written: the client says that it is free, and once more a moment later.
  const refused = ask(list, { "content-length": "3" })
  const good = ask(list)
  expect(await refused).toBe("UND_ERR_REQ_CONTENT_LENGTH_MISMATCH")
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  const another = ask(list)
  await vi.waitFor(() => expect(waiting).toHaveLength(2))
  for (const response of waiting.splice(0)) response.end("ok")
  expect(await Promise.all([good, another])).toEqual([200, 200])
})
