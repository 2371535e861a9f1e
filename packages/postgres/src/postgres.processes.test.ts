// Several real processes on one database.
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Store } from "@pawl/agent"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { create } from "../../agent/src/store/conformance/data.ts"
import { hasServer } from "./__fixtures__/server.ts"
import { emptySchema } from "./__fixtures__/shared-server.ts"
import { postgres } from "./postgres.ts"

const WRITER = fileURLToPath(new URL("./__fixtures__/write-from-process.ts", import.meta.url))

describe.skipIf(!hasServer())("several processes on one database", () => {
  let place: Awaited<ReturnType<typeof emptySchema>>
  let store: Store
  beforeEach(async () => {
    place = await emptySchema()
    store = await postgres(place.url, { schema: place.schema })
  })
  afterEach(() => store.close())

  it("lose no writes, miss no command, and only one of them acquires the lease of a session", async () => {
    await create(store, "shared")
    const arrived = await following(store)
    const names = ["p1", "p2", "p3"]
    const runs = await Promise.all(names.map((name) => write(name, 40)))
    expect(runs.map(({ lines }) => lines[0]).filter((line) => line?.includes('"shared":true'))).toHaveLength(1)
    expect(await Promise.all(names.map((name) => store.log.head(name)))).toEqual([41, 41, 41])
    // A reader that goes on from the last place it saw has seen each of them, in order.
    await vi.waitFor(() => expect(arrived.places).toHaveLength(120), 30_000)
    expect(arrived.places).toEqual(arrived.places.toSorted((a, b) => a - b))
    arrived.stop()
  })

  it("can open an empty database at the same time", async () => {
    place = await emptySchema()
    const runs = await Promise.all(["p1", "p2", "p3"].map((name) => write(name, 0)))
    expect(runs.map(({ end }) => end)).toEqual([0, 0, 0])
    const again = await postgres(place.url, { schema: place.schema })
    expect(await again.sessions.list()).toHaveLength(3)
    await again.close()
  })

  it("lose no reported write of one that is killed, and take over its sessions", async () => {
    await create(store, "shared")
    const { end, lines } = await write("victim", 25, "kill")
    expect(end).toBe("SIGKILL")
    expect(lines.at(-1)).toBe("25")
    expect(await store.log.read("victim", 0)).toHaveLength(26)
    expect(await store.inbox.read("shared")).toHaveLength(25)
    await store.leases.join({ id: "heir", pid: process.pid, boot: "boot", started: "2" })
    const over = await vi.waitFor(async () => {
      const held = await store.leases.acquire("victim", "heir")
      // Its connection went with it: nobody has to wait until its lease lapses.
      expect(held).toMatchObject({ ok: false, holder: { runner: { id: "victim" }, isCutOff: true } })
      return held.ok ? undefined : held.holder
    }, 30_000)
    expect(await store.sessions.due({ before: Date.now() })).toMatchObject([
      { id: "shared", holder: { runner: { id: "victim" }, isCutOff: true } },
    ])
    expect(await store.leases.acquire("victim", "heir", over)).toMatchObject({ ok: true, epoch: 2, seq: 26 })
  })

  async function write(name: string, count: number, end = "exit") {
    const args = ["--conditions=@pawl/source", WRITER, place.url, place.schema, name, String(count), end]
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
    const lines: string[] = []
    child.stdout.on("data", (chunk) => lines.push(...String(chunk).trimEnd().split("\n")))
    const [code, signal] = await new Promise<readonly unknown[]>((resolve, reject) => {
      child.once("error", reject)
      child.once("close", (...how) => resolve(how))
    })
    return { end: signal ?? code, lines }
  }
})

/** Reads arrivals as a runner does: whenever it is told, after the last place that it knows. */
async function following(store: Store) {
  const places: number[] = []
  let isReading = false
  let isAgain = false
  const look = async () => {
    isAgain = true
    if (isReading) return
    isReading = true
    while (isAgain) {
      isAgain = false
      for (const { place } of await store.inbox.arrivals(places.at(-1) ?? 0)) places.push(place)
    }
    isReading = false
  }
  const stop = store.watch(() => void look(), "commands")
  return { places, stop }
}
