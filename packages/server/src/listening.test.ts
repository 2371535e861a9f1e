// A server that ends: whom it waits for.
import { once } from "node:events"
import { Agent, createServer, get, type IncomingMessage, type Server } from "node:http"
import { afterEach, describe, expect, it } from "vitest"
import { Connections } from "./listening.ts"

const kept = new Agent({ keepAlive: true })
let server: Server
afterEach(() => {
  kept.destroy()
  server.closeAllConnections()
})

/** A server with one connection that its client keeps after an answer. */
async function withKept(now: () => number) {
  server = createServer((_, response) => response.end("here"))
  const connections = new Connections(server, { perAddress: () => 10, quietMs: 1_000_000_000, now })
  const { url } = await connections.listen({ port: 0, host: "127.0.0.1" })
  expect(await ask(url)).toBe("here")
  return { url, connections }
}

async function ask(url: string): Promise<string> {
  const [response] = (await once(get(url, { agent: kept }), "response")) as [IncomingMessage]
  return (await response.setEncoding("utf8").toArray()).join("")
}

describe("a server that takes no more connections", () => {
  it("does not wait for a kept connection that has been idle for a while, and closes it", async () => {
    let time = 0
    const { connections } = await withKept(() => time)
    const [socket] = Object.values(kept.freeSockets).flat()
    const closed = once(socket ?? kept, "close")
    time = 1_000_000_001
    await connections.leave(2_000_000_000)
    await closed
  })

  it("answers once more on a kept connection that was just used", async () => {
    const { url, connections } = await withKept(() => 0)
    const left = connections.leave(1_000_000_000)
    expect(await ask(url)).toBe("here")
    kept.destroy()
    await left
  })

  it("waits no longer than it is given", async () => {
    const { connections } = await withKept(() => 0)
    await connections.leave(1)
  })
})
