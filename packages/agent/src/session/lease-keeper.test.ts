// Two keepers on one memory store, each with a clock that the test controls.
import { beforeEach, describe, expect, it } from "vitest"
import type { Leases, Runner } from "../contracts/leases.ts"
import type { Store } from "../contracts/store.ts"
import { memory } from "../store/memory.ts"
import { opened, stamp } from "../testing/fact-builders.ts"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import { LeaseKeeper } from "./lease-keeper.ts"
import { identify } from "./runner-identity.ts"

const times = { beatMs: 1000, lapseMs: 10_000 }
const alive = identify({ next: () => "a" })
/** A runner of another machine: only its heartbeats show whether it is alive. */
const far: Runner = { ...alive, id: "far", boot: "elsewhere" }
const dead: Runner = { ...alive, id: "dead", started: "1" }

let store: Store
let clock: FakeClock

beforeEach(async () => {
  store = memory()
  clock = new FakeClock()
  for (const id of ["s1", "s2"]) {
    await store.sessions.create({ id, opened: stamp([opened(id)])[0]!, profile: "default" })
  }
})

function keeper(runner: Runner, leases: Leases = store.leases): LeaseKeeper {
  return new LeaseKeeper(leases, runner, clock, times)
}

const ignoreLoss = () => {}

/** Acquires the lease for a runner that then stops beating. */
async function heldBy(runner: Runner, session = "s1"): Promise<void> {
  await store.leases.join(runner)
  expect((await store.leases.acquire(session, runner.id)).ok).toBe(true)
}

describe("acquiring a lease", () => {
  it("takes it from a holder that lives, if the host has decided so", async () => {
    await keeper(far).acquire("s1", ignoreLoss)
    expect(await keeper(alive).acquire("s1", ignoreLoss)).toBeUndefined()
    expect(await keeper(alive).acquire("s1", ignoreLoss, { takesOver: true })).toMatchObject({ epoch: 2 })
  })

  it("takes it from a holder that beats between the look and the take", async () => {
    await keeper(far).acquire("s1", ignoreLoss)
    let beats = 0
    const leases: Leases = {
      ...store.leases,
      acquire: async (session, runner, over) => {
        if (over !== undefined && beats++ === 0) await store.leases.beat(far.id)
        return store.leases.acquire(session, runner, over)
      },
    }
    expect(await keeper(alive, leases).acquire("s1", ignoreLoss, { takesOver: true })).toMatchObject({ epoch: 2 })
    expect(beats).toBe(2)
  })

  it("does not take it from a run of its own process", async () => {
    const mine = keeper(alive)
    await mine.acquire("s1", ignoreLoss)
    expect(await mine.acquire("s1", ignoreLoss, { takesOver: true })).toBeUndefined()
  })

  it("returns the epoch and the log's seq", async () => {
    expect(await keeper(alive).acquire("s1", ignoreLoss)).toEqual({ epoch: 1, seq: 1 })
  })

  it("returns undefined for a session that does not exist", async () => {
    expect(await keeper(alive).acquire("missing", ignoreLoss)).toBeUndefined()
  })

  it("returns undefined while another live runner holds it", async () => {
    await keeper(far).acquire("s1", ignoreLoss)
    const other = keeper(alive)
    for (let second = 0; second < 30; second++) {
      expect(await other.acquire("s1", ignoreLoss)).toBeUndefined()
      await clock.advance(1000)
    }
  })

  it("succeeds at once when it was released", async () => {
    const first = keeper(far)
    const lease = await first.acquire("s1", ignoreLoss)
    await first.release("s1", lease?.epoch ?? 0, { dueAt: null, seen: 0 })
    expect(await keeper(alive).acquire("s1", ignoreLoss)).toMatchObject({ epoch: 2 })
  })

  it("succeeds at once when its holder is certainly dead", async () => {
    await heldBy(dead)
    expect(await keeper(alive).acquire("s1", ignoreLoss)).toMatchObject({ epoch: 2 })
  })

  it("succeeds when the holder's counter was seen unchanged for long enough", async () => {
    await heldBy(far)
    const other = keeper(alive)
    expect(await other.acquire("s1", ignoreLoss)).toBeUndefined()
    await clock.advance(9_999)
    expect(await other.acquire("s1", ignoreLoss)).toBeUndefined()
    await clock.advance(1)
    expect(await other.acquire("s1", ignoreLoss)).toMatchObject({ epoch: 2 })
  })

  it("succeeds soon when the holder's connection has ended and it made no other one", async () => {
    await heldBy(far)
    let isCutOff = false
    const leases: Leases = {
      ...store.leases,
      acquire: async (session, runner, over) => {
        const acquired = await store.leases.acquire(session, runner, over)
        return acquired.ok || acquired.holder === undefined
          ? acquired
          : { ok: false, holder: { ...acquired.holder, isCutOff } }
      },
    }
    const other = keeper(alive, leases)
    const tryAfter = async (ms: number, cutOff: boolean) => {
      await clock.advance(ms)
      isCutOff = cutOff
      return other.acquire("s1", ignoreLoss)
    }
    expect(await tryAfter(0, true)).toBeUndefined()
    // It was back in time.
    expect(await tryAfter(499, false)).toBeUndefined()
    expect(await tryAfter(1, true)).toBeUndefined()
    expect(await tryAfter(499, true)).toBeUndefined()
    expect(await tryAfter(1, true)).toMatchObject({ epoch: 2 })
  })

  it("waits again for the whole time when the observer could not look meanwhile", async () => {
    await heldBy(far)
    const other = keeper(alive)
    expect(await other.acquire("s1", ignoreLoss)).toBeUndefined()
    await clock.advance(10_000)
    other.startOver()
    expect(await other.acquire("s1", ignoreLoss)).toBeUndefined()
    await clock.advance(10_000)
    expect(await other.acquire("s1", ignoreLoss)).toMatchObject({ epoch: 2 })
  })

  it("restarts the observation with every beat", async () => {
    await heldBy(far)
    const other = keeper(alive)
    expect(await other.acquire("s1", ignoreLoss)).toBeUndefined()
    await clock.advance(9_000)
    await store.leases.beat("far")
    expect(await other.acquire("s1", ignoreLoss)).toBeUndefined()
    await clock.advance(9_999)
    expect(await other.acquire("s1", ignoreLoss)).toBeUndefined()
    await clock.advance(1)
    expect(await other.acquire("s1", ignoreLoss)).toMatchObject({ epoch: 2 })
  })

  it.each([3_600_000, -3_600_000])("is not affected when the clock is set by %i ms", async (jump) => {
    await heldBy(far)
    const other = keeper(alive)
    expect(await other.acquire("s1", ignoreLoss)).toBeUndefined()
    clock.jump(jump)
    expect(await other.acquire("s1", ignoreLoss)).toBeUndefined()
    await clock.advance(10_000)
    expect(await other.acquire("s1", ignoreLoss)).toMatchObject({ epoch: 2 })
  })

  it("does not take over from a holder that beats at the last moment", async () => {
    await heldBy(far)
    const sneaky: Leases = {
      ...store.leases,
      acquire: async (session, runner, over) => {
        // The holder beats between the check of the holder and the take-over.
        if (over !== undefined) await store.leases.beat("far")
        return store.leases.acquire(session, runner, over)
      },
    }
    const other = keeper(alive, sneaky)
    await other.acquire("s1", ignoreLoss)
    await clock.advance(10_000)
    expect(await other.acquire("s1", ignoreLoss)).toBeUndefined()
  })

  it("takes its own lease back when an earlier run could not release it", async () => {
    const mine = keeper(alive, { ...store.leases, release: () => Promise.reject(new Error("disk full")) })
    const lease = await mine.acquire("s1", ignoreLoss)
    await expect(mine.release("s1", lease?.epoch ?? 0, { dueAt: null, seen: 0 })).rejects.toThrow("disk full")
    expect(await mine.acquire("s1", ignoreLoss)).toMatchObject({ epoch: 2 })
  })

  it("does not let one process hold a session twice", async () => {
    const mine = keeper(alive)
    expect(await mine.acquire("s1", ignoreLoss)).toMatchObject({ epoch: 1 })
    expect(await mine.acquire("s1", ignoreLoss)).toBeUndefined()
  })
})

describe("judging a holder", () => {
  it("reports itself as alive, and dead runners as gone", async () => {
    const mine = keeper(alive)
    expect(mine.isGone({ runner: alive, epoch: 1, beat: 0 })).toBe(false)
    await clock.advance(60_000)
    expect(mine.isGone({ runner: alive, epoch: 1, beat: 0 })).toBe(false)
    expect(mine.isGone({ runner: dead, epoch: 1, beat: 0 })).toBe(true)
  })

  it("observes a runner across all of its sessions", async () => {
    const mine = keeper(alive)
    expect(mine.isGone({ runner: far, epoch: 1, beat: 5 })).toBe(false)
    await clock.advance(10_000)
    expect(mine.isGone({ runner: far, epoch: 7, beat: 5 })).toBe(true)
    expect(mine.isGone({ runner: far, epoch: 7, beat: 6 })).toBe(false)
  })
})

describe("beating", () => {
  const beatOf = async () => {
    const [due] = await store.sessions.due({ before: Number.MAX_SAFE_INTEGER })
    return due?.holder?.beat
  }

  it("beats once a second while it holds something, and not when it does not", async () => {
    await store.inbox.enqueue("s1", { kind: "cancel", id: "c" })
    const mine = keeper(alive)
    const lease = await mine.acquire("s1", ignoreLoss)
    await clock.advance(3_500)
    expect(await beatOf()).toBe(3)
    await mine.release("s1", lease?.epoch ?? 0, { dueAt: 0, seen: 0 })
    await clock.advance(1_000)
    expect(clock.sleeping).toBe(0)
    await mine.acquire("s1", ignoreLoss)
    await clock.advance(2_000)
    expect(await beatOf()).toBeGreaterThanOrEqual(5)
  })

  it("notices a lost session, calls onLost once, and keeps beating for the others", async () => {
    const lost: string[] = []
    const mine = keeper(far)
    await mine.acquire("s1", () => lost.push("s1"))
    await mine.acquire("s2", () => lost.push("s2"))
    const other = keeper(alive)
    const [holder] = [await store.leases.acquire("s1", "far")]
    await store.leases.join(alive)
    if (!holder.ok && holder.holder !== undefined) await store.leases.acquire("s1", alive.id, holder.holder)
    await clock.advance(1_000)
    expect(lost).toEqual(["s1"])
    await clock.advance(5_000)
    expect(lost).toEqual(["s1"])
    expect(await other.acquire("s2", ignoreLoss)).toBeUndefined()
  })

  it("does not call onLost for a lease that was forgotten", async () => {
    const lost: string[] = []
    const mine = keeper(far)
    await mine.acquire("s1", () => lost.push("s1"))
    mine.forget("s1")
    await store.leases.leave("far")
    await clock.advance(2_000)
    expect(lost).toEqual([])
  })

  it("does not treat a beat that could not be written as a loss", async () => {
    const lost: string[] = []
    let fails = true
    const leases: Leases = {
      ...store.leases,
      beat: async (runner) => {
        if (fails) throw new Error("disk full")
        return store.leases.beat(runner)
      },
    }
    const mine = keeper(alive, leases)
    await mine.acquire("s1", () => lost.push("s1"))
    await clock.advance(3_000)
    fails = false
    await clock.advance(3_000)
    expect(lost).toEqual([])
  })

  it("stops and removes its runner when it is closed", async () => {
    const mine = keeper(alive)
    await mine.acquire("s1", ignoreLoss)
    await mine.close()
    await settle()
    expect(clock.sleeping).toBe(0)
    expect(await keeper({ ...alive, id: "b" }).acquire("s1", ignoreLoss)).toMatchObject({ epoch: 2 })
  })

  it("has no runner to remove when it never held anything", async () => {
    const left: string[] = []
    await keeper(alive, { ...store.leases, leave: async (runner) => void left.push(runner) }).close()
    expect(left).toEqual([])
  })
})

describe("a process that was blocked", () => {
  it("reports how late a beat was, and which sessions it holds", async () => {
    const told: unknown[] = []
    const onBlocked = (...said: unknown[]) => told.push(said)
    const busy = new LeaseKeeper(store.leases, alive, clock, { ...times, onBlocked })
    await busy.acquire("s1", ignoreLoss)
    await clock.advance(1000)
    expect(told).toEqual([])
    // The timer is due after one second, but runs after five.
    const late = clock.monotonic.bind(clock)
    clock.monotonic = () => late() + 4000
    await clock.advance(1000)
    clock.monotonic = late
    expect(told).toEqual([[4000, ["s1"]]])
    await busy.close()
  })
})
