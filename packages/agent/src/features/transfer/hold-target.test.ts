// One copy into a store at a time: a second one ends at once, and a killed one does not keep the next one out.
import { describe, expect, it } from "vitest"
import type { Runner } from "../../contracts/leases.ts"
import type { Store } from "../../contracts/store.ts"
import { create } from "../../store/conformance/data.ts"
import { memory } from "../../store/memory.ts"
import { FakeClock } from "../../testing/fake-clock.ts"
import { HOLD } from "./hold-target.ts"
import { type Moved, moveStore } from "./move-store.ts"

/** Waits pass at once; `onWait` says what happens meanwhile. Heartbeats, which can be aborted, wait for the test. */
class PassingClock extends FakeClock {
  waits = 0
  readonly #onWait: () => Promise<unknown>

  constructor(onWait: () => Promise<unknown> = async () => {}) {
    super()
    this.#onWait = onWait
  }

  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal !== undefined) return super.sleep(ms, signal)
    this.waits += 1
    await this.advance(ms)
    await this.#onWait()
  }
}

async function house(): Promise<Store> {
  const store = memory()
  for (const id of ["a", "b", "c"]) await create(store, id)
  return store
}

const elsewhere: Runner = { id: "elsewhere", pid: 1, boot: "another machine", started: "1" }

/** A store into which a copy of another machine runs, or was killed. */
async function heldElsewhere(): Promise<Store> {
  const store = memory()
  await create(store, HOLD)
  await store.leases.join(elsewhere)
  await store.leases.acquire(HOLD, elsewhere.id)
  return store
}

const busy = expect.objectContaining({
  code: "session-busy",
  message: "Another process copies into this store. Nothing was changed. Run this again when it has ended.",
})

describe("a store that is copied into by two at once", () => {
  it("takes the first, and tells the second at once that nothing was changed", async () => {
    const [from, to] = [await house(), memory()]
    const second: Promise<Moved>[] = []
    const clock = new PassingClock()
    const first = await moveStore(from, to, {
      onSession: () => {
        if (second.length === 0) second.push(moveStore(from, to, { clock }))
      },
    })
    await expect(second[0]).rejects.toEqual(busy)
    expect(clock.waits).toBe(0)
    expect(first).toMatchObject({ isEqual: true, sessions: { copied: 3 } })
    expect((await to.sessions.list()).map(({ id }) => id).toSorted()).toEqual(["a", "b", "c"])
    expect(await moveStore(from, to)).toMatchObject({ isEqual: true, sessions: { same: 3 } })
  })

  it("can be looked at meanwhile with dryRun", async () => {
    const to = await heldElsewhere()
    expect(await moveStore(await house(), to, { dryRun: true })).toMatchObject({ sessions: { copied: 3 } })
  })

  it("tells the second also when the first is on another machine and its heart beats", async () => {
    const to = await heldElsewhere()
    const clock = new PassingClock(() => to.leases.beat(elsewhere.id))
    await expect(moveStore(await house(), to, { clock })).rejects.toEqual(busy)
    expect(clock.waits).toBe(1)
    expect((await to.sessions.list()).map(({ id }) => id)).toEqual([HOLD])
  })

  it("takes the second after ten seconds when the first was killed on another machine", async () => {
    const to = await heldElsewhere()
    const clock = new PassingClock()
    expect(await moveStore(await house(), to, { clock })).toMatchObject({ isEqual: true, sessions: { copied: 3 } })
    expect(clock.waits).toBe(10)
    expect(await to.sessions.get(HOLD)).toBeUndefined()
  })

  it("ends the first, and leaves the place to the second, when the first stood still and was taken over", async () => {
    const [from, to, clock] = [await house(), memory(), new PassingClock()]
    await to.leases.join(elsewhere)
    const takeOver = async () => {
      const held = await to.leases.acquire(HOLD, elsewhere.id)
      if (!held.ok) await to.leases.acquire(HOLD, elsewhere.id, held.holder)
      await clock.advance(1000)
    }
    const get = async (id: string) => {
      if (id === "b") await takeOver()
      return from.sessions.get(id)
    }
    const copying = moveStore({ ...from, sessions: { ...from.sessions, get } }, to, { clock })
    await expect(copying).rejects.toMatchObject({ code: "session-busy" })
    expect(await to.sessions.get("c")).toBeUndefined()
    expect(await to.leases.beat(elsewhere.id)).toEqual([HOLD])
  })
})
