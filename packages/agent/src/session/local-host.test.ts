// The embedded host with fake drives: when it runs what, and when it stops.
import { beforeEach, describe, expect, it } from "vitest"
import { PawlError } from "../contracts/error.ts"
import type { DriveOptions, DriveResult } from "../contracts/host.ts"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import { LocalHost } from "./local-host.ts"

interface Drive {
  readonly session: string
  readonly at: number
  readonly how: DriveOptions
  readonly end: (result?: DriveResult) => void
  readonly fail: (error: Error) => void
}

let clock: FakeClock
let host: LocalHost
let drives: Drive[]
let errors: string[]
let due: readonly string[]

beforeEach(() => {
  clock = new FakeClock(0)
  drives = []
  errors = []
  due = []
  host = new LocalHost({
    clock,
    sweepMs: 1_000_000,
    sweep: async () => due,
    onError: (session, error) => errors.push(`${session}: ${(error as Error).message}`),
  })
})

/** A drive that ends when the test says so. */
function drive(session: string, how: DriveOptions): Promise<DriveResult> {
  return new Promise((resolve, reject) => {
    drives.push({ session, at: clock.now(), how, end: (result = { state: "idle" }) => resolve(result), fail: reject })
  })
}

const started = () => drives.map((each) => each.session)
const last = () => drives.at(-1)!

describe("waking a session", () => {
  it("runs it, once it is served", async () => {
    await host.wake("a")
    expect(started()).toEqual([])
    await host.serve(drive)
    expect(started()).toEqual(["a"])
    expect(host.running).toEqual(["a"])
    last().end()
    await settle()
    expect(host.running).toEqual([])
    expect(started()).toEqual(["a"])
  })

  it("runs it again when it is woken during a run, once, however often it was woken", async () => {
    await host.serve(drive)
    await host.wake("a")
    await host.wake("a")
    await host.wake("a")
    expect(started()).toEqual(["a"])
    last().end()
    await settle()
    expect(started()).toEqual(["a", "a"])
    last().end()
    await settle()
    expect(started()).toEqual(["a", "a"])
  })

  it.each([
    { seen: 7, times: 1, why: "has read it" },
    { seen: 6, times: 2, why: "has not read it" },
    { seen: undefined, times: 2, why: "does not say how far it has read" },
  ])("runs it $times times when it is woken for a command during a run that $why", async ({ seen, times }) => {
    await host.serve(drive)
    await host.wake("a", { place: 5 })
    await host.wake("a", { place: 7 })
    await host.wake("a", { place: 6 })
    last().end({ state: "idle", ...(seen !== undefined && { seen }) })
    await settle()
    expect(started()).toEqual(Array.from({ length: times }, () => "a"))
  })

  it("makes the running drive read its inbox", async () => {
    await host.serve(drive)
    await host.wake("a")
    let pokes = 0
    last().how.onPoke(() => pokes++)
    await host.wake("a")
    host.poke("a")
    host.poke("unknown")
    expect(pokes).toBe(2)
  })

  it("does not make it read again for the command that it was begun for, or that it was woken for before", async () => {
    await host.serve(drive)
    await host.wake("a", { place: 5 })
    let pokes = 0
    last().how.onPoke(() => pokes++)
    for (const place of [5, 6, 6, 7]) await host.wake("a", { place })
    expect(pokes).toBe(2)
  })

  it("begins it for all commands that came while it waited for a slot", async () => {
    await host.serve(drive, { concurrency: 1 })
    await host.wake("other")
    for (const place of [5, 7]) await host.wake("a", { place })
    started()
    last().end()
    await settle()
    expect(started()).toEqual(["other", "a"])
    let pokes = 0
    last().how.onPoke(() => pokes++)
    for (const place of [5, 6, 7, 8]) await host.wake("a", { place })
    expect(pokes).toBe(1)
  })

  it("does not run it again for the command that it was begun for, if it was refused", async () => {
    await host.serve(drive)
    await host.wake("a", { place: 5 })
    await host.wake("a", { place: 5 })
    last().end({ state: "held" })
    await settle()
    expect(started()).toEqual(["a"])
  })

  it("does not run it again for a poke alone", async () => {
    await host.serve(drive)
    await host.wake("a")
    host.poke("a")
    last().end()
    await settle()
    expect(started()).toEqual(["a"])
  })

  it("runs several sessions at once, one run each", async () => {
    await host.serve(drive)
    for (const session of ["a", "b", "a", "c"]) await host.wake(session)
    expect(started()).toEqual(["a", "b", "c"])
  })

  it("runs no more sessions at once than allowed, in the order they were woken", async () => {
    await host.serve(drive, { concurrency: 2 })
    for (const session of ["a", "b", "c", "d", "c"]) await host.wake(session)
    expect(started()).toEqual(["a", "b"])
    drives[1]?.end()
    await settle()
    expect(started()).toEqual(["a", "b", "c"])
    drives[0]?.end()
    await settle()
    expect(started()).toEqual(["a", "b", "c", "d"])
  })
})

describe("timers", () => {
  it("run a session at the time its drive returned", async () => {
    await host.serve(drive)
    await host.wake("a")
    last().end({ state: "sleep", until: 5000 })
    await clock.advance(4999)
    expect(started()).toEqual(["a"])
    await clock.advance(1)
    expect(drives.map((each) => each.at)).toEqual([0, 5000])
  })

  it("run a session at the requested time; a past time means now", async () => {
    await host.serve(drive)
    await host.wake("a", { at: 3000 })
    await host.wake("b", { at: 0 })
    await clock.advance(3000)
    expect(drives.map((each) => `${each.session} ${each.at}`)).toEqual(["b 0", "a 3000"])
  })

  it("fire at least once: neither an earlier run nor a later timer cancels one", async () => {
    await host.serve(drive)
    await host.wake("a")
    last().end({ state: "sleep", until: 5000 })
    await settle()
    await host.wake("a")
    last().end()
    await host.wake("a", { at: 7000 })
    await clock.advance(5000)
    last().end()
    await clock.advance(5000)
    expect(started()).toEqual(["a", "a", "a", "a"])
  })

  it("do not keep a session from running again at once when it was woken during the run", async () => {
    await host.serve(drive)
    await host.wake("a")
    await host.wake("a")
    last().end({ state: "sleep", until: 5000 })
    await settle()
    expect(drives.map((each) => each.at)).toEqual([0, 0])
  })

  it("do not run a session that another runner holds", async () => {
    await host.serve(drive)
    await host.wake("a")
    last().end({ state: "held" })
    await clock.advance(100_000)
    expect(started()).toEqual(["a"])
  })
})

describe("a run that yields", () => {
  it("is run again at once", async () => {
    await host.serve(drive)
    await host.wake("a")
    last().end({ state: "yield" })
    await settle()
    expect(drives.map((each) => `${each.session} ${each.at}`)).toEqual(["a 0", "a 0"])
  })
})

describe("evicting a session", () => {
  it("suspends its run and starts another one", async () => {
    await host.serve(drive)
    await host.wake("a")
    await host.evict("a")
    expect(last().how.signal.aborted).toBe(true)
    last().end({ state: "yield" })
    await settle()
    expect(started()).toEqual(["a", "a"])
    expect(last().how.signal.aborted).toBe(false)
  })

  it("takes the lease in the next run alone, when another process has it", async () => {
    await host.serve(drive)
    await host.evict("a")
    expect(last().how.takesOver).toBe(true)
    last().end()
    await settle()
    await host.wake("a")
    expect(last().how.takesOver).toBe(false)
  })
})

describe("a run that throws", () => {
  it("is retried with growing waits of up to half a minute, and reported each time", async () => {
    await host.serve(drive)
    await host.wake("a")
    for (let failure = 0; failure < 8; failure++) {
      last().fail(new Error("disk full"))
      await clock.advance(30_000)
    }
    // Each try fails 30 s after the one before; the remainder is the wait.
    expect(drives.slice(1).map((each, index) => each.at - index * 30_000)).toEqual([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ])
    expect(errors).toEqual(Array(8).fill("a: disk full"))
  })

  it("starts again with the shortest wait after a success", async () => {
    await host.serve(drive)
    await host.wake("a")
    last().fail(new Error("disk full"))
    await clock.advance(1000)
    last().fail(new Error("disk full"))
    await clock.advance(2000)
    last().end()
    await settle()
    await host.wake("a")
    last().fail(new Error("disk full"))
    await clock.advance(1000)
    expect(drives.map((each) => each.at)).toEqual([0, 1000, 3000, 3000, 4000])
  })

  it.each([
    { code: "fact-unreadable", reported: ["a: cannot"] },
    { code: "lease-lost", reported: [] },
  ] as const)("is not tried again by itself for $code", async ({ code, reported }) => {
    await host.serve(drive)
    await host.wake("a")
    last().fail(new PawlError(code, "cannot"))
    await clock.advance(100_000)
    expect(started()).toEqual(["a"])
    expect(errors).toEqual(reported)
    await host.wake("a")
    expect(started()).toEqual(["a", "a"])
  })

  it("does not disturb other sessions", async () => {
    await host.serve(drive, { concurrency: 1 })
    await host.wake("a")
    await host.wake("b")
    drives[0]?.fail(new Error("disk full"))
    await settle()
    expect(started()).toEqual(["a", "b"])
  })
})

describe("sweeping", () => {
  function sweeping(sweep: () => Promise<readonly string[]>) {
    const onError = (session: string, error: unknown) => errors.push(`${session}: ${(error as Error).message}`)
    return new LocalHost({ clock, sweepMs: 1000, sweep, onError })
  }

  it("runs due sessions at once and from then on, and skips running ones", async () => {
    host = sweeping(async () => due)
    due = ["a"]
    await host.serve(drive)
    await settle()
    expect(started()).toEqual(["a"])
    due = ["a", "b"]
    await clock.advance(999)
    expect(started()).toEqual(["a"])
    await clock.advance(1)
    expect(started()).toEqual(["a", "b"])
    due = []
    last().end()
    drives[0]?.end()
    await settle()
    expect(started()).toEqual(["a", "b"])
  })

  it("goes on after a sweep that failed, and reports it", async () => {
    let sweeps = 0
    host = sweeping(async () => {
      if (sweeps++ === 0) throw new Error("locked")
      return ["a"]
    })
    await host.serve(drive)
    await clock.advance(1000)
    expect(errors).toEqual(["*: locked"])
    expect(started()).toEqual(["a"])
  })
})

describe("draining", () => {
  async function draining(deadlineMs: number) {
    const serving = await host.serve(drive, { concurrency: 2 })
    for (const session of ["a", "b", "c"]) await host.wake(session)
    const state = { done: false }
    const drained = serving.drain({ deadlineMs }).then(() => {
      state.done = true
    })
    await settle()
    return { state, drained }
  }

  it("ends at once when nothing runs, and stops sweeping and timers", async () => {
    const serving = await host.serve(drive)
    await host.wake("a", { at: 5000 })
    await serving.drain({ deadlineMs: 1000 })
    expect(clock.sleeping).toBe(0)
    await clock.advance(10_000)
    expect(started()).toEqual([])
  })

  it("suspends running sessions at once without a deadline, and waits for them to end", async () => {
    const { state } = await draining(0)
    expect(drives.map((each) => each.how.signal.aborted)).toEqual([true, true])
    drives[0]?.end()
    await settle()
    expect(state.done).toBe(false)
    drives[1]?.end()
    await settle()
    expect(state.done).toBe(true)
  })

  it("waits for running sessions to rest until the deadline, then suspends them", async () => {
    const { state } = await draining(5000)
    drives[0]?.end()
    await clock.advance(4999)
    expect(drives[1]?.how.signal.aborted).toBe(false)
    await clock.advance(1)
    expect(drives[1]?.how.signal.aborted).toBe(true)
    expect(state.done).toBe(false)
    drives[1]?.end()
    await settle()
    expect(state.done).toBe(true)
  })

  it("does not wait for the deadline when all rest before", async () => {
    const { state } = await draining(5000)
    drives[0]?.end()
    drives[1]?.fail(new Error("disk full"))
    await settle()
    expect(state.done).toBe(true)
    expect(clock.now()).toBe(0)
    expect(clock.sleeping).toBe(0)
  })

  it("starts nothing more: no queued session, none woken during its run, and none with a timer", async () => {
    const { drained } = await draining(5000)
    await host.wake("a")
    await host.wake("d")
    drives[0]?.end()
    drives[1]?.end({ state: "sleep", until: 10 })
    await drained
    await clock.advance(100_000)
    expect(started()).toEqual(["a", "b"])
  })
})
