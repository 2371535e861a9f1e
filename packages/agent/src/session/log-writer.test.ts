// The last look at the lease before an effect, in a process that is stopped while it looks.
import { beforeEach, describe, expect, it } from "vitest"
import type { Leases } from "../contracts/leases.ts"
import type { Store } from "../contracts/store.ts"
import { ModelHealthCache } from "../kernel/model-health-cache.ts"
import { memory } from "../store/memory.ts"
import { opened, stamp } from "../testing/fact-builders.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { LogWriter } from "./log-writer.ts"
import { identify } from "./runner-identity.ts"

let store: Store
let clock: FakeClock

beforeEach(async () => {
  store = memory()
  clock = new FakeClock()
  await store.sessions.create({ id: "s", opened: stamp([opened("s")])[0]!, profile: "default" })
  for (const id of ["first", "second"]) await store.leases.join(identify({ next: () => id }))
})

/** A writer of the first runner. `onAnswer` is called when the store has answered, before the process reads it. */
async function writer(onAnswer: () => Promise<void>): Promise<LogWriter> {
  const acquired = await store.leases.acquire("s", "first")
  if (!acquired.ok) throw new Error("The lease is free.")
  const epoch: Leases["epoch"] = async (session) => {
    const found = await store.leases.epoch(session)
    await onAnswer()
    return found
  }
  const leases = { ...store.leases, epoch }
  const ports = { store: { ...store, leases }, clock, health: new ModelHealthCache(), publish: () => {} }
  return new LogWriter("s", acquired, ports)
}

describe("the look at the lease before an effect", () => {
  it("passes while the lease is held", async () => {
    await expect((await writer(async () => {})).fence()).resolves.toBeUndefined()
  })

  it("does not trust an answer from before a sleep in which another process took over", async () => {
    let stops = 1
    const stopped = await writer(async () => {
      if (stops-- <= 0) return
      const held = await store.leases.acquire("s", "second")
      await store.leases.acquire("s", "second", held.ok ? undefined : held.holder)
      await clock.advance(4000)
    })
    await expect(stopped.fence()).rejects.toMatchObject({ code: "lease-lost" })
  })

  it("gives up on a store that is too slow for an answer to be worth anything", async () => {
    const slow = await writer(() => clock.advance(1000))
    await expect(slow.fence()).rejects.toMatchObject({ code: "store-failed" })
  })
})
