// A process that stands still right after it has put a command into an inbox: nobody waits for it.
import { mkdtempSync, rmSync } from "node:fs"
import { connect, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { create, say } from "../../agent/src/store/conformance/data.ts"
import { hasServer, urlOf } from "./__fixtures__/server.ts"
import { emptySchema } from "./__fixtures__/shared-server.ts"
import { postgres } from "./postgres.ts"

describe.skipIf(!hasServer())("a process that stands still", () => {
  const folder = mkdtempSync(join(tmpdir(), "pawl-frozen-"))
  let place: Awaited<ReturnType<typeof emptySchema>>
  let isFrozen = false
  let cutOff = 0
  const sockets = new Set<Socket>()

  /** Between a store and the server: sends nothing on once it has passed on a message with a command. */
  const proxy = createServer((socket) => {
    const server = connect(join(new URL(place.url).searchParams.get("host") ?? "", ".s.PGSQL.5432"))
    const quiet = (each: Socket) => each.on("error", () => {})
    sockets.add(socket)
    quiet(socket)
    quiet(server)
    socket.on("data", (bytes) => {
      if (isFrozen) return
      server.write(bytes)
      isFrozen = bytes.includes("put_command")
    })
    server.on("data", (bytes) => isFrozen || socket.write(bytes))
    server.once("end", () => {
      cutOff += 1
    })
    socket.once("close", () => server.destroy())
  })

  beforeAll(async () => {
    place = await emptySchema()
    await new Promise<void>((resolve) => proxy.listen(join(folder, ".s.PGSQL.5432"), resolve))
  })
  afterAll(() => {
    proxy.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it("after a command keeps nobody from sending one, and its own is there", async () => {
    const other = await postgres(place.url, { schema: place.schema })
    await create(other, "a")
    await create(other, "b")
    const frozen = await postgres(urlOf(folder, "postgres"), { schema: place.schema, reconnectMs: 0 })
    const lost = frozen.inbox.enqueue("a", say("first")).catch(() => {})
    await vi.waitFor(() => expect(isFrozen).toBe(true), 30_000)
    expect(await other.inbox.enqueue("b", say("second"))).toMatchObject({ outcome: "accepted" })
    // It did not have to wait until the server gave up on the other one.
    expect(cutOff).toBe(0)
    expect(await other.inbox.read("a")).toHaveLength(1)
    for (const socket of sockets) socket.destroy()
    await lost
    await Promise.all([frozen.close(), other.close()])
  })
})
