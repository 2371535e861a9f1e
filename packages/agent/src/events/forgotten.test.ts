// Who waits for a turn whose session was removed is told so, also when another session has its id by then.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Store } from "../contracts/store.ts"
import { append, create, fact, placeOf, runner, say, started } from "../store/conformance/data.ts"
import { memory } from "../store/memory.ts"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import { Hub } from "./hub.ts"

const GONE = { code: "session-missing" }

let store: Store
let hub: Hub
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  store = memory()
  hub = new Hub(store, new FakeClock())
  await create(store, "a")
  await store.inbox.enqueue("a", say("c1"))
})
afterEach(() => {
  hub.close()
  vi.useRealTimers()
})

/** The end of the turn, or why there is none; undefined while it is waited for. */
function waitFor(after = 1) {
  const told: { end?: unknown } = {}
  const tell = (end: unknown) => {
    told.end = end
  }
  hub.turnEnd("a", { command: "c1", after }).then(tell, tell)
  return told
}

async function openAnew(): Promise<void> {
  await store.sessions.remove("a")
  await create(store, "a")
}

describe("who waits for a turn", () => {
  it("is told when the session is removed and opened anew meanwhile", async () => {
    const told = waitFor()
    await settle()
    await openAnew()
    await vi.advanceTimersByTimeAsync(5000)
    await settle()
    expect(told.end).toMatchObject(GONE)
  })

  it("is told when that happened before", async () => {
    await openAnew()
    const told = waitFor()
    await vi.advanceTimersByTimeAsync(5000)
    await settle()
    expect(told.end).toMatchObject(GONE)
  })

  it("is told when the log is shorter than what was seen of it", async () => {
    await openAnew()
    const told = waitFor(7)
    await settle()
    expect(told.end).toMatchObject(GONE)
  })

  it("goes on waiting while the message waits", async () => {
    const told = waitFor()
    await vi.advanceTimersByTimeAsync(60_000)
    await settle()
    expect(told.end).toBeUndefined()
  })

  it("goes on waiting once a turn has taken it up", async () => {
    await store.leases.join(runner)
    await store.leases.acquire("a", runner.id)
    const told = waitFor()
    await append(store, "a", { facts: [fact(2, started("c1"))], consumed: [await placeOf(store, "a", "c1")] })
    await vi.advanceTimersByTimeAsync(60_000)
    await settle()
    expect(told.end).toBeUndefined()
  })
})
