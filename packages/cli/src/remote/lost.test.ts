// A server that goes away while a turn is followed.
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, it } from "vitest"
import { openRemoteAgent } from "./remote-agent.ts"

let server: Server | undefined

afterEach(() => server?.close().closeAllConnections())

const EVENT = 'id: 1\nevent: text-delta\ndata: {"type":"text-delta","position":"1","text":"back"}\n\n'

/** Streams break as often as said; then they have an event. */
async function breaking(times: number): Promise<string> {
  let left = times
  server = createServer((request, response) => {
    if (request.url?.endsWith("/events") !== true)
      response.end(JSON.stringify({ id: "a", user: "ann", tags: [], openRequests: [] }))
    else if (left-- > 0) response.destroy()
    else response.writeHead(200, { "content-type": "text/event-stream" }).write(EVENT)
  })
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const pauses = { firstMs: 1, maxMs: 2 }

it("says once that the connection is lost, and goes on when the server is back", async () => {
  const lines: string[] = []
  const how = { pauses, giveUpMs: 60_000, warn: (line: string) => void lines.push(line) }
  const { agent, close } = await openRemoteAgent({ model: undefined }, { url: await breaking(3) }, how)
  const { value } = await (await agent.open({ id: "a" })).events().next()
  expect(value).toMatchObject({ text: "back" })
  expect(lines).toEqual(["connection lost, trying again"])
  await close()
})

it("ends with a sentence when the server stays away", async () => {
  const how = { pauses, giveUpMs: 20, warn: () => {} }
  const url = await breaking(Number.POSITIVE_INFINITY)
  const { agent, close } = await openRemoteAgent({ model: undefined }, { url }, how)
  const next = (await agent.open({ id: "a" })).events().next()
  await expect(next).rejects.toMatchObject({
    exit: 1,
    message: expect.stringContaining("has not answered for 0.02 seconds"),
  })
  await close()
})
