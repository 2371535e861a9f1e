// A real worker whose database goes away: what its port says meanwhile, and what it counts afterwards.
import { randomBytes } from "node:crypto"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePlace, type Place } from "../../packages/cli/src/__fixtures__/pawl.ts"
import { hasServer, PostgresServer } from "../../packages/postgres/src/__fixtures__/server.ts"
import { eventually } from "../host/workers.ts"

describe.skipIf(!hasServer())("a worker whose database goes away", () => {
  const server = new PostgresServer(join(tmpdir(), `pawl-away-${randomBytes(4).toString("hex")}`))
  let place: Place
  beforeAll(async () => {
    place = makePlace()
    await server.start()
  })
  afterAll(async () => {
    await place.remove()
    await server.remove()
  })

  it("is not ready and says why, is ready again by itself, and is not ready while it ends", async () => {
    const found = Promise.withResolvers<string>()
    const onOutput = (_out: string, stderr: string) => {
      const [, address] = /"metrics":"([^"]+)"/.exec(stderr) ?? []
      if (address !== undefined) found.resolve(address)
    }
    const words = [
      "worker",
      "--json",
      "--metrics",
      "127.0.0.1:0",
      "--database",
      server.url("postgres"),
      "--approve",
      "auto",
    ]
    const { child, ended } = place.start(words, { onOutput })
    const url = await Promise.race([found.promise, ended.then(({ stderr }) => Promise.reject(new Error(stderr)))])
    const status = async (path: string) => (await fetch(url + path)).status
    const number = async (name: string) =>
      Number(new RegExp(`^${name} (.*)$`, "m").exec(await (await fetch(`${url}/metrics`)).text())?.[1])
    expect([await status("/readyz"), await number("pawl_store_up")]).toEqual([200, 1])

    await server.stop()
    await eventually("it is not ready", async () => (await status("/readyz")) === 503)
    expect([await status("/healthz"), await number("pawl_store_up")]).toEqual([200, 0])

    await server.start()
    await eventually("it is ready", async () => (await status("/readyz")) === 200)
    await eventually("it counts", async () => (await number("pawl_store_reconnects_total")) > 0)
    expect(await number("pawl_store_up")).toBe(1)

    // It ends while a turn of its own takes long: not ready, and alive.
    await place.pawl(["send", "new", "hang", "--database", server.url("postgres")])
    await eventually("a session runs", async () => (await number("pawl_running_sessions")) === 1)
    child.kill("SIGTERM")
    await eventually("it drains", async () => (await status("/readyz")) === 503)
    expect(await status("/healthz")).toBe(200)
    child.kill("SIGKILL")
    await ended
  })
})
