// What a host says of itself while Restate is away. test/restate/host.test.ts has what it does with a real one.
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, it, vi } from "vitest"
import { restateHost } from "./restate-host.ts"

it("is in trouble from the first failed try until Restate takes sessions again", async () => {
  const before = await listening(0)
  const { port } = before.address() as AddressInfo
  await closed(before)
  const url = `http://127.0.0.1:${port}`
  const host = restateHost({ ingress: url, admin: url, listen: 0 })
  expect(host.trouble).toBeUndefined()
  const began = Date.now()
  const serving = await host.serve(async () => ({ state: "idle" }), { sweep: async () => ["a"], sweepMs: 5 })
  await vi.waitFor(() => expect(host.trouble?.error).toMatchObject({ code: "host-unreachable" }), 10_000)
  const { since = 0, error } = host.trouble ?? {}
  expect(since).toBeGreaterThanOrEqual(began)
  // A later try fails, too: the trouble is as old as before.
  await vi.waitFor(() => expect(host.trouble?.error).not.toBe(error), 10_000)
  expect(host.trouble?.since).toBe(since)
  const engine = await listening(port)
  await vi.waitFor(() => expect(host.trouble).toBeUndefined(), 10_000)
  await serving.drain({ deadlineMs: 0 })
  await closed(engine)
})

/** Takes whatever it is told. */
async function listening(port: number): Promise<Server> {
  const server = createServer((_, response) => response.writeHead(202).end("{}"))
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  return server
}

function closed(server: Server): Promise<unknown> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}
