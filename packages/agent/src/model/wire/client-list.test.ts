// A list of clients against a real server: which connections are used again, and which are not.
import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { Dispatcher } from "undici"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { ClientList } from "./client-list.ts"

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

/** Resolves with the status, or with the code of the error. */
function ask(list: ClientList): Promise<number | string> {
  return new Promise((resolve) => {
    let status = 0
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart() {},
      onResponseStart(_controller, given) {
        status = given
      },
      onResponseData() {},
      onResponseEnd: () => resolve(status),
      onResponseError: (_controller, error) => resolve((error as NodeJS.ErrnoException).code ?? error.message),
    }
    list.dispatch({ origin, path: "/", method: "POST", body: "{}" }, handler)
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
  expect(await askAtOnce(list, 5)).toEqual([200, 200, 200, 200, 200])
  await vi.waitFor(() => expect(list.free).toBe(5))
  expect(await askAtOnce(list, 3)).toEqual([200, 200, 200])
  expect(connections).toBe(5)
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
