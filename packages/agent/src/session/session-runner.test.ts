// When sessions of other runners are taken over: two looks of a process over a memory store, with a clock that the test controls.
import { beforeEach, describe, expect, it } from "vitest"
import type { Drive } from "../contracts/host.ts"
import type { Runner } from "../contracts/leases.ts"
import type { DueSession } from "../contracts/sessions.ts"
import type { Store } from "../contracts/store.ts"
import { memory } from "../store/memory.ts"
import { opened, stamp } from "../testing/fact-builders.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { SessionRunner } from "./session-runner.ts"

/** A runner of another machine: only its beats, or its connection, show whether it is alive. */
const far: Runner = { id: "far", pid: 1, boot: "elsewhere", started: "1" }

let store: Store
let clock: FakeClock
let driven: string[]
let isCutOff: boolean
/** While it is set, the store does not answer. */
let outage: Promise<void> | undefined

beforeEach(async () => {
  store = memory()
  clock = new FakeClock()
  driven = []
  isCutOff = false
  outage = undefined
  await store.sessions.create({ id: "s", opened: stamp([opened("s")])[0]!, profile: "default" })
  await store.leases.join(far)
  const acquired = await store.leases.acquire("s", far.id)
  await store.leases.release("s", acquired.ok ? acquired.epoch : 0, { dueAt: 0, seen: 0 })
  await store.leases.acquire("s", far.id)
})

/** Looks once a second, as by default. */
async function start(): Promise<SessionRunner> {
  const due: Store["sessions"]["due"] = async (query) => {
    await outage
    return (await store.sessions.due(query)).map((session) => asSeen(session))
  }
  const runner = new SessionRunner({
    store: { ...store, sessions: { ...store.sessions, due } },
    clock,
    ids: { next: () => "here" },
    run: "all",
    workspace: undefined,
    concurrency: undefined,
    leases: undefined,
    onFailed: () => {},
    onBlocked: () => {},
  })
  const drive: Drive = async (session) => {
    driven.push(session)
    return { state: "idle" }
  }
  await runner.start(drive)
  await clock.advance(0)
  return runner
}

function asSeen(session: DueSession): DueSession {
  return session.holder === undefined ? session : { ...session, holder: { ...session.holder, isCutOff } }
}

describe("sessions of another runner", () => {
  it("are taken over when its beats have stood still for ten seconds", async () => {
    const runner = await start()
    await clock.advance(9000)
    expect(driven).toEqual([])
    await clock.advance(2000)
    expect(driven).toContain("s")
    await runner.drain(0)
  })

  it("are taken over half a second after the end of its connection was seen, not by the next look", async () => {
    const runner = await start()
    isCutOff = true
    await clock.advance(1000)
    expect(driven).toEqual([])
    await clock.advance(600)
    expect(driven).toEqual(["s"])
    await runner.drain(0)
  })

  it("are left to it after an outage of the store, in which nobody could beat", async () => {
    const runner = await start()
    await clock.advance(1000)
    let endOutage = () => {}
    outage = new Promise((resolve) => {
      endOutage = resolve
    })
    await clock.advance(20_000)
    outage = undefined
    endOutage()
    await clock.advance(500)
    await store.leases.beat(far.id)
    await clock.advance(9000)
    expect(driven).toEqual([])
    await runner.drain(0)
  })
})
