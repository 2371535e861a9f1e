// Which process runs a turn, when one that runs everything shares the store with the one that the message was sent to.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import type { Store } from "../contracts/store.ts"
import { scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { sqlite } from "../store/sqlite.ts"
import { createAgent } from "./create-agent.ts"

const MESSAGES = 3

it.each([
  ["memory", async () => memory()],
  ["SQLite", (folder: string) => sqlite(join(folder, "pawl.db"))],
])("a turn runs where it was sent, though a worker hears of it first (%s)", async (_, open) => {
  const folder = mkdtempSync(join(tmpdir(), "pawl-runner-"))
  const store = await open(folder)
  const { forWorker, forSender } = raced(store)
  const worker = await createAgent({ store: forWorker, run: "all", model: scripted(() => "from the worker") })
  const here = await createAgent({ store: forSender, model: scripted(() => "from here") })
  const said = new Set<string>()
  for (let sent = 0; sent < MESSAGES; sent++) said.add((await (await here.open()).ask("hello")).text)
  expect([...said]).toEqual(["from here"])
  await here.close()
  await worker.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

it("a message of one that runs nothing is run by the worker", async () => {
  const store = memory()
  const worker = await createAgent({ store, run: "all", model: scripted(() => "from the worker") })
  const client = await createAgent({ store, run: "none", model: scripted(() => "") })
  expect((await (await client.open()).ask("hello")).text).toBe("from the worker")
  await client.close()
  await worker.close()
})

/** Stores for both: the sender comes to the lease only when the worker has tried to begin with the message. */
function raced(store: Store): { readonly forWorker: Store; readonly forSender: Store } {
  const tries = new Map<string, PromiseWithResolvers<void>>()
  const tried = (session: string) => {
    const known = tries.get(session) ?? Promise.withResolvers<void>()
    tries.set(session, known)
    return known
  }
  const acquire: Store["leases"]["acquire"] = async (session, ...how) => {
    const acquired = await store.leases.acquire(session, ...how)
    tried(session).resolve()
    return acquired
  }
  const acquireLate: Store["leases"]["acquire"] = async (session, ...how) => {
    await tried(session).promise
    return store.leases.acquire(session, ...how)
  }
  return {
    forWorker: { ...store, leases: { ...store.leases, acquire } },
    forSender: { ...store, leases: { ...store.leases, acquire: acquireLate } },
  }
}
